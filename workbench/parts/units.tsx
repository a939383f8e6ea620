import { useState } from 'preact/hooks';
import { api, type Schemas, send } from '../api/client.ts';
import { TextField } from './field.tsx';
import { Finder } from './finder.tsx';
import { Loaded, useQuery } from './query.tsx';

/** The maximum number of units that are listed. To find others a person types their names. */
const MAX_SHOWN = 60;

interface UnitsFieldProps {
  readonly label: string;
  readonly values: readonly number[];
  readonly onValues: (values: number[]) => void;
  readonly error?: string | undefined;
}

/** Chooses any number of units, found by name or pinyin. The initially chosen ones come first. */
export function UnitsField({ label, values, onValues, error }: UnitsFieldProps) {
  const [keyword, setKeyword] = useState('');
  const [initialIds] = useState(() => new Set(values));
  const units = useQuery(keyword, () =>
    send(api.GET('/api/vender/select', { params: { query: keyword === '' ? {} : { keyword } } })),
  );
  const toggle = (id: number) =>
    onValues(values.includes(id) ? values.filter((value) => value !== id) : [...values, id].sort((a, b) => a - b));
  return (
    <fieldset class="field unit-choice">
      <legend class="label">
        {label}（已选 {values.length} 个）
      </legend>
      <TextField label="找单位" type="search" value={keyword} onValue={setKeyword} placeholder="名称或拼音" />
      <Loaded query={units}>
        {({ body }) => (
          <>
            <ul>
              {[...body.filter(({ id }) => initialIds.has(id)), ...body.filter(({ id }) => !initialIds.has(id))]
                .slice(0, MAX_SHOWN)
                .map(({ id, name, category }) => (
                  <li key={id}>
                    <label>
                      <input type="checkbox" checked={values.includes(id)} onChange={() => toggle(id)} />
                      {name} <small>{category}</small>
                    </label>
                  </li>
                ))}
            </ul>
            {body.length === 0 && <small>没有这样的单位。</small>}
            {body.length > MAX_SHOWN && <small>还有 {body.length - MAX_SHOWN} 个单位，输入名称来找。</small>}
          </>
        )}
      </Loaded>
      {error !== undefined && <span class="wrong">{error}</span>}
    </fieldset>
  );
}

/** A search for a unit by its name, for the platform's staff. */
export function UnitFinder({ label, onPick }: { label: string; onPick: (unit: Schemas['UnitChoice']) => void }) {
  const find = async (keyword: string) =>
    (await send(api.GET('/api/vender/select', { params: { query: { keyword } } }))).body;
  return <Finder {...{ label, find, onPick }} itemKey={({ id }) => id} text={({ name }) => name} />;
}

/** Reads the name of a unit. Unit 0 is shown as the platform's library of dishes. */
export async function readUnitName(id: number): Promise<string> {
  if (id === 0) return '平台菜品库';
  const { body } = await send(api.GET('/api/vender/select', { params: { query: { vendors: `${id}` } } }));
  return body[0]?.name ?? `单位 ${id}`;
}
