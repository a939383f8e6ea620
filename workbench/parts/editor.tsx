import { useEffect, useRef, useState } from 'preact/hooks';
import { Failure } from '../api/client.ts';
import { session } from '../api/session.ts';
import { deleteUnsent, readUnsent, storeUnsent } from '../api/unsent.ts';
import { type Action, Dialog } from './actions.tsx';
import { type Column, Table } from './table.tsx';

/** The typed fields of something that is edited, such as a dish, with its version. */
export interface Version<Work> {
  readonly work: Work;
  /** Absent: nobody else changes the thing, or it is not saved yet. */
  readonly etag?: string | undefined;
}

export interface EditorOptions<Work> {
  /** The key under which the browser stores the typed draft: `dish 12`. Absent: it does not, as with passwords. */
  readonly draftKey?: string;
  /** Reads the saved version; absent: nobody else changes the thing. */
  readonly read?: () => Promise<Version<Work>>;
  /** Saves all of it, or its changes. Returns what it knows of the saved version; without `work` that is what was sent. */
  readonly write: (work: Work, sent: Sent<Work>) => Promise<Partial<Version<Work>> | undefined> | Promise<void>;
  readonly onSaved?: (work: Work) => void;
}

/** What has changed of a version, and the parameters that name this version to the service. */
interface Sent<Work> {
  readonly changes: Partial<Work>;
  readonly params: { readonly header: { readonly 'If-Match'?: string } };
}

/**
 * Edits a thing that others may change at the same time. The browser stores the draft with the version on which it is
 * based, so that it outlives the tab. If somebody else has saved meanwhile, changes of different fields are merged;
 * changes of the same field become a conflict, which the person decides.
 */
export function useEditor<Work extends object>(options: EditorOptions<Work>, initial: Version<Work>) {
  const { draftKey, read, write, onSaved } = options;
  const { draft, isRestored, ...drafts } = useDraft(draftKey, { work: initial.work, base: initial });
  const { work, base } = draft;
  const [theirVersion, setTheirVersion] = useState<Version<Work>>();
  const newestWork = useRef(work);
  newestWork.current = work;
  const change = (changes: Partial<Work>) =>
    drafts.change((current) => ({ ...current, work: { ...current.work, ...changes } }));
  const adopt = (version: Version<Work>) => {
    setTheirVersion(undefined);
    drafts.reset({ work: version.work, base: version });
  };
  /** Saves work on top of `version`: on the version that was edited, or on a newer one. */
  const save = async (sentWork: Work, version: Version<Work>): Promise<void> => {
    setTheirVersion(undefined);
    const workBefore = newestWork.current;
    try {
      const header = version.etag === undefined ? {} : { 'If-Match': version.etag };
      const changes = pickChangedFields(sentWork, version.work);
      const saved: Partial<Version<Work>> = (await write(sentWork, { changes, params: { header } })) || {};
      const { work: savedWork = sentWork, etag } = saved;
      adopt({ work: savedWork, etag });
      // The person may have typed while the request was running.
      if (newestWork.current !== workBefore) change(newestWork.current);
      onSaved?.(savedWork);
    } catch (thrown) {
      if (!read || !(thrown instanceof Failure) || thrown.reason !== 'changed_meanwhile') throw thrown;
      const latest = await read();
      const myChanges = pickChangedFields(newestWork.current, base.work);
      if (Object.keys(pickChangedFields(latest.work, base.work)).some((name) => name in myChanges))
        setTheirVersion(latest);
      else await save({ ...latest.work, ...myChanges }, latest);
    }
  };
  return { work, base, isRestored, theirVersion, change, adopt, save, decideLater: () => setTheirVersion(undefined) };
}

/** The fields of `work` that differ from `before`. */
export function pickChangedFields<Work extends object>(work: Work, before: Work): Partial<Work> {
  const oldValueByName = new Map<string, unknown>(Object.entries(before));
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(oldValueByName.get(name));
  return Object.fromEntries(Object.entries(work).filter(isChanged)) as Partial<Work>;
}

