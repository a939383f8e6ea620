import { signal } from '@preact/signals';
import type { Choice } from '../parts/field.tsx';
import { read, type Schemas } from './client.ts';

type Enums = Schemas['EnumLists'];

const loadedLists = signal<Enums | undefined>(undefined);
let listsRequest: Promise<Enums> | undefined;

/** Fetches the service's lists of choices, once per tab. */
export function fetchEnums(): Promise<Enums> {
  listsRequest ??= read('/api/basic/enum').then((lists) => (loadedLists.value = lists));
  // A failed request is not cached.
  listsRequest.catch(() => (listsRequest = undefined));
  return listsRequest;
}

/** The entries of a list as choices. Until the lists are loaded there are none. */
export function listEnumChoices(listName: keyof Enums): Choice[] {
  if (loadedLists.value === undefined) fetchEnums().catch(() => undefined);
  return (loadedLists.value?.[listName] ?? []).map(({ key, value }) => ({ value: key, text: value }));
}

/** The text of an entry. Until the lists are loaded it is the key. */
export const toEnumText = (listName: keyof Enums, key: string): string =>
  listEnumChoices(listName).find(({ value }) => value === key)?.text ?? key;
