import { useEffect, useRef } from 'preact/hooks';
import { api, type Schemas, send } from '../../api/client.ts';
import { choicesOf } from '../../api/enums.ts';
import { isPlatform } from '../../api/session.ts';
import { ChooseSome } from '../../parts/choices.tsx';
import type { Typed } from '../../parts/editor.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import { Finder } from '../../parts/finder.tsx';
import { figure } from '../../parts/format.ts';
import { PictureField } from '../../parts/picture.tsx';
import { Steps } from '../../parts/steps.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { UnitChoice } from '../../parts/units.tsx';
import { type Draft, type Food, months, nameOf, useDetails } from './dish.tsx';

type Ingredient = Schemas['Ingredient'];
type Row = Food & { readonly at: number };

/** Of so many that are found those are shown that are meant or common. */
const ASKED = 100;

type FieldsProps = Typed<Draft> & { readonly isFixed: boolean };

/** What is said of a dish: its name and kind, what it is made of, when it is served, how it looks, who else gets it. */
export function DishFields(props: FieldsProps) {
  const { work, change, failure, field } = props;
  const { month, meals = [], icon, units } = work;
  const wrong = (field: string) => ({ wrong: failure?.about(field) });
  const none = (text: string) => ({ value: '', text });
  return (
    <fieldset class="stack" disabled={props.isFixed}>
      <div class="grid">
        <TextField label="名称" maxLength={100} {...field('name')} />
        <SelectField
          label="标记"
          choices={[none('请选择'), ...choicesOf('mark')]}
          {...field('marks')}
          {...wrong('mark')}
        />
        <SelectField label="烹饪方式" choices={[none('无'), ...choicesOf('poly')]} {...field('poly')} />
      </div>
      <IngredientTable {...props} />
      <ChooseSome
        {...{ label: '供应月份（不选就是全年）', choices: months, values: month.map(String), ...wrong('month') }}
        onValues={(values) => change({ month: values.map(Number) })}
      />
      <ChooseSome
        {...{ label: '适合餐次（不选就是都适合）', choices: choicesOf('meal'), values: meals, ...wrong('meals') }}
        onValues={(values) => change({ meals: values as typeof meals })}
      />
      {!(props.isFixed && icon === '') && (
        <PictureField icon={icon} onIcon={(chosen) => change({ icon: chosen })} {...wrong('icon')} />
      )}
      {isPlatform() && !props.isFixed && (
        <UnitChoice
          {...{ label: '另给这些单位各一份', values: units, ...wrong('vendors') }}
          onValues={(chosen) => change({ units: chosen })}
        />
      )}
    </fieldset>
  );
}

/** What a dish is made of: found, weighed, moved and taken out, all of it without a mouse too. */
function IngredientTable(props: FieldsProps) {
  const { work, change, failure, isFixed } = props;
  const foods = work.ingredient;
  useDetails(foods);
  const onFoods = (ingredient: Food[]) => change({ ingredient });
  const place = useRef<HTMLElement>(null);
  const isAdded = useRef(false);
  const last = foods.length - 1;
  const search = () => focusIn(place.current, 'input[type=search]');
  // Whoever has found a food types its grams next, and then finds another one.
  useEffect(() => {
    if (isAdded.current) focusIn(place.current, '[data-grams]', last);
    isAdded.current = false;
  }, [last]);
  const add = ({ code }: Ingredient) => {
    const at = foods.findIndex(({ key }) => key === code);
    if (at >= 0) return focusIn(place.current, '[data-grams]', at);
    isAdded.current = true;
    onFoods([...foods, { key: code, value: '', isMain: false }]);
  };
  const without = (at: number) => foods.filter((_, index) => index !== at);
  const move = (at: number, to: number) =>
    onFoods([...without(at).slice(0, to), ...foods.slice(at, at + 1), ...without(at).slice(to)]);
  const stepsOf = (at: number) => [
    { text: '上移', act: () => move(at, at - 1), isDisabled: at === 0 },
    { text: '下移', act: () => move(at, at + 1), isDisabled: at === last },
    { text: '移除', act: () => [onFoods(without(at)), search()] },
  ];
  const columns: Column<Row>[] = [{ name: '食材', cell: ({ key }) => nameOf(key) }, ...amountColumns(props, search)];
  if (!isFixed)
    columns.push({ name: '操作', cell: ({ key, at }) => <Steps steps={stepsOf(at)} about={nameOf(key)} /> });
  const rows = foods.map((food, at) => ({ ...food, at }));
  const total = foods.reduce((sum, { value }) => sum + (Number(value) || 0), 0);
  return (
    <section ref={place} aria-label="食材和克数">
      <h2>
        食材 <small>一份的可食部生重{total > 0 && `，共 ${figure(total)} g`}</small>
      </h2>
      {last >= 0 && <Table caption="食材" columns={columns} rows={rows} keyOf={({ key }) => key} empty="" />}
      <p class="wrong">{failure?.fields.get('ingredient')}</p>
      {!isFixed && <FoodFinder onPick={add} />}
    </section>
  );
}

function focusIn(place: HTMLElement | null, selector: string, at = 0): void {
  place?.querySelectorAll<HTMLElement>(selector)[at]?.focus();
}

/** How much of a food, and whether it is a main one. Enter must not save the dish: it leads on. */
function amountColumns({ work, change, failure }: FieldsProps, next: () => void) {
  const set = (at: number, changes: Partial<Food>) =>
    change({ ingredient: work.ingredient.map((food, index) => (index === at ? { ...food, ...changes } : food)) });
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    next();
  };
  const grams = ({ key, at, value }: Row) => {
    const wrong = failure?.about(`ingredient.${at}`);
    const told = { 'aria-label': `${nameOf(key)}的克数`, 'aria-invalid': wrong !== undefined, onKeyDown: press };
    return (
      <>
        <input
          data-grams
          {...{ inputMode: 'decimal', maxLength: 12, value, ...told }}
          onInput={(event) => set(at, { value: event.currentTarget.value })}
        />
        {wrong !== undefined && <span class="wrong">{wrong}</span>}
      </>
    );
  };
  const main = ({ key, at, isMain = false }: Row) => (
    <input
      type="checkbox"
      {...{ checked: isMain, 'aria-label': `${nameOf(key)}是主料` }}
      onChange={() => set(at, { isMain: !isMain })}
    />
  );
  return [
    { name: '克', cell: grams },
    { name: '主料', cell: main },
  ];
}

function FoodFinder({ onPick }: { readonly onPick: (food: Ingredient) => void }) {
  const find = async (keyword: string) => {
    const { body } = await send(api.GET('/api/ingredient', { params: { query: { keyword, pageSize: ASKED } } }));
    const rank = ({ name, alias, mark }: Ingredient) =>
      alias === keyword || name === keyword ? 0 : mark === '常用' ? 1 : mark === '忌用' ? 3 : 2;
    return body.content.sort((one, other) => rank(one) - rank(other));
  };
  const text = ({ name, alias, category, own, mark }: Ingredient) => (
    <>
      {alias ?? name} <small>{[alias && name, category, own && '自有', mark].filter(Boolean).join(' · ')}</small>
    </>
  );
  const told = { label: '添加食材', hint: '输入名称或拼音，回车选第一个' };
  return <Finder {...told} {...{ find, text, onPick }} keyOf={({ code }) => code} />;
}
