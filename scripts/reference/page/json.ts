/** The renderer's parts for its plugins. */
interface System {
  readonly specActions: { updateJsonSpec(document: unknown): unknown };
}

type Parse = (text: string) => unknown;

/**
 * Reads the document as the JSON that it is. The renderer takes it for YAML, which takes longer than a tenth of a
 * second. What is no JSON is left to the renderer, which says so.
 */
export const json = () => ({
  statePlugins: {
    spec: {
      wrapActions: {
        parseToJson:
          (parse: Parse, { specActions }: System): Parse =>
          (text) => {
            const document = read(text);
            return document === undefined ? parse(text) : specActions.updateJsonSpec(document);
          },
      },
    },
  },
});

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
