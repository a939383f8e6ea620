import { useEffect, useRef, useState } from 'preact/hooks';
import { session } from '../api/session.ts';
import { dropUnsent, keepUnsent, readUnsent } from '../api/unsent.ts';

/** Work that the service does not have yet, kept so that it outlives the tab. */
export interface Draft<Work> {
  readonly work: Work;
  /** Whether it was typed earlier, before the editor was opened. */
  readonly isRestored: boolean;
  /** Keeps what was changed; a function makes all of it anew. What comes late, such as a picture, undoes nothing. */
  readonly change: (changes: Partial<Work> | ((now: Work) => Work)) => void;
  /** Forgets what was kept, and goes on with this. */
  readonly drop: (next: Work) => void;
}

/** The work of an editor: what was kept under this name (`food 12`) if anything, otherwise what is saved. */
export function useDraft<Work extends object>(name: string, saved: Work): Draft<Work> {
  const [{ work, isRestored }, setDraft] = useState({ work: saved, isRestored: false });
  const newest = useRef(saved);
  const isTyped = useRef(false);
  const owner = session.value ?? { vender: 0, uid: '' };
  const show = (next: Work, isKept: boolean) => {
    newest.current = next;
    setDraft({ work: next, isRestored: isKept });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was kept is read once, as the editor opens
  useEffect(() => {
    void readUnsent<Work>(owner, name).then((kept) => {
      if (kept !== undefined && !isTyped.current) show(kept, true);
    });
  }, [name]);
  const change: Draft<Work>['change'] = (changes) => {
    isTyped.current = true;
    const next = typeof changes === 'function' ? changes(newest.current) : { ...newest.current, ...changes };
    show(next, false);
    void keepUnsent(owner, name, next);
  };
  const drop = (next: Work) => {
    show(next, false);
    void dropUnsent(owner, name);
  };
  return { work, isRestored, change, drop };
}

/** Tells that an editor shows what was typed earlier, with a way back to what is saved. */
export function RestoredNote({ isRestored, onDrop }: { readonly isRestored: boolean; readonly onDrop: () => void }) {
  if (!isRestored) return null;
  return (
    <p class="notice warn" role="status">
      这是上次没有保存的内容，可以接着改。{' '}
      <button type="button" class="plain" onClick={onDrop}>
        不要了
      </button>
    </p>
  );
}
