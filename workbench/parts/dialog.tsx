import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { type Action, Actions } from './actions.tsx';
import { showToast, Toasts } from './toast.tsx';

interface DialogProps {
  readonly title: string;
  /** Called when the person leaves the dialog, also by Esc. */
  readonly onClose: () => void;
  readonly isWide?: boolean;
  readonly closeLabel?: string;
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

interface ConfirmProps extends DialogCallbacks {
  /** The question: 「关闭单位「一小」？」. */
  readonly title: string;
  readonly confirmLabel: string;
  readonly run: () => Promise<unknown>;
  readonly doneText?: string;
  /** The consequences, and whether they can be reverted. */
  readonly children: ComponentChildren;
}

/** A dialog that asks before something irreversible is done. If the call fails it stays open and says why. */
export function Confirm({ title, confirmLabel: action, run, onDone, doneText = '', onClose, children }: ConfirmProps) {
  const confirm = () => run().then(() => onDone(doneText));
  return (
    <Dialog {...{ title, onClose, actions: [{ text: action, kind: 'danger', run: confirm }] }} closeLabel="不，保留">
      {children}
    </Dialog>
  );
}

/** Holds the dialog that a list has opened, if any. After its success a toast shows its message, and `onChanged` is called. */
export function useDialog(onChanged: () => void) {
  const [draw, setDraw] = useState<(callbacks: DialogCallbacks) => ComponentChildren>();
  const open = (drawDialog: typeof draw) => setDraw(() => drawDialog);
  const onClose = () => setDraw(undefined);
  const onDone = (message: string) => {
    onClose();
    if (message !== '') showToast(message);
    onChanged();
  };
  /** Asks whether to delete something (菜品「番茄炒蛋」). */
  const confirmDelete = (subject: string, run: () => Promise<unknown>, consequence: string) =>
    open((callbacks) => (
      <Confirm
        {...{ title: `删除${subject}？`, confirmLabel: '删除', doneText: `已删除${subject}`, run, ...callbacks }}
      >
        <p>{consequence}</p>
      </Confirm>
    ));
  return { open, confirmDelete, dialog: draw?.({ onDone, onClose }) };
}
export type DialogOpener = Pick<ReturnType<typeof useDialog>, 'open' | 'confirmDelete'>;
