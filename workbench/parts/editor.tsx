import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Failure } from '../api/failure.ts';
import { session } from '../api/session.ts';
import { dropUnsent, keepUnsent, readUnsent } from '../api/unsent.ts';
import { Loaded, useAsked } from './asked.tsx';
import { Dialog } from './dialog.tsx';
import { EditorForm, type EditorFormProps } from './editor-dialog.tsx';
import { fieldsOf } from './field.tsx';
import { type Step, Steps } from './steps.tsx';
import { type Column, Table } from './table.tsx';

/** A thing as it was read, and the version that it had then. */
export interface Version<Work> {
  readonly work: Work;
  /** Absent where nobody else changes it, or nothing is saved yet. */
  readonly etag?: string | undefined;
}

export interface EditorOptions<Work> {
  /** Under this name what is typed is kept: `dish 12`. */
  readonly draft: string;
  /** Reads what is saved now; absent: nobody else changes it. */
  readonly read?: () => Promise<Version<Work>>;
  /** Sends what was changed of that version, or all of it; answers the version that is saved then. */
  readonly write: (changes: Partial<Work>, params: IfMatch, all: Work) => Promise<Saved<Work>>;
  readonly onSaved?: (work: Work) => void;
}

/** What a call tells of the version that it changes. */
type IfMatch = { readonly header: { readonly 'If-Match'?: string } };
/** Absent work is saved as it was sent. */
type Saved<Work> = Partial<Version<Work>>;

/**
 * Edits something that others may change too, until it is saved. What is typed outlives the tab, with the version on
 * which it is based. What somebody else has saved meanwhile is kept where it is about other fields, and asked about where
 * it is about the same.
 */
function useEditor<Work extends object>(options: EditorOptions<Work>, opened: Version<Work>) {
  const { draft, read, write, onSaved } = options;
  const { work: kept, isRestored, ...keeping } = useDraft(draft, { work: opened.work, base: opened });
  const { work, base } = kept;
  const [theirs, setTheirs] = useState<Version<Work>>();
  const newest = useRef(work);
  newest.current = work;
  const change = (changes: Partial<Work>) => keeping.change((now) => ({ ...now, work: { ...now.work, ...changes } }));
  /** Goes on with this, which is saved. */
  const take = (next: Version<Work>) => {
    setTheirs(undefined);
    keeping.drop({ work: next.work, base: next });
  };
  const store = async (all: Work, onto: Version<Work>): Promise<void> => {
    setTheirs(undefined);
    const typed = newest.current;
    try {
      const header = onto.etag === undefined ? {} : { 'If-Match': onto.etag };
      const { etag, work: stored = all } = await write(changesOf(all, onto.work), { header }, all);
      take({ work: stored, etag });
      // What was typed while it was sent is not saved yet.
      if (newest.current !== typed) change(newest.current);
      onSaved?.(stored);
    } catch (thrown) {
      if (!read || !(thrown instanceof Failure) || thrown.reason !== 'changed_meanwhile') throw thrown;
      const now = await read();
      const mine = changesOf(newest.current, base.work);
      if (Object.keys(changesOf(now.work, base.work)).some((name) => name in mine)) setTheirs(now);
      else await store({ ...now.work, ...mine }, now);
    }
  };
  return { work, base, isRestored, theirs, change, take, store, decideLater: () => setTheirs(undefined) };
}

/** What is typed in a form, and why it was refused. */
export interface Typed<Work> {
  readonly work: Work;
  readonly change: (changes: Partial<Work>) => void;
  readonly failure: Failure | undefined;
  readonly field: ReturnType<typeof fieldsOf<Work>>;
}

type OfForms = 'onClose' | 'action' | 'steps' | 'isLong' | 'isFixed';

interface FormProps<Work> extends EditorOptions<Work>, Pick<EditorFormProps, OfForms> {
  /** Names the thing: 单位「一小」. */
  readonly what?: string;
  /** What it holds, as people read it, by the names of its fields. */
  readonly tell?: (work: Work) => Readonly<Record<string, string>>;
  /** Whether it can be saved as it is; absent: always. */
  readonly isReady?: (work: Work) => boolean;
  readonly children: (typed: Typed<Work>) => ComponentChildren;
}

/** A form of a thing with a version, which is read first. */
export function VersionedForm<Work extends object>(props: FormProps<Work> & Pick<Required<FormProps<Work>>, 'read'>) {
  const asked = useAsked(props.draft, props.read);
  return <Loaded asked={asked}>{(opened) => <OpenedForm {...props} opened={opened} />}</Loaded>;
}

