type Component = string | ((properties: object) => unknown);

/** What the renderer hands to its plugins. */
interface System {
  readonly React: { createElement(component: Component, properties: object | null, ...children: unknown[]): unknown };
}

/** What unfolds a call is a button, in which a link has no place: the address of a call stands in the bar once it is open. */
export const links = () => ({
  wrapComponents: {
    DeepLink:
      (_: Component, { React }: System) =>
      ({ text }: { readonly text: unknown }) =>
        React.createElement('span', null, text),
  },
});