/** Returns a function that describes work by the labels of its fields. */
export function describeByLabels<Work extends object>(labels: Readonly<Partial<Record<keyof Work, string>>>) {
  const names = Object.entries<string | undefined>(labels) as [keyof Work, string][];
  return (work: Work) => Object.fromEntries(names.map(([name, label]) => [label, toText(work[name])]));
}

/** A value as a text that people can compare. A picture is shortened to its size and its last characters. */
function toText(value: unknown): string {
  const text = Array.isArray(value) ? value.join('、') : `${value}`;
  return text.startsWith('data:') ? `图片（${text.length} 字节，${text.slice(-8)}）` : text;
}

/** The draft of an editor. Under `draftKey` (`food 12`), if any, the browser stores it until it is saved, and restores it. */
export function useDraft<Draft extends object>(draftKey: string | undefined, saved: Draft) {
  const [{ draft, isRestored }, setState] = useState({ draft: saved, isRestored: false });
  const newestDraft = useRef(saved);
  const isTyped = useRef(false);
  const owner = session.value ?? { vender: 0, uid: '' };
  const show = (next: Draft, isFromStore: boolean) => {
    newestDraft.current = next;
    setState({ draft: next, isRestored: isFromStore });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stored draft is read once, when the editor opens
  useEffect(() => {
    if (draftKey === undefined) return;
    void readUnsent<Draft>(owner, draftKey).then((stored) => {
      if (stored !== undefined && !isTyped.current) show(stored, true);
    });
  }, [draftKey]);
  /** Changes the newest draft: a late change, such as a loaded picture, must not undo what was typed meanwhile. */
  const change = (update: (current: Draft) => Draft) => {
    isTyped.current = true;
    const next = update(newestDraft.current);
    show(next, false);
    if (draftKey !== undefined) void storeUnsent(owner, draftKey, next);
  };
  const reset = (next: Draft) => {
    show(next, false);
    if (draftKey !== undefined) void deleteUnsent(owner, draftKey);
  };
  return { draft, isRestored, change, reset };
}

/** A field that both persons have changed: its label, and its text in each version. */
export type Difference = Readonly<Record<'name' | 'mine' | 'theirs', string>>;

/** The differences between two descriptions, which map labels to texts. */
export function listDifferences(mine: Readonly<Record<string, string>>, theirs: typeof mine): Difference[] {
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
  const rows = names.map((name) => ({ name, mine: mine[name] || '无', theirs: theirs[name] || '无' }));
  return rows.filter((row) => row.mine !== row.theirs);
}

interface ConflictProps extends Readonly<Record<'onMine' | 'onTheirs' | 'onClose', () => void>> {
  /** The thing that somebody else has changed: 菜品「番茄炒蛋」. */
  readonly subject: string;
  readonly differences: readonly Difference[];
}

const columns: Column<Difference>[] = [
  { name: '内容', cell: ({ name }) => name },
  { name: '您的', cell: ({ mine }) => mine },
  { name: '对方保存的', cell: ({ theirs }) => theirs },
];

/** Asks the person which version stays: their own, or the one that somebody else has saved meanwhile. */
export function Conflict({ subject, differences, onMine, onTheirs, onClose }: ConflictProps) {
  const actions: readonly Action[] = [
    { text: '用对方的', kind: 'button', run: onTheirs },
    { text: '用我的', kind: 'main', run: onMine },
  ];
  const list = { caption: '不同的地方', columns, rows: differences, empty: '您看到的各项与对方保存的相同。' };
  return (
    <Dialog {...{ title: `${subject}刚被别人改过`, onClose, actions }} closeLabel="先不保存" isWide>
      <p>您还没有保存的内容没有丢。请选择留下哪一份：</p>
      <Table {...list} />
    </Dialog>
  );
}
