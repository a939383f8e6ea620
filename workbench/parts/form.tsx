import type { ComponentChildren } from 'preact';
import type { Failure } from '../api/client.ts';
import { type Action, Actions, Dialog, FailureNotice, useSubmit } from './actions.tsx';
import * as editor from './editor.tsx';
import { bindFields } from './field.tsx';
import { useQuery } from './page.tsx';

/** The state from which a form draws its fields: the typed work, the failure, and a binding for each field. */
export interface FormState<Work> {
  readonly work: Work;
  readonly change: (changes: Partial<Work>) => void;
  readonly failure: Failure | undefined;
  readonly field: ReturnType<typeof bindFields<Work>>;
}

export interface FormProps<Work> extends editor.EditorOptions<Work> {
  /** Absent: the form starts empty. */
  readonly initial?: editor.Version<Work>;
  /** The thing, for the title of a conflict: 单位「一小」. */
  readonly subject?: string;
  /** The content as texts, by the labels of the fields; a conflict compares them. */
  readonly describe?: (work: Work) => Readonly<Record<string, string>>;
  /** Whether the work can be saved as it is; absent: always. */
  readonly isReady?: (work: Work, isChanged: boolean) => boolean;
  /** Is called when the person cancels; absent: the form has no cancel button. */
  readonly onClose?: () => void;
  readonly submitLabel?: string;
  readonly actions?: readonly Action[];
  /** Whether the footer stays in sight while a long form scrolls. */
  readonly isLong?: boolean;
  readonly isReadOnly?: boolean;
  readonly children: (form: FormState<Work>) => ComponentChildren;
}

/** A form whose fields are saved together. The typed values stay until saving succeeds. */
export function Form<Work extends object>({ initial = { work: {} as Work }, ...props }: FormProps<Work>) {
  const { draftKey, subject = '', describe = () => ({}), isReady = () => true, submitLabel = '保存', onClose } = props;
  const { isSending, failure, submit } = useSubmit();
  const { work, base, isRestored, theirVersion, change, adopt, save, decideLater } = editor.useEditor(props, initial);
  const discard = () => adopt(base);
  const cancel = () => {
    discard();
    onClose?.();
  };
  const cancelAction: Action = { text: '取消', kind: 'button', run: cancel, isAllowed: onClose !== undefined };
  const isChanged = Object.keys(editor.pickChangedFields(work, base.work)).length > 0;
  const onSubmit = (event: Event) => {
    event.preventDefault();
    void submit(() => save(work, base));
  };
  return (
    <form class="stack" onSubmit={onSubmit}>
      {isRestored && (
        <p class="notice warn" role="status">
          这是上次没有保存的内容，可以接着改。 <Actions actions={[{ text: '不要了', run: discard }]} />
        </p>
      )}
      {props.children({ work, change, failure, field: bindFields(work, change, failure) })}
      {theirVersion && (
        <editor.Conflict
          subject={subject}
          differences={editor.listDifferences(describe(work), describe(theirVersion.work))}
          onMine={() => submit(() => save(work, theirVersion))}
          onTheirs={() => adopt(theirVersion)}
          onClose={decideLater}
        />
      )}
      <div class={props.isLong ? 'sticky-foot' : 'foot'}>
        <FailureNotice failure={failure} />
        <div class="actions">
          {isChanged && draftKey !== undefined && <small>有改动还没保存</small>}
          <Actions actions={[...(props.actions ?? []), cancelAction]} />
          {!props.isReadOnly && (
            <button type="submit" class="main" disabled={isSending || !isReady(work, isChanged)}>
              {submitLabel}
            </button>
          )}
        </div>
      </div>
    </form>
  );
}

/** A form that first reads what it edits, which others may change. */
export const VersionedForm = <Work extends object>(props: FormProps<Work> & Pick<Required<FormProps<Work>>, 'read'>) =>
  useQuery(props.draftKey ?? '', props.read).draw((initial) => <Form {...props} initial={initial} />);

type FormDialogProps<Work> = FormProps<Work> & { title: string; onClose: () => void; isWide?: boolean };

/** A dialog with a form. It closes when the form is saved, unless it has an `onSaved`, which then decides. */
export function FormDialog<Work extends object>({ title, isWide = false, ...form }: FormDialogProps<Work>) {
  return (
    <Dialog title={title} onClose={form.onClose} isWide={isWide}>
      <Form onSaved={form.onClose} {...form} />
    </Dialog>
  );
}
