import { api, send } from '../../api/client.ts';
import { holds, session } from '../../api/session.ts';
import { byLabels, type Typed, VersionedForm } from '../../parts/editor.tsx';
import { fieldsOf, TextField } from '../../parts/field.tsx';
import { toast } from '../../parts/toast.tsx';
import { type Meal, mealNames } from '../planner/place.ts';

type Work = Readonly<Record<Meal, string>>;

const PER_CENT = { type: 'number', min: 0, max: 100, step: 'any' } as const;
const meals = Object.keys(mealNames) as Meal[];

/** How much of a day's energy each meal gives. Its sum is told as one types. */
export function Shares() {
  const vender = session.value?.vender ?? 0;
  return (
    <VersionedForm
      {...{ what: '各餐能量占比', draft: 'shares', tell: byLabels<Work>(mealNames), read: readShares }}
      write={(_, params, shares) => {
        const numbers = Object.fromEntries(meals.map((meal) => [meal, Number(shares[meal])])) as Record<Meal, number>;
        return send(api.POST('/api/vender/config', { params, body: { vender, ...numbers } }));
      }}
      action="保存各餐占比"
      isReady={(work) => holds(22) && sumOf(work) === 100}
      onSaved={() => toast('已保存各餐能量占比')}
    >
      {(typed) => <ShareFields {...typed} />}
    </VersionedForm>
  );
}

function ShareFields({ work, change, failure }: Typed<Work>) {
  const sum = sumOf(work);
  const left = Math.round((100 - sum) * 100) / 100;
  const field = fieldsOf(work, change, failure);
  return (
    <>
      <div class="unit-fields">
        {meals.map((meal) => (
          <TextField key={meal} label={`${mealNames[meal]} %`} {...field(meal)} {...PER_CENT} disabled={!holds(22)} />
        ))}
      </div>
      <output class={left === 0 ? 'good' : left > 0 ? 'low' : 'high'}>
        合计 {sum} %{left !== 0 && `，${left > 0 ? `还差 ${left}` : `多了 ${-left}`} %，要正好 100 % 才能保存`}
      </output>
    </>
  );
}

function sumOf(work: Work): number {
  return Math.round(meals.reduce((sum, meal) => sum + Number(work[meal]) * 100, 0)) / 100;
}

async function readShares() {
  const { body, etag } = await send(api.GET('/api/vender/config'));
  const shares = meals.map((meal) => [meal, `${body[meal] ?? 0}`] as const);
  return { work: Object.fromEntries(shares) as Work, etag };
}
