import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { type Failure, requireFailure } from '../api/client.ts';

/** Something that a person can do with a row, a selection, a page or a list: a button, or a link, which ignores `isDisabled`. */
export interface Action {
  readonly text: string;
  /** Runs on a click. A promise is waited for, and its failure is shown next to the buttons. */
  readonly run?: () => unknown;
  /** The page that the action opens, instead of `run`. */
  readonly to?: string;
  /** Absent: yes. Where it is not allowed, there is no such button. */
  readonly isAllowed?: boolean;
  readonly isDisabled?: boolean;
  readonly title?: string;
  /** How it is drawn; absent: as text. */
  readonly kind?: 'plain' | 'button' | 'main' | 'danger';
}

/** Actions in a row, on a target that screen readers name: 「番茄炒蛋」. While one runs, all its buttons are disabled. */
export function Actions({ actions, target = '' }: { readonly actions: readonly Action[]; readonly target?: string }) {
  const { isSending, failure, submit } = useSubmit();
  const allowedActions = actions.filter(({ isAllowed = true }) => isAllowed);
  const runAction = (run: Action['run']) => {
    const running = run?.();
    if (running instanceof Promise) void submit(() => running);
  };
  const drawAction = ({ text, run, to, isDisabled = false, title, kind = 'plain' }: Action) => {
    const attributes = { key: text, title, 'aria-label': target === '' ? undefined : `${text}${target}` };
    const link = { ...attributes, class: kind === 'plain' ? '' : `button ${kind}` };
    if (to !== undefined) return <a {...{ ...link, href: to }}>{text}</a>;
    const button = { ...attributes, class: kind, disabled: isDisabled || isSending, onClick: () => runAction(run) };
    return <button {...{ ...button, type: 'button' }}>{text}</button>;
  };
  if (allowedActions.length === 0) return null;
  return (
    <>
      {failure && <FailureNotice failure={failure} />}
      <span class="action-buttons">{allowedActions.map(drawAction)}</span>
    </>
  );
}

/** The state of a component's calls: whether one is running, and the failure of the last one. */
export function useSubmit() {
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const submit = async (run: () => Promise<unknown>) => {
    setSending(true);
    setFailure(undefined);
    try {
      await run();
    } catch (thrown) {
      setFailure(requireFailure(thrown));
    } finally {
      setSending(false);
    }
  };
  return { isSending, failure, submit, clearFailure: () => setFailure(undefined) };
}

/** Why a call failed and what to do next. Screen readers read it out at once. */
export const FailureNotice = ({ failure }: { readonly failure: Failure | undefined }) => (
  <div role="alert">{failure !== undefined && <p class="notice bad">{failure.advice}</p>}</div>
);

const toastText = signal('');
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows a message at the bottom of the page for some seconds; screen readers read it out. */
export function showToast(text: string): void {
  clearTimeout(timer);
  toastText.value = text;
  // Three seconds, and a tenth more for each character, are enough to read it.
  timer = setTimeout(() => (toastText.value = ''), 3000 + text.length * 100);
}

export const Toasts = () => (
  <output class="toasts" aria-live="polite">
    {toastText.value !== '' && <p>{toastText}</p>}
  </output>
);

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
  const titleId = useId();
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
    <dialog ref={element} aria-labelledby={titleId} class={isWide ? 'wide' : ''} onCancel={onCancel}>
      <h2 id={titleId}>{title}</h2>
      {children}
      <div class="actions">
        <Actions actions={[closeAction, ...actions]} />
      </div>
      {/* An open dialog covers the page's own toasts. */}
      <Toasts />
    </dialog>
  );
}

/** How a dialog ends: with a message about what was done, or without a result. */
export type DialogCallbacks = { readonly onDone: (message: string) => void; readonly onClose: () => void };

interface ConfirmProps extends DialogCallbacks {
  readonly title: string;
  readonly confirmLabel: string;
  readonly run: () => Promise<unknown>;
  readonly doneText?: string; // Absent: success needs no message.
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

type DrawDialog = (callbacks: DialogCallbacks) => ComponentChildren;

/** Opens dialogs. `confirmDelete` asks whether to delete something (菜品「番茄炒蛋」), and says the consequence. */
export interface DialogOpener {
  readonly open: (drawDialog: DrawDialog) => void;
  readonly confirmDelete: (subject: string, run: () => Promise<unknown>, consequence: string) => void;
}

/** Holds the dialog that a list has opened, if any. After its success a toast shows its message, and `onChanged` is called. */
export function useDialog(onChanged: () => void): DialogOpener & { readonly dialog: ComponentChildren } {
  const [draw, setDraw] = useState<DrawDialog>();
  const open = (drawDialog: DrawDialog) => setDraw(() => drawDialog);
  const onClose = () => setDraw(undefined);
  const onDone = (message: string) => {
    onClose();
    if (message !== '') showToast(message);
    onChanged();
  };
  const confirmDelete: DialogOpener['confirmDelete'] = (subject, run, consequence) =>
    open((callbacks) => (
      <Confirm
        {...{ title: `删除${subject}？`, confirmLabel: '删除', doneText: `已删除${subject}`, run, ...callbacks }}
      >
        <p>{consequence}</p>
      </Confirm>
    ));
  return { open, confirmDelete, dialog: draw?.({ onDone, onClose }) };
}
