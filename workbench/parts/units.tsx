import { useState } from 'preact/hooks';
import { read, type Schemas } from '../api/client.ts';
import { countDays, toDate, today } from './dates.ts';
import { type FieldTexts, TextField } from './field.tsx';
import { Finder } from './finder.tsx';
import { useQuery } from './page.tsx';

/** The maximum number of units that are listed. To find others a person types their names. */
const MAX_SHOWN = 60;

type UnitsFieldProps = Omit<FieldTexts, 'hint'> & { value: readonly number[]; onValue: (ids: number[]) => void };

/** Chooses any number of units, found by name or pinyin. The initially chosen ones come first, each part in the service's order. */
export function UnitsField({ label, value: ids, onValue, error }: UnitsFieldProps) {
  const [keyword, setKeyword] = useState('');
  const [initialIds] = useState(() => new Set(ids));
  const unitsQuery = useQuery(keyword, () => read('/api/vender/select', keyword === '' ? {} : { keyword }));
  const toggle = (id: number) =>
    onValue(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id].sort((a, b) => a - b));
  return (
    <fieldset class="field unit-choice">
      <legend class="label">{`${label}（已选 ${ids.length} 个）`}</legend>
      <TextField label="找单位" type="search" value={keyword} onValue={setKeyword} placeholder="名称或拼音" />
      {unitsQuery.draw((found) => (
        <>
          <ul>
            {[...found]
              .sort((one, other) => Number(initialIds.has(other.id)) - Number(initialIds.has(one.id)))
              .slice(0, MAX_SHOWN)
              .map(({ id, name, category }) => (
                <li key={id}>
                  <label>
                    <input type="checkbox" checked={ids.includes(id)} onChange={() => toggle(id)} />
                    {name} <small>{category}</small>
                  </label>
                </li>
              ))}
          </ul>
          {found.length === 0 && <small>没有这样的单位。</small>}
          {found.length > MAX_SHOWN && <small>还有 {found.length - MAX_SHOWN} 个单位，输入名称来找。</small>}
        </>
      ))}
      {error !== undefined && <span class="wrong">{error}</span>}
    </fieldset>
  );
}

/** A search for a unit by its name, for the platform's staff. */
export function UnitFinder({ label, onPick }: { label: string; onPick: (unit: Schemas['UnitChoice']) => void }) {
  const find = (keyword: string) => read('/api/vender/select', { keyword });
  return <Finder {...{ label, find, onPick }} resultKey={({ id }) => id} drawResult={({ name }) => name} />;
}

/** Reads the name of a unit. Unit 0 is shown as the platform's library of dishes. */
export async function readUnitName(id: number): Promise<string> {
  if (id === 0) return '平台菜品库';
  const [unit] = await read('/api/vender/select', { vendors: `${id}` });
  return unit?.name ?? `单位 ${id}`;
}

/** The number of days before its end from which a unit is due for renewal. */
export const ENDING_DAYS = 30;

/** The last day of a unit, with a warning when it is near. */
export function LastDay({ unit: { expire } }: { readonly unit: Pick<Schemas['Unit'], 'expire'> }) {
  const date = toDate(expire);
  const daysLeft = countDays(today(), date);
  return (
    <>
      <time>{date}</time>
      {daysLeft < 0 && <b class="high"> 已到期，现在不能登录</b>}
      {daysLeft >= 0 && daysLeft <= ENDING_DAYS && (
        <b class="low"> {daysLeft === 0 ? '今天是最后一天' : `还有 ${daysLeft} 天`}</b>
      )}
    </>
  );
}
