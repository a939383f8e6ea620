import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { type Action, Actions } from './actions.tsx';
import { Toasts } from './toast.tsx';

interface DialogProps {
  readonly title: string;
  /** Called when the person leaves the dialog, also by Esc. */
  readonly onClose: () => void;
  readonly isWide?: boolean;
  /** The label of the closing button; absent: the content has its own. */
  readonly closeLabel?: string;
  /** Further buttons in the footer. */
  readonly actions?: readonly Action[];
  readonly children: ComponentChildren;
}

/** A modal dialog. It is open as long as it is rendered; afterwards the focus returns to where it was. */
export function Dialog({ title, onClose, isWide = false, closeLabel = '', actions = [], children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const previousFocus = document.activeElement;
    element.current?.showModal();
    return () => {
      if (previousFocus instanceof HTMLElement) previousFocus.focus();
    };
  }, []);
  const onCancel = (event: Event) => {
    event.preventDefault();
    onClose();
  };
  const closeAction: Action = { text: closeLabel, kind: 'button', run: onClose, isAllowed: closeLabel !== '' };
  return (
    <dialog ref={element} aria-labelledby={id} class={isWide ? 'wide' : ''} onCancel={onCancel}>
      <h2 id={id}>{title}</h2>
      {children}
      {(closeLabel !== '' || actions.length > 0) && (
        <div class="actions">
          <Actions actions={[closeAction, ...actions]} />
        </div>
      )}
      {/* An open dialog covers the page's own toasts. */}
      <Toasts />
    </dialog>
  );
}

/** How a dialog ends: with a message about what was done, or without a result. */
export type DialogCallbacks = { readonly onDone: (message: string) => void; readonly onClose: () => void };
