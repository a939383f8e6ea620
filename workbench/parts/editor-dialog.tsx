import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Failure } from '../api/failure.ts';
import { Dialog } from './dialog.tsx';
import { RestoredNote } from './draft.tsx';
import { Problem, useSending } from './sending.tsx';
import { toast } from './toast.tsx';

/** How a dialog ends: with what was done, or without anything. */
export interface Ends {
  readonly onDone: (told: string) => void;
  readonly onClose: () => void;
}

/** What a list opens a dialog for, if any. What it did is told, and the list is read anew. */
export function useDoing<Doing>(onChanged: () => void) {
  const [doing, begin] = useState<Doing>();
  const onClose = () => begin(undefined);
  const onDone = (told: string) => {
    onClose();
    toast(told);
    onChanged();
  };
  return { doing, begin, ends: { onDone, onClose } satisfies Ends };
}

/** The dialog that a list has open, if any: it is drawn with how it ends, until it ends. */
export function useOpened(onChanged: () => void) {
  const { doing, begin, ends } = useDoing<(ends: Ends) => ComponentChildren>(onChanged);
  return { open: (draw: (ends: Ends) => ComponentChildren) => begin(() => draw), opened: doing?.(ends) };
}
export type Open = ReturnType<typeof useOpened>['open'];

export interface EditorFormProps {
  /** Saves what was typed. */
  readonly run: () => Promise<unknown>;
  /** Is called with what was done; absent in a dialog: it closes. */
  readonly onDone?: (told: string) => void;
  readonly told?: string;
  /** Whether it shows what was typed earlier, which `onDrop` forgets. */
  readonly isRestored?: boolean;
  readonly onDrop?: () => void;
  /** Is called when the person gives up; absent in a form that is always there. */
  readonly onClose?: () => void;
  readonly action?: string;
  /** Whether there is something to send; absent: always. */
  readonly isReady?: boolean;
  /** The fields, which show what is wrong with them. */
  readonly children: (
    failure: Failure | undefined,
    sending: ReturnType<typeof useSending>['sending'],
  ) => ComponentChildren;
}

/** Fields that are saved together. What was typed stays until that has succeeded. */
export function EditorForm({ run, onDone, told = '', onClose, children, ...rest }: EditorFormProps) {
  const { isRestored = false, onDrop, action = '保存', isReady = true } = rest;
  const { isSending, failure, sending } = useSending();
  const submit = (event: Event) => {
    event.preventDefault();
    void sending(run).then((isDone) => isDone && onDone?.(told));
  };
  return (
    <form class="stack" onSubmit={submit}>
      <RestoredNote isRestored={isRestored} onDrop={() => onDrop?.()} />
      {children(failure, sending)}
      <Problem failure={failure} />
      <div class="actions">
        {onClose && (
          <button type="button" onClick={onClose}>
            取消
          </button>
        )}
        <button type="submit" class="main" disabled={isSending || !isReady}>
          {action}
        </button>
      </div>
    </form>
  );
}

interface EditorDialogProps extends EditorFormProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly wide?: boolean;
}

/** A dialog of fields that are saved together. */
export function EditorDialog({ title, wide = false, ...form }: EditorDialogProps) {
  const leave = () => {
    form.onDrop?.();
    form.onClose();
  };
  return (
    <Dialog title={title} onClose={leave} wide={wide}>
      <EditorForm onDone={form.onClose} {...form} onClose={leave} />
    </Dialog>
  );
}
