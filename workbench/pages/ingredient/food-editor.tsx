import { useState } from 'preact/hooks';
import { api, send } from '../../api/client.ts';
import { listEnumChoices } from '../../api/enums.ts';
import { isPlatform, may } from '../../api/session.ts';
import { type Action, Actions, Dialog, type DialogCallbacks, type DialogOpener } from '../../parts/actions.tsx';
import { ChooseSome, SelectField, TextField, toChoices } from '../../parts/field.tsx';
import { Form, type FormState } from '../../parts/form.tsx';
import * as foods from './food.ts';

interface FoodEditorProps {
  readonly food: foods.Food | undefined;
  readonly isNew: boolean;
  readonly edit: (food: foods.Food | undefined, isNew: boolean) => void;
  readonly confirmDelete: DialogOpener['confirmDelete'];
  readonly nutrients: readonly foods.Nutrient[];
  readonly callbacks: DialogCallbacks;
  /** Is called when the food is saved and the dialog stays open. */
  readonly onChanged: () => void;
}

/** A food and its values per 100 g; with `isNew` a new one like it. If the service doubts a value, the dialog stays open. */
export function FoodEditor({ food, isNew, edit, confirmDelete, nutrients, callbacks, onChanged }: FoodEditorProps) {
  const isEditable = isNew || (may('ingredient.edit') && (isPlatform() || food?.own === true));
  const [initialWork] = useState(() => foods.toWork(food, isNew));
  const [savedWork, setSavedWork] = useState(isNew ? undefined : initialWork);
  const [warning, setWarning] = useState<string>();
  const write = async (work: foods.FoodWork) => {
    const changes = savedWork && foods.toChanges(work, savedWork);
    const call = changes
      ? api.POST('/api/ingredient', { body: changes })
      : api.PUT('/api/ingredient', { body: foods.toForm(work) });
    const [, newWarning] = (await send(call)).desc.split('；'); // A warning follows a semicolon.
    setSavedWork(work);
    setWarning(newWarning);
    if (newWarning === undefined) callbacks.onDone(`已保存食材「${work.name}」`);
    else onChanged();
  };
  const askToDelete = () => {
    const { code } = initialWork;
    const consequence = '用到它的菜品会留下它的编码，营养就算不全了；请先在那些菜品里换掉它。已经发布的食谱不变。';
    const deleteFood = () => send(api.DELETE('/api/ingredient', { body: { code } }));
    confirmDelete(`食材「${foods.foodName(initialWork)}」`, deleteFood, consequence);
  };
  const draftKey = isNew ? 'food' : `food ${initialWork.code}`;
  const actions: readonly Action[] = [
    { text: '删除', kind: 'danger', run: askToDelete, isAllowed: !isNew && isEditable },
    { text: '照此新建', kind: 'button', run: () => edit(food, true), isAllowed: !isNew && may('ingredient.edit') },
    { text: '关闭', kind: 'button', run: callbacks.onClose },
  ];
  return (
    <Dialog title={savedWork ? `食材「${savedWork.name}」` : '新建食材'} onClose={callbacks.onClose} isWide>
      <Form {...{ draftKey, initial: { work: initialWork }, write, actions, isReadOnly: !isEditable }}>
        {(form) => (
          <>
            <fieldset class="stack" disabled={!isEditable}>
              <NameFields {...form} isCodeFixed={savedWork !== undefined} />
              <ClassificationFields {...form} />
              <Figures {...form} nutrients={nutrients} food={isNew ? undefined : food} />
            </fieldset>
            <div role="status">{warning && <p class="notice warn">已保存。{warning}</p>}</div>
          </>
        )}
      </Form>
    </Dialog>
  );
}

function NameFields({ field: bindField, isCodeFixed }: FormState<foods.FoodWork> & { readonly isCodeFixed: boolean }) {
  const field = (name: keyof typeof foods.emptyTexts) => ({ ...bindField(name), maxLength: 100 });
  return (
    <div class="grid">
      <TextField label="名称" {...field('name')} required />
      <TextField label="厨房叫法" {...field('alias')} hint="填了就代替名称显示" />
      <TextField label="分类" {...field('category')} required suggestions={listEnumChoices('ingredientCategory')} />
      <TextField label="编码" {...field('code')} maxLength={64} required disabled={isCodeFixed} />
      <TextField label="可食部 %" {...field('edible')} hint="不知道就空着" />
    </div>
  );
}

