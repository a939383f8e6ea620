import type { ComponentChildren } from 'preact';
import type { Failure } from '../api/failure.ts';
import { Dialog } from './dialog.tsx';
import { Problem, type Step, Steps, useSending } from './steps.tsx';

export interface EditorFormProps {
  readonly run: () => Promise<unknown>;
  /** Is called with what was done; absent in a dialog: it closes. */
  readonly onDone?: (told: string) => void;
  readonly told?: string;
  /** Is called when the person gives up; absent in a form that is always there. */
  readonly onClose?: () => void;
  readonly action?: string;
  /** Whether there is something to send; absent: always. */
  readonly isReady?: boolean;
  readonly steps?: readonly Step[];
  /** Whether its foot stays in sight. */
  readonly isLong?: boolean;
  /** Whether it can only be read. */
  readonly isFixed?: boolean;
  /** Whether what is typed is not saved yet, which is told. */
  readonly isChanged?: boolean;
  /** The fields, which show what is wrong with them. */
  readonly children: (
    failure: Failure | undefined,
    sending: ReturnType<typeof useSending>['sending'],
  ) => ComponentChildren;
}

/** Fields that are saved together. What was typed stays until that has succeeded. */
export function EditorForm({ run, onDone, told = '', onClose, steps = [], children, ...rest }: EditorFormProps) {
  const { action = '保存', isReady = true, isLong, isFixed, isChanged } = rest;
  const { isSending, failure, sending } = useSending();
  const submit = (event: Event) => {
    event.preventDefault();
    void sending(run).then((isDone) => isDone && onDone?.(told));
  };
  return (
    <form class="stack" onSubmit={submit}>
      {children(failure, sending)}
      <div class={isLong ? 'saving' : ''}>
        <Problem failure={failure} />
        <div class="actions">
          {isChanged && <small>有改动还没保存</small>}
          <Steps steps={onClose ? [...steps, { text: '取消', kind: 'button', act: onClose }] : steps} />
          {!isFixed && (
            <button type="submit" class="main" disabled={isSending || !isReady}>
              {action}
            </button>
          )}
        </div>
      </div>
    </form>
  );
}

type EditorDialogProps = EditorFormProps & { title: string; onClose: () => void; wide?: boolean };

/** A dialog of fields that are saved together. */
export function EditorDialog({ title, wide = false, ...form }: EditorDialogProps) {
  return (
    <Dialog title={title} onClose={form.onClose} wide={wide}>
      <EditorForm onDone={form.onClose} {...form} />
    </Dialog>
  );
}
