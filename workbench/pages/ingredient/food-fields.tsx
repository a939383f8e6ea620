import { choicesOf } from '../../api/enums.ts';
import type { Failure } from '../../api/failure.ts';
import { ChooseSome } from '../../parts/choices.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import { type FoodWork, groupNutrients, NO_ALLERGENS, type Nutrient } from './food.ts';

interface PartProps {
  readonly work: FoodWork;
  readonly set: (changes: Partial<FoodWork>) => void;
  readonly failure: Failure | undefined;
}

/** What a food is called, and where it stands in the catalogue. */
export function Naming({ work, set, isCodeFixed, failure }: PartProps & { readonly isCodeFixed: boolean }) {
  const field = (name: 'name' | 'alias' | 'category' | 'code' | 'edible') => ({
    ...{ value: work[name], onValue: (value: string) => set({ [name]: value }), wrong: failure?.about(name) },
    maxLength: name === 'code' ? 64 : 100,
  });
  return (
    <div class="grid">
      <TextField label="名称" {...field('name')} required />
      <TextField label="厨房叫法" {...field('alias')} hint="填了就代替名称显示" />
      <TextField label="分类" {...field('category')} required list="food-categories" />
      <datalist id="food-categories">
        {choicesOf('ingredientCategory').map(({ value }) => (
          <option key={value} value={value} />
        ))}
      </datalist>
      <TextField label="编码" {...field('code')} required disabled={isCodeFixed} />
      <TextField label="可食部 %" {...field('edible')} hint="不知道就空着" />
    </div>
  );
}

/** What standards and people with allergies need to know. */
export function Counting({ work, set, failure }: PartProps) {
  const { counted, allergens: known } = work;
  const allergens = [NO_ALLERGENS, ...choicesOf('allergen').map(({ value }) => value)];
  // Nothing and something exclude each other: the newer choice stays.
  const choose = (chosen: string[]) => {
    const isNone = chosen.includes(NO_ALLERGENS) && !known.includes(NO_ALLERGENS);
    set({ allergens: isNone ? [NO_ALLERGENS] : chosen.filter((one) => one !== NO_ALLERGENS || chosen.length === 1) });
  };
  return (
    <>
      <div class="grid">
        <SelectField
          label="营养标准里算作"
          value={counted}
          onValue={(name) => set({ counted: name })}
          choices={[{ value: '', text: '不计入' }, ...choicesOf('foodCategory')]}
          wrong={failure?.about('foodCategory')}
        />
        {counted !== '' && <TextField label="每 g" value={work.amount} onValue={(amount) => set({ amount })} />}
        {counted !== '' && <TextField label="算 g" value={work.counts} onValue={(counts) => set({ counts })} />}
        <label class="check">
          <input type="checkbox" checked={work.dark} onChange={(event) => set({ dark: event.currentTarget.checked })} />
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
export function Figures({ work, set, nutrients, failure }: PartProps & { readonly nutrients: readonly Nutrient[] }) {
  const field = ({ key, value, unit }: Nutrient) => (
    <TextField
      key={key}
      label={`${value} ${unit}`}
      value={work.nutrients[key] ?? ''}
      onValue={(text) => set({ nutrients: { ...work.nutrients, [key]: text.trim() } })}
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
