import { signal } from '@preact/signals';
import type { Choice } from '../parts/field.tsx';
import { api, type Schemas, send } from './client.ts';

/** The lists that people choose from, as the service tells them. */
export type Enums = Schemas['EnumLists'];

const lists = signal<Enums | undefined>(undefined);
let asking: Promise<Enums> | undefined;

/** The lists, asked for once as long as the tab is open. A page waits for them with what else it asks for. */
export function getEnums(): Promise<Enums> {
  asking ??= send(api.GET('/api/basic/enum')).then(({ body }) => {
    lists.value = body;
    return body;
  });
  // What failed is asked for anew.
  asking.catch(() => {
    asking = undefined;
  });
  return asking;
}

/** The entries of a list as choices; none until the lists are here. */
export function choicesOf(list: keyof Enums): Choice[] {
  if (lists.value === undefined) getEnums().catch(() => undefined);
  return (lists.value?.[list] ?? []).map(({ key, value }) => ({ value: key, text: value }));
}

/** What people call an entry of a list; its key until the lists are here. */
export function nameIn(list: keyof Enums, key: string): string {
  return choicesOf(list).find(({ value }) => value === key)?.text ?? key;
}
