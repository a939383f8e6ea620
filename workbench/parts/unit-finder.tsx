import type { components } from '../../.build/workbench/api.ts';
import { api, send } from '../api/client.ts';
import { Finder } from './finder.tsx';

type Unit = components['schemas']['UnitChoice'];

/** Of the units that are found so many are shown: whoever wants another types more of its name. */
const UNITS_SHOWN = 8;

/** Finds a unit by its name, for the platform's staff. */
export function UnitFinder({ label, onPick }: { readonly label: string; readonly onPick: (unit: Unit) => void }) {
  const find = async (keyword: string) => {
    const { body } = await send(api.GET('/api/vender/select', { params: { query: { keyword } } }));
    return body.slice(0, UNITS_SHOWN);
  };
  return <Finder {...{ label, find, onPick }} keyOf={({ id }) => id} text={({ name }) => name} />;
}

/** What the platform calls a unit. */
export async function nameOfUnit(id: number): Promise<string> {
  if (id === 0) return '平台菜品库';
  const { body } = await send(api.GET('/api/vender/select', { params: { query: { vendors: `${id}` } } }));
  return body[0]?.name ?? `单位 ${id}`;
}
