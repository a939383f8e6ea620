type Json = Readonly<Record<string, unknown>>;

/**
 * Looks up what a part of the document refers to, and merges what stands in `allOf`. Otherwise the renderer would read
 * the whole document into its own model for each call that is unfolded, which takes seconds. The references of our
 * document stay inside it, and form no circle.
 */
export const references = () => ({
  fn: {
    resolveSubtree: async (document: unknown, path: readonly string[]) => ({
      spec: resolve(document, find(document, path)),
      errors: [],
    }),
  },
});

function resolve(document: unknown, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => resolve(document, one));
  if (!isJson(value)) return value;
  const { $ref } = value;
  if (typeof $ref === 'string') return resolve(document, find(document, $ref.slice('#/'.length).split('/')));
  const members = Object.entries(value).map(([key, member]) => [key, resolve(document, member)]);
  const { allOf, ...own }: Json = Object.fromEntries(members);
  return Array.isArray(allOf) ? [...allOf, own].reduce(merge) : own;
}

/** Everything that both say. Where they differ, the latter wins: it is the narrower one. */
function merge(former: unknown, latter: unknown): unknown {
  if (!isJson(former) || !isJson(latter) || Array.isArray(latter)) return latter;
  const merged = Object.entries(latter).map(([key, value]) => [key, key in former ? merge(former[key], value) : value]);
  return { ...former, ...Object.fromEntries(merged) };
}

/** The part at this path; undefined if there is none. */
function find(document: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, key) => (isJson(at) ? at[key] : undefined), document);
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}
