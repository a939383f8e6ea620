import type { Speak } from './words.ts';

/** Elements that the renderer leaves without a name, by selector, and their names. */
const named: readonly (readonly [selector: string, nameOf: (element: Element, speak: Speak) => string])[] = [
  [
    'tr[data-property-name] :is(select, input, textarea)',
    (field, speak) => propertyOf(field, 'data-property-name', speak),
  ],
  ['tr[data-param-name] :is(select, input, textarea)', (field, speak) => propertyOf(field, 'data-param-name', speak)],
  ['.opblock-section-request-body select', (_, speak) => speak('contentType')],
  ['select.examples-select-element', (_, speak) => speak('example')],
  ['select.content-type', (_, speak) => speak('mediaType')],
  ['select', (_, speak) => speak('choice')],
  ['.operation-filter-input', (_, speak) => speak('filter')],
  [
    'table[role="region"]',
    (table, speak) =>
      speak(table.classList.contains('live-responses-table') ? 'answerOf' : 'answersOf', { call: callOf(table) }),
  ],
];

/** Levels of headings, since the renderer skips some. */
const levels: readonly (readonly [selector: string, level: string])[] = [
  ['.opblock-tag', '2'],
  ['.opblock h4', '3'],
  ['.opblock h5', '4'],
];

/** Elements that scroll by themselves, so the keyboard must reach them. */
const SCROLLED = 'pre.microlight, .highlight-code > pre, .model-box, .table-container';

/** Names the renderer's elements for people who do not see them, now and after each drawing. */
export function keepNamed(root: Element, speak: Speak): void {
  const name = () => {
    for (const [selector, nameOf] of named) {
      for (const element of root.querySelectorAll(`${selector}:not([aria-label])`)) {
        element.setAttribute('aria-label', nameOf(element, speak));
      }
    }
    for (const [selector, level] of levels) {
      for (const heading of root.querySelectorAll(`${selector}:not([aria-level])`)) {
        heading.setAttribute('aria-level', level);
      }
    }
    for (const one of root.querySelectorAll(`:is(${SCROLLED}):not([tabindex])`)) one.setAttribute('tabindex', '0');
  };
  let isDue = false;
  const nameSoon = () => {
    if (isDue) return;
    isDue = true;
    // Once for everything that is drawn together.
    requestAnimationFrame(() => {
      isDue = false;
      name();
    });
  };
  new MutationObserver(nameSoon).observe(root, { childList: true, subtree: true });
}

function propertyOf(field: Element, attribute: string, speak: Speak): string {
  const name = field.closest('tr')?.getAttribute(attribute) ?? '';
  return field.matches('[type="checkbox"]') ? speak('sendEmpty', { name }) : name;
}

/** Such as `PUT /api/dish`. */
function callOf(element: Element): string {
  const call = element.closest('.opblock');
  const text = (part: string) => call?.querySelector(`.opblock-summary-${part}`)?.textContent?.trim() ?? '';
  return `${text('method')} ${text('path')}`;
}
