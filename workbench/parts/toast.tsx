import { signal } from '@preact/signals';

const told = signal('');
let timer: ReturnType<typeof setTimeout> | undefined;

/** Tells what a call did, at the foot of the page, and to screen readers. */
export function toast(text: string): void {
  clearTimeout(timer);
  told.value = text;
  const clear = () => (told.value = '');
  // Longer sentences stay longer.
  timer = setTimeout(clear, 3000 + text.length * 100);
}

/** Where the sentences appear, once in the frame. */
export function Toasts() {
  return (
    <output class="toasts" aria-live="polite">
      {told.value !== '' && <p>{told}</p>}
    </output>
  );
}
