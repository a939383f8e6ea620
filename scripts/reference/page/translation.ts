type CreateElement = (type: unknown, properties: Properties | null, ...children: unknown[]) => unknown;
type Properties = Readonly<Record<string, unknown>>;

/** The renderer's parts for its plugins. */
interface System {
  readonly React: { createElement: CreateElement };
}

/** The properties of an element that people read or hear. */
const TOLD = ['title', 'placeholder', 'alt', 'aria-label', 'label', 'source'];

/** A word after a bound, such as `[1, 100] characters`. */
const WORD_BEHIND_RANGE = /^[[(≥≤<>].*[\d)\]] ([a-z ]+)$/;
/** A word before an example or a default of a parameter, which is written as Markdown. */
const WORD_IN_FRONT = /^(<i>[A-Za-z ]+<\/i> :) /;

let words: ReadonlyMap<string, string> = new Map();
let isWrapped = false;

/** Translates the renderer's elements by this table, since the renderer itself has no languages. */
export const translation = (table: ReadonlyMap<string, string>) => {
  words = table;
  return ({ React }: System) => {
    if (isWrapped) return {};
    isWrapped = true;
    const create = React.createElement;
    React.createElement = (type, properties, ...children) => {
      if (words.size === 0) return create(type, properties, ...children);
      return create(type, properties && translateProperties(properties), ...children.map(translate));
    };
    return {};
  };
};

function translateProperties(properties: Properties): Properties {
  const told = TOLD.filter((name) => typeof properties[name] === 'string');
  if (told.length === 0) return properties;
  return { ...properties, ...Object.fromEntries(told.map((name) => [name, translate(properties[name])])) };
}

/** Translates a text. Spaces around it stay. */
function translate(child: unknown): unknown {
  if (Array.isArray(child)) return child.some((one) => typeof one === 'string') ? child.map(translate) : child;
  if (typeof child !== 'string') return child;
  const word = (WORD_BEHIND_RANGE.exec(child) ?? WORD_IN_FRONT.exec(child))?.[1] ?? child.trim();
  const translated = words.get(word);
  return translated === undefined ? child : child.replace(word, () => translated);
}
