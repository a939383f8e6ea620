type Component = string | ((properties: object) => unknown);

/** The renderer's parts for its plugins. */
interface System {
  readonly React: { createElement(component: Component, properties: object | null, ...children: unknown[]): unknown };
}

/**
 * The heading of a call is a button, and a button must not contain a link. The address bar has the address of an open
 * call.
 */
export const links = () => ({
  wrapComponents: {
    DeepLink:
      (_: Component, { React }: System) =>
      ({ text }: { readonly text: unknown }) =>
        React.createElement('span', null, text),
  },
});
