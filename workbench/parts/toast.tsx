import { signal } from '@preact/signals';

/** How long a sentence stays, in milliseconds: longer ones need longer. */
const shown = (text: string) => 3000 + text.length * 100;

const told = signal('');
let timer: ReturnType<typeof setTimeout> | undefined;

/** Tells what a call did, at the foot of the page, and to screen readers. */
export function toast(text: string): void {
  clearTimeout(timer);
  told.value = text;
  timer = setTimeout(() => {
    told.value = '';
  }, shown(text));
}

/** Where the sentences appear, once in the frame. */
export function Toasts() {
  return (
    <output class="toasts" aria-live="polite">
      {told.value !== '' && <p>{told}</p>}
    </output>
  );
}
