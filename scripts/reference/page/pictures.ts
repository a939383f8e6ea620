import type { Speak } from './words.ts';

type Component = string | ((properties: object) => unknown);

/** The renderer's parts for its plugins. */
interface System {
  readonly React: { createElement(component: Component, properties: object | null, ...children: unknown[]): unknown };
}

/** An answer as the renderer shows it. */
interface AnswerProperties {
  readonly content: unknown;
  readonly contentType?: string;
}

/** Icons in an answer. */
const ICON = /data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+/g;
const MOST_ICONS = 24;

/** Shows pictures: SVG answers, which the renderer would print as source text, and icons in JSON. */
export const pictures = (speak: Speak) => () => ({
  wrapComponents: {
    responseBody:
      (Body: Component, { React }: System) =>
      (properties: AnswerProperties) => {
        const shown = listPictures(properties).map((src, index) =>
          React.createElement('img', { key: src, src, alt: speak('picture', { number: String(index + 1) }) }),
        );
        const body = React.createElement(Body, properties);
        if (shown.length === 0) return body;
        return React.createElement('div', null, React.createElement('div', { className: 'pictures' }, shown), body);
      },
  },
});

function listPictures({ content, contentType = '' }: AnswerProperties): string[] {
  if (typeof content !== 'string') return [];
  if (contentType.startsWith('image/svg')) return [`data:image/svg+xml,${encodeURIComponent(content)}`];
  return [...new Set(content.match(ICON))].slice(0, MOST_ICONS);
}
