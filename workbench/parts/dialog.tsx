import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { type Step, Steps } from './steps.tsx';
import { Toasts } from './toast.tsx';

interface DialogProps {
  readonly title: string;
  /** Is called when the person wants to leave, by Esc too. */
  readonly onClose: () => void;
  readonly wide?: boolean;
  /** What the button says that closes it; absent: what is in it has its own. */
  readonly close?: string;
  /** What else can be done, at its foot. */
  readonly steps?: readonly Step[];
  readonly children: ComponentChildren;
}

/** A dialog above the page. It is open as long as it is drawn; the focus returns to where it was. */
export function Dialog({ title, onClose, wide = false, close = '', steps = [], children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    element.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const cancel = (event: Event) => {
    event.preventDefault();
    onClose();
  };
  const closing: Step = { text: close, kind: 'button', act: onClose, may: close !== '' };
  return (
    <dialog ref={element} aria-labelledby={id} class={wide ? 'wide' : ''} onCancel={cancel}>
      <h2 id={id}>{title}</h2>
      {children}
      {(close !== '' || steps.length > 0) && (
        <div class="actions">
          <Steps steps={[closing, ...steps]} />
        </div>
      )}
      {/* A dialog lies above the page's own. */}
      <Toasts />
    </dialog>
  );
}

/** How a dialog ends: with what was done, or without anything. */
export type Ends = { readonly onDone: (told: string) => void; readonly onClose: () => void };
