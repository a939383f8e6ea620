import { useEffect, useRef } from 'preact/hooks';
import type { Schemas } from '../../api/client.ts';
import { listEnumChoices } from '../../api/enums.ts';
import { isPlatform } from '../../api/session.ts';
import { Actions } from '../../parts/actions.tsx';
import { ChooseSome, SelectField, TextField } from '../../parts/field.tsx';
import type { FormState } from '../../parts/form.tsx';
import { formatFigure } from '../../parts/format.ts';
import { PictureField } from '../../parts/picture.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { UnitsField } from '../../parts/units.tsx';
import { type Draft, type Food, likingChoices, monthChoices, toFoodName, toGrams, useFoodDetails } from './dish.tsx';
import { FoodFinder, usePastedFoods } from './food-questions.tsx';

type Ingredient = Schemas['Ingredient'];
type Row = Food & { readonly index: number };

type FieldsProps = FormState<Draft> & { readonly isReadOnly: boolean };

export function DishFields(props: FieldsProps) {
  const { work, change, failure, field } = props;
  const { month, icon } = work;
  const markProps = { label: '标记', none: '请选择', choices: listEnumChoices('mark') };
  const errorFor = (name: string) => ({ error: failure?.messageFor(name) });
  return (
    <fieldset class="stack" disabled={props.isReadOnly}>
      <div class="grid">
        <TextField label="名称" maxLength={100} {...field('name')} />
        <SelectField {...markProps} {...field('marks')} {...errorFor('mark')} />
        <SelectField label="烹饪方式" none="无" choices={listEnumChoices('poly')} {...field('poly')} />
        <SelectField label="学生喜爱程度" none="一般（3）" choices={likingChoices} {...field('liking')} />
      </div>
      <IngredientTable {...props} />
      <ChooseSome
        {...{ label: '供应月份（不选就是全年）', choices: monthChoices, value: month.map(String) }}
        {...errorFor('month')}
        onValue={(chosen) => change({ month: chosen.map(Number) })}
      />
      <ChooseSome label="适合餐次（不选就是都适合）" choices={listEnumChoices('meal')} {...field('meals')} />
      <ChooseSome label="不适合的年龄" choices={listEnumChoices('band')} {...field('notFor')} />
      {!(props.isReadOnly && icon === '') && <PictureField {...field('icon')} />}
      {isPlatform() && !props.isReadOnly && (
        <UnitsField label="另给这些单位各一份" {...field('units')} {...errorFor('vendors')} />
      )}
    </fieldset>
  );
}

const ADD_HINT = '输入名称或拼音，回车选第一个；也可以粘贴表格里的几行，或「猪肉50g，青椒30g」';

function IngredientTable(props: FieldsProps) {
  const { work, change, failure, isReadOnly } = props;
  const foods = work.ingredient;
  useFoodDetails(foods.map(({ key }) => key));
  const onFoods = (ingredient: Food[]) => change({ ingredient });
  const section = useRef<HTMLElement>(null);
  const isJustAdded = useRef(false);
  const lastIndex = foods.length - 1;
  const focusSearch = () => focusIn(section.current, 'input[type=search]');
  // After a food is added its grams are typed next, and then the next food is searched.
  useEffect(() => {
    if (isJustAdded.current) focusIn(section.current, '[data-grams]', lastIndex);
    isJustAdded.current = false;
  }, [lastIndex]);
  const add = ({ code }: Ingredient) => {
    const index = foods.findIndex(({ key }) => key === code);
    if (index >= 0) return focusIn(section.current, '[data-grams]', index);
    isJustAdded.current = true;
    onFoods([...foods, { key: code, value: '', isMain: false }]);
  };
  const pasted = usePastedFoods((added) => {
    onFoods([...foods, ...added.filter(({ key }) => !foods.some((food) => food.key === key))]);
  });
  const foodsWithout = (removedIndex: number) => foods.filter((_, index) => index !== removedIndex);
  const swapWithNext = (index: number) =>
    onFoods([...foods.slice(0, index), ...foods.slice(index, index + 2).reverse(), ...foods.slice(index + 2)]);
  const actionsFor = (index: number) => [
    { text: '上移', run: () => swapWithNext(index - 1), isDisabled: index === 0 },
    { text: '下移', run: () => swapWithNext(index), isDisabled: index === lastIndex },
    { text: '移除', run: () => [onFoods(foodsWithout(index)), focusSearch()] },
  ];
  const actionsCell = ({ key, index }: Row) => <Actions actions={actionsFor(index)} target={toFoodName(key)} />;
  const columns: Column<Row>[] = [
    { name: '食材', cell: ({ key }) => toFoodName(key) },
    ...amountColumns(props, focusSearch),
    ...(isReadOnly ? [] : [{ name: '操作', cell: actionsCell }]),
  ];
  const rows = foods.map((food, index) => ({ ...food, index }));
  const total = foods.reduce((sum, { value }) => sum + (toGrams(value) || 0), 0);
  return (
    <section ref={section} aria-label="食材和克数">
      <h2>
        食材 <small>一份的可食部生重{total > 0 && `，共 ${formatFigure(total)} g`}</small>
      </h2>
      <p class="faint">勾了主料的食材，自动排餐不让它在几天里重复。</p>
      {lastIndex >= 0 && <Table caption="食材" columns={columns} rows={rows} rowKey={({ key }) => key} empty="" />}
      <p class="wrong">{failure?.messageByField.get('ingredient')}</p>
      {!isReadOnly && (
        <div onPaste={pasted.onPaste}>
          <FoodFinder label="添加食材" hint={ADD_HINT} onPick={add} />
        </div>
      )}
      {pasted.dialog}
    </section>
  );
}

const focusIn = (section: HTMLElement | null, selector: string, index = 0): void =>
  section?.querySelectorAll<HTMLElement>(selector)[index]?.focus();

/** The columns for grams and main ingredients. Enter does not submit the form: it calls `onEnter`. */
function amountColumns({ work, change, failure }: FieldsProps, onEnter: () => void) {
  const changeFood = (at: number, changes: Partial<Food>) =>
    change({ ingredient: work.ingredient.map((food, index) => (index === at ? { ...food, ...changes } : food)) });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    onEnter();
  };
  const gramsCell = ({ key, index, value }: Row) => {
    const error = failure?.messageFor(`ingredient.${index}`);
    const labels = { 'aria-label': `${toFoodName(key)}的克数`, 'aria-invalid': error !== undefined };
    return (
      <>
        <input
          data-grams
          {...{ inputMode: 'decimal', maxLength: 12, value, ...labels, onKeyDown }}
          onInput={(event) => changeFood(index, { value: event.currentTarget.value })}
        />
        {error !== undefined && <span class="wrong">{error}</span>}
      </>
    );
  };
  const mainCell = ({ key, index, isMain = false }: Row) => (
    <input
      type="checkbox"
      {...{ checked: isMain, 'aria-label': `${toFoodName(key)}是主料` }}
      onChange={() => changeFood(index, { isMain: !isMain })}
    />
  );
  return [
    { name: '克', cell: gramsCell },
    { name: '主料', cell: mainCell },
  ];
}
