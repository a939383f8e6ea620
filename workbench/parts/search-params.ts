import { useLocation } from 'preact-iso/router';

/** The parameters of a page's address, by name. */
export type SearchParams = Readonly<Record<string, string>>;

/** The parameters of the page's address. Filters and page numbers of lists live there, so that Back restores them. */
export function useSearchParams() {
  const { path, query: params, route } = useLocation();
  /** Sets some parameters; an empty text removes one. While a person types, Back must not go letter by letter. */
  const setParams = (changes: SearchParams, isTyped = false) =>
    route(toAddress(path, { ...params, ...changes }), isTyped);
  /** The value and handler of a control that sets a filter. A new filter starts at the list's first page. */
  const bindFilter = (name: string) => ({
    value: params[name] ?? '',
    onValue: (value: string) => setParams({ [name]: value, page: '' }, name === 'keyword'),
  });
  return { params, setParams, bindFilter, route };
}

/** The values without those that are undefined or empty. */
export function withoutEmpty<Values extends object>(values: Values) {
  const filled = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(filled) as { [Name in keyof Values]?: Exclude<Values[Name], undefined> };
}

/** The address of a page with parameters; empty ones are left out. */
export function toAddress(path: string, params: SearchParams): string {
  const text = new URLSearchParams(Object.entries(params).filter(([, value]) => value !== '')).toString();
  return text === '' ? path : `${path}?${text}`;
}
