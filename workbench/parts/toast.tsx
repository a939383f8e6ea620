import { signal } from '@preact/signals';

const message = signal('');
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows a message at the bottom of the page for some seconds; screen readers read it out. */
export function showToast(text: string): void {
  clearTimeout(timer);
  message.value = text;
  const clear = () => (message.value = '');
  // Longer messages stay longer.
  timer = setTimeout(clear, 3000 + text.length * 100);
}

/** The place where toasts appear. */
export function Toasts() {
  return (
    <output class="toasts" aria-live="polite">
      {message.value !== '' && <p>{message}</p>}
    </output>
  );
}
