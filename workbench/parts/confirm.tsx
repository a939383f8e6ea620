import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog, type DialogCallbacks } from './dialog.tsx';
import { showToast } from './toast.tsx';

interface ConfirmProps extends DialogCallbacks {
  /** The question: 「关闭单位「一小」？」. */
  readonly title: string;
  /** The label of the confirming button: 「关闭」. */
  readonly confirmLabel: string;
  /** Does what is confirmed. */
  readonly run: () => Promise<unknown>;
  /** The message after success. */
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