function ClassificationFields({ work, change, failure, field }: FormState<foods.FoodWork>) {
  const { allergens } = work;
  const allergenNames = listEnumChoices('allergen').map(({ value }) => value);
  const choices = toChoices([foods.NO_ALLERGENS, ...allergenNames, foods.UNKNOWN_ALLERGENS]);
  // "None" and all others exclude each other; the newer choice stays.
  const chooseAllergens = (chosen: string[]) => {
    const isNoneChosen = chosen.includes(foods.NO_ALLERGENS) && !allergens.includes(foods.NO_ALLERGENS);
    const others = chosen.filter((name) => name !== foods.NO_ALLERGENS || chosen.length === 1);
    change({ allergens: isNoneChosen ? [foods.NO_ALLERGENS] : others });
  };
  // The service classifies the food as an import would, by its name. The person may change that.
  const fillProposal = async () => {
    const { name, category, nutrient } = foods.toForm(work);
    const body = { name, category, nutrient };
    change(foods.toClassification((await send(api.POST('/api/ingredient/proposal', { body }))).body));
  };
  const isNamed = work.name.trim() !== '' && work.category.trim() !== '';
  return (
    <>
      <Actions actions={[{ text: '按名称和分类建议归类', kind: 'button', run: fillProposal, isAllowed: isNamed }]} />
      <div class="grid">
        <SelectField
          {...{ label: '营养标准里算作', none: '不计入', choices: listEnumChoices('foodCategory') }}
          {...field('countedAs')}
          error={failure?.messageFor('foodCategory')}
        />
        {work.countedAs !== '' && <TextField label="每 g" {...field('rawGrams')} />}
        {work.countedAs !== '' && <TextField label="算 g" {...field('countedGrams')} />}
        <label class="check">
          <input type="checkbox" checked={work.dark} onChange={() => change({ dark: !work.dark })} />
          深色蔬菜
        </label>
      </div>
      <ChooseSome
        label="过敏原（都不选，表示不清楚；「不明」表示可能还有别的）"
        {...{ choices, ...field('allergens') }}
        onValue={chooseAllergens}
      />
    </>
  );
}

type FiguresProps = FormState<foods.FoodWork> & Pick<FoodEditorProps, 'nutrients' | 'food'>;

/** The values per 100 g. The nutrients of every label come first; the other groups are folded. Each says its sources. */
function Figures({ work, change, nutrients, food, failure }: FiguresProps) {
  const messageFor = (key: string) => failure?.messageByField.get(`nutrient.${key}`);
  const field = ({ key, value, unit }: foods.Nutrient) => (
    <TextField
      key={key}
      label={`${value} ${unit}`}
      value={work.nutrients[key] ?? ''}
      onValue={(text) => change({ nutrients: { ...work.nutrients, [key]: text.trim() } })}
      error={messageFor(key)}
      placeholder={work.traces.includes(key) ? '微量' : ''}
    />
  );
  const countFilled = (members: readonly foods.Nutrient[]) => members.filter(({ key }) => work.nutrients[key]).length;
  return (
    <fieldset>
      <legend class="label">每 100 g 可食部的含量（不知道的空着，不要填 0）</legend>
      {foods.groupNutrients(nutrients).map(({ name, members }, index) => (
        <details key={name} open={index === 0 || members.some(({ key }) => messageFor(key))}>
          <summary>
            {name}{' '}
            <small>
              {countFilled(members)} 项{food && foods.describeSources(food, members)}
            </small>
          </summary>
          <div class="grid narrow">{members.map(field)}</div>
        </details>
      ))}
      {failure?.messageByField.has('nutrient') && <p class="wrong">{failure.messageByField.get('nutrient')}</p>}
    </fieldset>
  );
}
