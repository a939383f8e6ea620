import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog, type Ends } from './dialog.tsx';
import { toast } from './toast.tsx';

interface ConfirmProps extends Ends {
  /** Names what is done to what: 「关闭单位「一小」？」. */
  readonly title: string;
  /** What the button says: 「关闭」. */
  readonly action: string;
  readonly run: () => Promise<unknown>;
  /** What was done then. */
  readonly told?: string;
  /** What else goes, and whether it can be taken back. */
  readonly children: ComponentChildren;
}

/** Asks before something is done that cannot be taken back, and says why where it is refused. */
export function Confirm({ title, action, run, onDone, told = '', onClose, children }: ConfirmProps) {
  const act = () => run().then(() => onDone(told));
  return (
    <Dialog {...{ title, onClose, steps: [{ text: action, kind: 'danger', act }] }} close="不，保留">
      {children}
    </Dialog>
  );
}

/** The dialog that a list has open, if any. What it did is told, and the list is read anew. */
export function useOpened(onChanged: () => void) {
  const [draw, setDraw] = useState<(ends: Ends) => ComponentChildren>();
  const open = (opened: typeof draw) => setDraw(() => opened);
  const onClose = () => setDraw(undefined);
  const onDone = (told: string) => {
    onClose();
    toast(told);
    onChanged();
  };
  /** Opens the question whether to delete something (菜品「番茄炒蛋」); `about` says what else goes. */
  const remove = (what: string, run: () => Promise<unknown>, about: string) =>
    open((ends) => (
      <Confirm {...{ title: `删除${what}？`, action: '删除', told: `已删除${what}`, run, ...ends }}>
        <p>{about}</p>
      </Confirm>
    ));
  return { open, remove, opened: draw?.({ onDone, onClose }) };
}
export type Opener = Pick<ReturnType<typeof useOpened>, 'open' | 'remove'>;
