import type { Signal } from '@preact/signals';
import { api, send } from '../../../api/client.ts';
import { listEnumChoices } from '../../../api/enums.ts';
import { may, requireSession } from '../../../api/session.ts';
import { Actions, showToast } from '../../../parts/actions.tsx';
import { SelectField, TextField } from '../../../parts/field.tsx';
import { useQuery } from '../../../parts/page.tsx';
import * as patterns from '../meal-pattern.ts';
import { type Meal, mealNames } from '../week.ts';

/** `changes` is what the person has changed of the unit's setting, for the next plan. */
type KitchenProps = { readonly meals: readonly Meal[]; readonly changes: Signal<patterns.Kitchen> };

/** What each meal is made of, and what the kitchen can cook. */
export function KitchenFields({ meals, changes }: KitchenProps) {
  const configQuery = useQuery('config', () => send(api.GET('/api/vender/config')));
  return configQuery.draw(({ body: { template: ownTemplate, capacity: ownCapacity = {}, ...shares }, etag = '' }) => {
    const { template: changedTemplate, capacity = ownCapacity } = changes.value;
    const saveForUnit = async () => {
      const template = patterns.toTemplate({ ...ownTemplate, ...changedTemplate });
      const body = { vender: requireSession().vender, ...shares, template, capacity };
      await send(api.POST('/api/vender/config', { params: { header: { 'If-Match': etag } }, body }));
      configQuery.refetch();
      showToast('已为本校保存，以后大家排餐都先按这个来。');
    };
    return (
      <>
        {meals.map((meal) => (
          <MealRows
            key={meal}
            meal={meal}
            rows={changedTemplate[meal] ?? ownTemplate?.[meal] ?? patterns.listUsualRows(meal)}
            onRows={(rows) => (changes.value = { ...changes.value, template: { ...changedTemplate, [meal]: rows } })}
          />
        ))}
        <Capacity capacity={capacity} onCapacity={(capacity) => (changes.value = { ...changes.value, capacity })} />
        <Actions actions={[{ text: '为本校保存', kind: 'button', run: saveForUnit, isAllowed: may('config.edit') }]} />
      </>
    );
  });
}

type Rows = readonly patterns.Row[];
type MealProps = { readonly meal: Meal; readonly rows: Rows; readonly onRows: (rows: patterns.Row[]) => void };

/** A meal as words with the number of dishes, and − and + beside it. Further words can be added. */
function MealRows({ meal, rows, onRows }: MealProps) {
  const name = mealNames[meal];
  const others = listEnumChoices('mark').filter(({ value }) => !rows.some(({ marks }) => marks.join() === value));
  return (
    <fieldset class="row">
      <legend>{name}</legend>
      {rows.map((row) => {
        const label = row.marks.join('/');
        const changeCount = (steps: 1 | -1) =>
          onRows(rows.map((other) => (other === row ? patterns.stepRow(row, steps) : other)));
        return (
          <span key={label} class="row">
            {label}
            <button type="button" aria-label={`${name}${label}少一点`} onClick={() => changeCount(-1)}>
              −
            </button>
            <output aria-label={`${name}${label}`}>{patterns.describeCount(row)}</output>
            <button type="button" aria-label={`${name}${label}多一点`} onClick={() => changeCount(1)}>
              ＋
            </button>
          </span>
        );
      })}
      <SelectField
        label={`${name}再加`}
        value=""
        none="选一种"
        choices={others}
        onValue={(mark) => onRows([...rows, { marks: [mark] as patterns.Row['marks'] }])}
      />
    </fieldset>
  );
}

type Counts = Readonly<Record<string, number>>;

function Capacity(props: { readonly capacity: Counts; readonly onCapacity: (capacity: Counts) => void }) {
  const { all, ...ways } = props.capacity;
  const setCount = (way: string, text: string) => {
    const { [way]: _, ...others } = props.capacity;
    props.onCapacity(text === '' ? others : { ...others, [way]: Number(text) });
  };
  return (
    <details open={all !== undefined || Object.keys(ways).length > 0}>
      <summary>厨房一餐至多做几道</summary>
      <div class="grid narrow">
        {[{ value: 'all', text: '合计' }, ...listEnumChoices('poly')].map(({ value, text }) => (
          <TextField
            key={value}
            {...{ label: text, type: 'number', min: 0, placeholder: '不限', value: `${props.capacity[value] ?? ''}` }}
            onValue={(typed) => setCount(value, typed)}
          />
        ))}
      </div>
    </details>
  );
}
