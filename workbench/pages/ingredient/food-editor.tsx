import { useState } from 'preact/hooks';
import { api, send } from '../../api/client.ts';
import { choicesOf } from '../../api/enums.ts';
import { holds } from '../../api/session.ts';
import { ChooseSome } from '../../parts/choices.tsx';
import type { Opener } from '../../parts/confirm.tsx';
import { Dialog, type Ends } from '../../parts/dialog.tsx';
import { OpenedForm, type Typed } from '../../parts/editor.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import type { Step } from '../../parts/steps.tsx';
import {
  type Food,
  type FoodWork,
  groupNutrients,
  NO_ALLERGENS,
  type Nutrient,
  nameOf,
  toChange,
  toForm,
  toWork,
} from './food.ts';

interface FoodEditorProps {
  /** The food that is changed, or that a new one is like. */
  readonly food: Food | undefined;
  readonly isNew: boolean;
  /** Opens another one in its place. */
  readonly edit: (food: Food | undefined, isNew: boolean) => void;
  readonly remove: Opener['remove'];
  readonly nutrients: readonly Nutrient[];
  readonly ends: Ends;
  /** Is called when something is saved, although the dialog stays. */
  readonly onChanged: () => void;
}

/**
 * A food with its values per 100 g. What the service doubts stands beside the values, which stay open. Units change their
 * own foods, the platform the catalogue.
 */
export function FoodEditor({ food, isNew, edit, remove, nutrients, ends, onChanged }: FoodEditorProps) {
  const isEditable = isNew || holds(47) || (food?.own === true && holds(46));
  const [start] = useState(() => toWork(food, isNew));
  const [saved, setSaved] = useState(isNew ? undefined : start);
  const [doubt, setDoubt] = useState<string>();
  const write = async (_: unknown, __: unknown, work: FoodWork) => {
    const change = saved && toChange(work, saved);
    const call = change
      ? api.POST('/api/ingredient', { body: change })
      : api.PUT('/api/ingredient', { body: toForm(work) });
    const [, doubted] = (await send(call)).desc.split('；');
    setSaved(work);
    setDoubt(doubted);
    if (doubted === undefined) ends.onDone(`已保存食材「${work.name}」`);
    else onChanged();
    return {};
  };
  const drop = () => {
    const { code } = start;
    const about = '用到它的菜品会留下它的编码，营养就算不全了；请先在那些菜品里换掉它。已经发布的食谱不变。';
    remove(`食材「${nameOf(start)}」`, () => send(api.DELETE('/api/ingredient', { body: { code } })), about);
  };
  const draft = isNew ? 'food' : `food ${start.code}`;
  const steps: readonly Step[] = [
    { text: '删除', kind: 'danger', act: drop, may: !isNew && isEditable },
    { text: '照此新建', kind: 'button', act: () => edit(food, true), may: !isNew && holds(46, 47) },
    { text: '关闭', kind: 'button', act: ends.onClose },
  ];
  return (
    <Dialog title={saved ? `食材「${saved.name}」` : '新建食材'} onClose={ends.onClose} wide>
      <OpenedForm {...{ draft, opened: { work: start }, write, steps, isFixed: !isEditable }}>
        {(typed) => (
          <>
            <fieldset class="stack" disabled={!isEditable}>
              <Naming {...typed} isCodeFixed={saved !== undefined} />
              <Counting {...typed} />
              <Figures {...typed} nutrients={nutrients} />
            </fieldset>
            <div role="status">{doubt && <p class="notice warn">已保存。{doubt}</p>}</div>
          </>
        )}
      </OpenedForm>
    </Dialog>
  );
}

function Naming({ field: fieldOf, isCodeFixed }: Typed<FoodWork> & { readonly isCodeFixed: boolean }) {
  const field = (name: 'name' | 'alias' | 'category' | 'code' | 'edible') => ({
    ...fieldOf(name),
    maxLength: name === 'code' ? 64 : 100,
  });
  return (
    <div class="grid">
      <TextField label="名称" {...field('name')} required />
      <TextField label="厨房叫法" {...field('alias')} hint="填了就代替名称显示" />
      <TextField label="分类" {...field('category')} required proposals={choicesOf('ingredientCategory')} />
      <TextField label="编码" {...field('code')} required disabled={isCodeFixed} />
      <TextField label="可食部 %" {...field('edible')} hint="不知道就空着" />
    </div>
  );
}

/** What standards and people with allergies need to know. */
function Counting({ work, change, failure }: Typed<FoodWork>) {
  const { counted, allergens: known } = work;
  const allergens = [NO_ALLERGENS, ...choicesOf('allergen').map(({ value }) => value)];
  // Nothing and something exclude each other: the newer choice stays.
  const choose = (chosen: string[]) => {
    const isNone = chosen.includes(NO_ALLERGENS) && !known.includes(NO_ALLERGENS);
    change({
      allergens: isNone ? [NO_ALLERGENS] : chosen.filter((one) => one !== NO_ALLERGENS || chosen.length === 1),
    });
  };
  return (
    <>
      <div class="grid">
        <SelectField
          label="营养标准里算作"
          value={counted}
          onValue={(name) => change({ counted: name })}
          choices={[{ value: '', text: '不计入' }, ...choicesOf('foodCategory')]}
          wrong={failure?.about('foodCategory')}
        />
        {counted !== '' && <TextField label="每 g" value={work.amount} onValue={(amount) => change({ amount })} />}
        {counted !== '' && <TextField label="算 g" value={work.counts} onValue={(counts) => change({ counts })} />}
        <label class="check">
          <input
            type="checkbox"
            checked={work.dark}
            onChange={(event) => change({ dark: event.currentTarget.checked })}
          />
          深色蔬菜
        </label>
      </div>
      <ChooseSome
        label="过敏原（都不选，表示不清楚）"
        choices={allergens.map((value) => ({ value, text: value }))}
        values={known}
        onValues={choose}
        wrong={failure?.about('allergens')}
      />
    </>
  );
}

/** The values per 100 g: those of every label first, the others where one looks for them. */
function Figures({ work, change, nutrients, failure }: Typed<FoodWork> & { readonly nutrients: readonly Nutrient[] }) {
  const field = ({ key, value, unit }: Nutrient) => (
    <TextField
      key={key}
      label={`${value} ${unit}`}
      value={work.nutrients[key] ?? ''}
      onValue={(text) => change({ nutrients: { ...work.nutrients, [key]: text.trim() } })}
      wrong={failure?.fields.get(`nutrient.${key}`)}
      placeholder={work.traces.includes(key) ? '微量' : ''}
    />
  );
  const countOf = (members: readonly Nutrient[]) => members.filter(({ key }) => work.nutrients[key]).length;
  return (
    <fieldset>
      <legend class="label">每 100 g 可食部的含量（不知道的空着，不要填 0）</legend>
      {groupNutrients(nutrients).map(({ name, members }, index) => (
        <details key={name} open={index === 0 || members.some(({ key }) => failure?.fields.has(`nutrient.${key}`))}>
          <summary>
            {name} <small>{countOf(members)} 项</small>
          </summary>
          <div class="grid narrow">{members.map(field)}</div>
        </details>
      ))}
      {failure?.fields.has('nutrient') && <p class="wrong">{failure.fields.get('nutrient')}</p>}
    </fieldset>
  );
}