/** The same of what was read already. */
export function OpenedForm<Work extends object>(props: FormProps<Work> & { readonly opened: Version<Work> }) {
  const { opened, what = '', tell = () => ({}), onClose, isReady = () => true, children, ...form } = props;
  const { work, base, isRestored, theirs, change, take, store, decideLater } = useEditor(props, opened);
  const drop = () => take(base);
  const leave = onClose && { onClose: () => [drop(), onClose()] };
  const isChanged = Object.keys(changesOf(work, base.work)).length > 0;
  return (
    <EditorForm {...{ ...form, ...leave, isChanged, isReady: isReady(work) }} run={() => store(work, base)}>
      {(failure, sending) => (
        <>
          {isRestored && (
            <p class="notice warn" role="status">
              这是上次没有保存的内容，可以接着改。 <Steps steps={[{ text: '不要了', act: drop }]} />
            </p>
          )}
          {children({ work, change, failure, field: fieldsOf(work, change, failure) })}
          {theirs && (
            <Conflict
              what={what}
              differences={differencesBetween(tell(work), tell(theirs.work))}
              onMine={() => sending(() => store(work, theirs))}
              onTheirs={() => take(theirs)}
              onClose={decideLater}
            />
          )}
        </>
      )}
    </EditorForm>
  );
}

/** Those fields of a thing that differ from what it was. */
function changesOf<Work extends object>(work: Work, before: Work): Partial<Work> {
  const old = new Map<string, unknown>(Object.entries(before));
  const isChanged = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(old.get(name));
  return Object.fromEntries(Object.entries(work).filter(isChanged)) as Partial<Work>;
}

/** Tells the fields of a thing by what people call them. */
export function byLabels<Work extends object>(labels: Readonly<Partial<Record<keyof Work, string>>>) {
  const names = Object.entries<string | undefined>(labels) as [keyof Work, string][];
  return (work: Work) => Object.fromEntries(names.map(([name, label]) => [label, textOf(work[name])]));
}

/** A value as people compare it; pictures are too long to be read. */
function textOf(value: unknown): string {
  const text = Array.isArray(value) ? value.join('、') : `${value}`;
  return text.startsWith('data:') ? `图片（${text.length} 字节，${text.slice(-8)}）` : text;
}

/**
 * The work of an editor: what was kept under this name (`food 12`) if anything, otherwise what is saved. What the service
 * does not have yet is kept, so that it outlives the tab.
 */
export function useDraft<Work extends object>(name: string, saved: Work) {
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
  /** Makes it anew of what it is by then: what comes late, such as a picture, undoes nothing. */
  const change = (make: (now: Work) => Work) => {
    isTyped.current = true;
    const next = make(newest.current);
    show(next, false);
    void keepUnsent(owner, name, next);
  };
  /** Forgets what was kept, and goes on with this. */
  const drop = (next: Work) => {
    show(next, false);
    void dropUnsent(owner, name);
  };
  return { work, isRestored, change, drop };
}

/** One field that both have changed: what it says here, and what it says there. */
export type Difference = Readonly<Record<'name' | 'mine' | 'theirs', string>>;

/** What differs between two sides, each being texts by the names of the fields. */
function differencesBetween(mine: Readonly<Record<string, string>>, theirs: typeof mine): Difference[] {
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
  const rows = names.map((name) => ({ name, mine: mine[name] || '无', theirs: theirs[name] || '无' }));
  return rows.filter((row) => row.mine !== row.theirs);
}

interface ConflictProps extends Readonly<Record<'onMine' | 'onTheirs' | 'onClose', () => void>> {
  /** What somebody else has changed: 菜品「番茄炒蛋」. */
  readonly what: string;
  readonly differences: readonly Difference[];
}

const columns: Column<Difference>[] = [
  { name: '内容', cell: ({ name }) => name },
  { name: '您的', cell: ({ mine }) => mine },
  { name: '对方保存的', cell: ({ theirs }) => theirs },
];

/** Shows what was typed here beside what somebody else has saved meanwhile, and lets the person choose. */
export function Conflict({ what, differences, onMine, onTheirs, onClose }: ConflictProps) {
  const steps: readonly Step[] = [
    { text: '用对方的', kind: 'button', act: onTheirs },
    { text: '用我的', kind: 'main', act: onMine },
  ];
  const list = { caption: '不同的地方', columns, rows: differences, empty: '您看到的各项与对方保存的相同。' };
  return (
    <Dialog {...{ title: `${what}刚被别人改过`, onClose, steps }} close="先不保存" wide>
      <p>您还没有保存的内容没有丢。请选择留下哪一份：</p>
      <Table {...list} keyOf={({ name }) => name} />
    </Dialog>
  );
}
