import { Dialog } from './dialog.tsx';
import type { Step } from './steps.tsx';
import { type Column, Table } from './table.tsx';

/** One field that both have changed: what it says here, and what it says there. */
export interface Difference {
  readonly name: string;
  readonly mine: string;
  readonly theirs: string;
}

/** What differs between two sides, each being texts by the names of the fields. */
export function differencesBetween(mine: Readonly<Record<string, string>>, theirs: typeof mine): Difference[] {
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
  const rows = names.map((name) => ({ name, mine: mine[name] || '无', theirs: theirs[name] || '无' }));
  return rows.filter((row) => row.mine !== row.theirs);
}

interface ConflictProps {
  /** What somebody else has changed: 菜品「番茄炒蛋」. */
  readonly what: string;
  readonly differences: readonly Difference[];
  /** Saves what is here over what the other one has saved. */
  readonly onMine: () => void;
  /** Takes what the other one has saved, and drops what is here. */
  readonly onTheirs: () => void;
  /** Leaves both as they are for now. */
  readonly onClose: () => void;
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
