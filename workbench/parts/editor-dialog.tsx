import type { ComponentChildren } from 'preact';
import type { Failure } from '../api/failure.ts';
import { type Action, Actions, FailureNotice, useSubmit } from './actions.tsx';
import { Dialog } from './dialog.tsx';

export interface EditorFormProps {
  readonly run: () => Promise<unknown>;
  /** Is called after success; absent in a dialog: it closes. */
  readonly onDone?: (message: string) => void;
  readonly doneText?: string;
  /** Is called when the person cancels; absent: the form has no cancel button. */
  readonly onClose?: () => void;
  readonly submitLabel?: string;
  readonly isReady?: boolean;
  readonly actions?: readonly Action[];
  /** Whether the footer stays in sight while a long form scrolls. */
  readonly isLong?: boolean;
  readonly isReadOnly?: boolean;
  /** Whether there are unsaved changes; the footer says so. */
  readonly isChanged?: boolean;
  /** Draws the fields, with the failure of the last attempt. */
  readonly children: (
    failure: Failure | undefined,
    submit: ReturnType<typeof useSubmit>['submit'],
  ) => ComponentChildren;
}

/** A form whose fields are saved together. The typed values stay until saving succeeds. */
export function EditorForm({ run, onDone, doneText = '', onClose, actions = [], children, ...rest }: EditorFormProps) {
  const { submitLabel: action = '保存', isReady = true, isLong, isReadOnly, isChanged } = rest;
  const { isSending, failure, submit } = useSubmit();
  const onSubmit = (event: Event) => {
    event.preventDefault();
    void submit(run).then((isDone) => isDone && onDone?.(doneText));
  };
  return (
    <form class="stack" onSubmit={onSubmit}>
      {children(failure, submit)}
      <div class={isLong ? 'saving' : 'foot'}>
        <FailureNotice failure={failure} />
        <div class="actions">
          {isChanged && <small>有改动还没保存</small>}
          <Actions actions={onClose ? [...actions, { text: '取消', kind: 'button', run: onClose }] : actions} />
          {!isReadOnly && (
            <button type="submit" class="main" disabled={isSending || !isReady}>
              {action}
            </button>
          )}
        </div>
      </div>
    </form>
  );
}

type EditorDialogProps = EditorFormProps & { title: string; onClose: () => void; isWide?: boolean };

/** A dialog with a form whose fields are saved together. */
export function EditorDialog({ title, isWide = false, ...form }: EditorDialogProps) {
  return (
    <Dialog title={title} onClose={form.onClose} isWide={isWide}>
      <EditorForm onDone={form.onClose} {...form} />
    </Dialog>
  );
}
