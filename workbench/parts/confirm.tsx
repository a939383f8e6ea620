import type { ComponentChildren } from 'preact';
import { Dialog, type Ends } from './dialog.tsx';

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

/** Asks before something is deleted: 菜品「番茄炒蛋」. */
export function Deletion({
  what,
  ...rest
}: Omit<ConfirmProps, 'title' | 'action' | 'told'> & { readonly what: string }) {
  return <Confirm {...{ title: `删除${what}？`, action: '删除', told: `已删除${what}`, ...rest }} />;
}
