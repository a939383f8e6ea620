import type { ComponentChildren } from 'preact';
import { Dialog } from './dialog.tsx';
import { Problem, useSending } from './sending.tsx';

interface ConfirmProps {
  /** Names what is done to what: 「删除菜品「番茄炒蛋」？」. */
  readonly title: string;
  /** What the button says: 「删除」. */
  readonly action: string;
  readonly run: () => Promise<unknown>;
  /** Is called with what was done. */
  readonly onDone: (told: string) => void;
  readonly told?: string;
  readonly onClose: () => void;
  /** What else goes, and whether it can be taken back. */
  readonly children: ComponentChildren;
}

/** Asks before something is done that cannot be taken back, and says why where it is refused. */
export function Confirm({ title, action, run, onDone, told = '', onClose, children }: ConfirmProps) {
  const { isSending, failure, sending } = useSending();
  const confirm = () => sending(run).then((isDone) => isDone && onDone(told));
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <Problem failure={failure} />
      <div class="actions">
        <button type="button" onClick={onClose}>
          不，保留
        </button>
        <button type="button" class="danger" disabled={isSending} onClick={confirm}>
          {action}
        </button>
      </div>
    </Dialog>
  );
}
