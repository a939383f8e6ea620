import { signal } from '@preact/signals';
import type { Choice } from '../parts/field.tsx';
import { api, type Schemas, send } from './client.ts';

/** The service's lists of choices. */
export type Enums = Schemas['EnumLists'];

const lists = signal<Enums | undefined>(undefined);
let request: Promise<Enums> | undefined;

/** The lists. They are fetched once per tab. */
export function getEnums(): Promise<Enums> {
  request ??= send(api.GET('/api/basic/enum')).then(({ body }) => {
    lists.value = body;
    return body;
  });
  // A failed request is not cached.
  request.catch(() => {
    request = undefined;
  });
  return request;
}

/** The entries of a list as choices. Until the lists are loaded there are none. */
export function enumChoices(list: keyof Enums): Choice[] {
  if (lists.value === undefined) getEnums().catch(() => undefined);
  return (lists.value?.[list] ?? []).map(({ key, value }) => ({ value: key, text: value }));
}

/** The text of an entry. Until the lists are loaded it is the key. */
export function enumText(list: keyof Enums, key: string): string {
  return enumChoices(list).find(({ value }) => value === key)?.text ?? key;
}
