import { useRef, useState } from 'preact/hooks';
import { Failure } from '../api/failure.ts';
import { Conflict, type Difference } from './conflict.tsx';
import { RestoredNote, useDraft } from './draft.tsx';
import { Problem, useSending } from './sending.tsx';

/** What an editor holds: with it the version on which it is based. */
interface Versioned {
  readonly etag: string | undefined;
}

interface EditorOptions<Work> {
  /** Under this name unsaved work is kept: `dish 12`. */
  readonly name: string;
  readonly opened: Work;
  /** Saves work on its version, and answers it as it is saved. */
  readonly store: (work: Work) => Promise<Work>;
  /** Reads what is saved now. */
  readonly read: () => Promise<Work>;
}

/**
 * Edits something that others may change too, until it is saved: nothing typed is lost, and nothing of theirs
 * overwritten unseen.
 */
export function useEditor<Work extends Versioned>({ name, opened, store, read }: EditorOptions<Work>) {
  const [saved, setSaved] = useState(opened);
  /** What somebody else has saved meanwhile. */
  const [theirs, setTheirs] = useState<Work>();
  const draft = useDraft(name, opened);
  const sending = useSending();
  const newest = useRef(draft.work);
  newest.current = draft.work;
  /** Goes on with this, which is saved. */
  const take = (next: Work) => {
    setSaved(next);
    setTheirs(undefined);
    draft.drop(next);
  };
  const save = (work = draft.work) =>
    sending.sending(async () => {
      setTheirs(undefined);
      const typed = newest.current;
      try {
        const stored = await store(work);
        take(stored);
        // What was typed while it was sent is not saved yet.
        if (newest.current !== typed) draft.change({ ...newest.current, etag: stored.etag });
      } catch (thrown) {
        if (!(thrown instanceof Failure) || thrown.reason !== 'changed_meanwhile') throw thrown;
        setTheirs(await read());
      }
    });
  const { isSending, failure } = sending;
  return { ...draft, saved, save, isSending, failure, theirs, take, decideLater: () => setTheirs(undefined) };
}
export type Editor<Work extends Versioned> = ReturnType<typeof useEditor<Work>>;

interface EditorNotesProps<Work extends Versioned> {
  readonly editor: Editor<Work>;
  /** What is edited: 菜品「番茄炒蛋」. */
  readonly what: string;
  readonly differencesOf: (mine: Work, theirs: Work) => readonly Difference[];
}

/** What an editor tells above its fields: what was restored, why saving was refused, and who was faster. */
export function EditorNotes<Work extends Versioned>({ editor, what, differencesOf }: EditorNotesProps<Work>) {
  const { work, saved, theirs, isRestored, failure, drop, save, take, decideLater } = editor;
  return (
    <>
      <RestoredNote isRestored={isRestored} onDrop={() => drop(saved)} />
      <Problem failure={failure} />
      {theirs && (
        <Conflict
          what={what}
          differences={differencesOf(work, theirs)}
          onMine={() => save({ ...work, etag: theirs.etag })}
          onTheirs={() => take(theirs)}
          onClose={decideLater}
        />
      )}
    </>
  );
}
