import { useLocation } from 'preact-iso/router';

/** What stands in the query of an address, by name. */
export type Query = Readonly<Record<string, string>>;

/**
 * The query of the page's address, where filters and pages of lists live, so that Back works. What is set replaces what
 * it names; an empty text takes it away. What is typed replaces the address, so that Back does not go letter by letter.
 */
export function useQuery() {
  const { path, query, route } = useLocation();
  const setQuery = (changes: Query, isTyped = false) => route(addressOf(path, { ...query, ...changes }), isTyped);
  /** What a control needs that sets a filter of a list, which begins with its first page then. */
  const filterBy = (name: string) => ({
    value: query[name] ?? '',
    onValue: (value: string) => setQuery({ [name]: value, page: '' }, name === 'keyword'),
  });
  return { query, setQuery, filterBy, route };
}

/** Those values that are given: what is empty is left out. */
export function given<Values extends object>(values: Values) {
  const some = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(some) as { [Name in keyof Values]?: Exclude<Values[Name], undefined> };
}

/** The address of a page with a query; what is empty is left out. */
export function addressOf(path: string, query: Query): string {
  const text = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString();
  return text === '' ? path : `${path}?${text}`;
}
