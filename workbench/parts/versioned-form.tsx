import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Failure } from '../api/failure.ts';
import { Loaded, useAsked } from './asked.tsx';
import { Conflict, differencesBetween } from './conflict.tsx';
import { useDraft } from './draft.tsx';
import { EditorForm, type EditorFormProps } from './editor-dialog.tsx';

/** A thing as it was read, and the version that it had then. */
interface Version<Work> {
  readonly work: Work;
  readonly etag: string | undefined;
}

/** What is typed in a form, and why it was refused. */
export interface Typed<Work> {
  readonly work: Work;
  /** What was read or saved last. */
  readonly saved: Work;
  readonly change: (changes: Partial<Work>) => void;
  readonly failure: Failure | undefined;
}

interface VersionedFormProps<Work> extends Pick<EditorFormProps, 'onClose' | 'action'> {
  /** Names the thing: 单位「一小」. */
  readonly what: string;
  /** Under which name what is typed is kept. */
  readonly draft: string;
  /** What people call each field that can be changed. */
  readonly labels: Readonly<Partial<Record<keyof Work, string>>>;
  readonly read: () => Promise<Version<Work>>;
  /** Sends what was changed of that version, or all of it; answers the version that the thing has then. */
  readonly write: (changes: Partial<Work>, params: IfMatch, all: Work) => Promise<Pick<Version<Work>, 'etag'>>;
  readonly onSaved: (work: Work) => void;
  /** Whether it can be saved as it is; absent: always. */
  readonly isReady?: (work: Work) => boolean;
  readonly children: (typed: Typed<Work>) => ComponentChildren;
}

/** What a call tells of the version that it changes. */
type IfMatch = { readonly header: { readonly 'If-Match'?: string } };

/**
 * A form of a thing with a version. What is typed outlives the tab. What somebody else has saved meanwhile is kept where
 * it is about other fields, and asked about where it is about the same.
 */
export function VersionedForm<Work extends object>(props: VersionedFormProps<Work>) {
  const asked = useAsked(props.draft, props.read);
  return <Loaded asked={asked}>{(opened) => <OpenedForm {...props} opened={opened} />}</Loaded>;
}

type OpenedFormProps<Work> = VersionedFormProps<Work> & { readonly opened: Version<Work> };

function OpenedForm<Work extends object>(props: OpenedFormProps<Work>) {
  const { what, labels, onClose, isReady = () => true, action = '保存', children } = props;
  const { work, isRestored, change, drop, base, theirs, take, setTheirs, store } = useVersion(props);
  const names = Object.entries<string | undefined>(labels) as [keyof Work, string][];
  const textsOf = (one: Work) => Object.fromEntries(names.map(([name, text]) => [text, textOf(one[name])]));
  const onDrop = () => drop(base.work);
  const leave = onClose && { onClose: () => [onDrop(), onClose()] };
  return (
    <EditorForm run={() => store(base)} {...{ isRestored, onDrop, action, ...leave }} isReady={isReady(work)}>
      {(failure, sending) => (
        <>
          {children({ work, saved: base.work, change, failure })}
          {theirs && (
            <Conflict
              what={what}
              differences={differencesBetween(textsOf(work), textsOf(theirs.work))}
              onMine={() => sending(() => store(theirs))}
              onTheirs={() => take(theirs)}
              onClose={() => setTheirs(undefined)}
            />
          )}
        </>
      )}
    </EditorForm>
  );
}

/** The state of the form: what is saved, what is typed, and what somebody else has saved meanwhile. */
function useVersion<Work extends object>({ draft, opened, read, write, onSaved }: OpenedFormProps<Work>) {
  const [base, setBase] = useState(opened);
  const [theirs, setTheirs] = useState<Version<Work>>();
  const { work, isRestored, change, drop } = useDraft(draft, opened.work);
  const take = (next: Version<Work>) => {
    setBase(next);
    setTheirs(undefined);
    drop(next.work);
  };
  const store = async (onto: Version<Work>): Promise<void> => {
    setTheirs(undefined);
    const changes = changesOf(work, base.work);
    try {
      const all = { ...onto.work, ...changes };
      const header = onto.etag === undefined ? {} : { 'If-Match': onto.etag };
      take({ work: all, etag: (await write(changes, { header }, all)).etag });
      onSaved(all);
    } catch (thrown) {
      if (!(thrown instanceof Failure) || thrown.reason !== 'changed_meanwhile') throw thrown;
      const newest = await read();
      const others = Object.keys(changesOf(newest.work, base.work));
      if (others.some((name) => name in changes)) setTheirs(newest);
      else await store(newest);
    }
  };
  return { work, isRestored, change, drop, base, theirs, take, setTheirs, store };
}

/** Those fields of a thing that differ from what it was. */
function changesOf<Work extends object>(work: Work, before: Work): Partial<Work> {
  const names = Object.keys(work) as (keyof Work)[];
  const changed = names.filter((name) => textOf(work[name]) !== textOf(before[name]));
  return Object.fromEntries(changed.map((name) => [name, work[name]])) as Partial<Work>;
}

/** A value as people compare it; pictures are too long to be read. */
function textOf(value: unknown): string {
  const text = Array.isArray(value) ? value.join('、') : `${value}`;
  return text.startsWith('data:') ? `图片（${text.length} 字节，${text.slice(-8)}）` : text;
}
