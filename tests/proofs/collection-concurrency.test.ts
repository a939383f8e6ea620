import { afterAll, describe, expect, it } from 'vitest';
import { Random } from '../../lib/domain/values/random.ts';
import { units } from '../../lib/store/unit/unit.ts';
import { leaveCopy } from '../../lib/table/collection/copies.ts';
import { headKey, rowKey, unitKey, unitsPartition } from '../../tables/keys.ts';
import { startService } from '../support/service/service.ts';
import { type DumpedItem, dumpTable } from '../support/service/table-dump.ts';
import { takeCensus } from './concurrency/census.ts';
import { proveDishes, proveUnits } from './concurrency/concurrency.ts';
import { showFault } from './concurrency/excerpt.ts';
import { History, type Member, type Question, type Read, type Write } from './concurrency/history.ts';
import { makeUnits } from './concurrency/units.ts';
import { judge } from './concurrency/verdict.ts';

describe('eight writers and eight searching readers', { timeout: 60_000 }, () => {
  /** Fewer reads beside relevant writes would prove nothing, however slow the machine is. */
  const LEAST = 3;

  it('see the units as they were at one moment', async () => {
    const { figures, faults } = await proveUnits({ seconds: 0.6, seed: 7 });
    expect(faults).toEqual([]);
    expect(figures.contended).toBeGreaterThanOrEqual(LEAST);
  });

  it('see the units as they were at one moment on a table as loose as DynamoDB', async () => {
    const { faults } = await proveUnits({ seconds: 0.6, seed: 7, isLoose: true });
    expect(faults).toEqual([]);
  });

  it('see the dishes of a unit as they were at one moment', async () => {
    const { figures, faults } = await proveDishes({ seconds: 0.6, seed: 8 });
    expect(faults).toEqual([]);
    expect(figures.contended).toBeGreaterThanOrEqual(LEAST);
  });
});

const WHOLE = { pageNo: 0, pageSize: Number.POSITIVE_INFINITY };
const ofTen = (pageNo: number) => ({ pageNo, pageSize: 10 });

/** A history made by hand. Members are numbered from 1 and have only names. */
class Made {
  readonly history = new History();

  /** Creates a member. */
  create(name: string): Member {
    const member = this.history.addMember(`t${this.history.members.size + 1}z`);
    member.id = this.history.members.size;
    this.history.endWrite(this.begin(member, 'create', name));
    return member;
  }

  /** Begins to create a member. */
  beginCreate(name: string): [Member, Write] {
    const member = this.history.addMember(`t${this.history.members.size + 1}z`);
    member.id = this.history.members.size;
    return [member, this.begin(member, 'create', name)];
  }

  begin(member: Member, kind: Write['kind'], name?: string): Write {
    return this.history.beginWrite(member, kind, name === undefined ? undefined : { name });
  }

  end(...writes: Write[]): void {
    for (const write of writes) this.history.endWrite(write);
  }

  rename(member: Member, name: string): void {
    this.end(this.begin(member, 'change', name));
  }

  remove(member: Member): void {
    this.end(this.begin(member, 'remove'));
  }

  /** What the judge finds wrong with an answer that shows these members with these names, while `meanwhile` happens. */
  judge(
    { keyword = '', factsOf = 'any moment', total, ...extent }: Asked,
    shown: readonly (readonly [Member, string])[],
    during: () => void = () => {},
  ) {
    const start = this.history.tick();
    during();
    const seen = shown.map(([{ tag, id = 0 }, name]) => ({ tag, id, facts: { name } }));
    const filter: Question['filter'] = ({ name = '' }) => name.includes(keyword);
    const asked = { reader: 'reader', call: `GET ?keyword=${keyword}`, filter, factsOf, ...extent };
    const read: Read = { ...asked, start, end: this.history.tick(), seen, total: total ?? seen.length };
    this.history.addRead(read);
    return judge(this.history, read);
  }
}

type Asked = Pick<Question, 'pageNo' | 'pageSize'> & {
  readonly keyword?: string;
  readonly factsOf?: Question['factsOf'];
  readonly total?: number;
};

describe('the judge refuses', () => {
  it('a deleted member', () => {
    const made = new Made();
    const one = made.create('红烧');
    made.remove(one);
    expect(made.judge(WHOLE, [[one, '红烧']]).fault).toMatchObject({ rule: 'deleted member shown', members: [one] });
  });

  it('a member that is created only after the read', () => {
    const made = new Made();
    const late: Member = { tag: 't1z', id: 1, writes: [] };
    expect(made.judge(WHOLE, [[late, '红烧']]).fault?.rule).toBe('unknown member');
    made.history.members.set(late.tag, late);
    const verdict = made.judge(WHOLE, [[late, '红烧']]);
    expect(verdict.fault?.rule).toBe('deleted member shown');
  });

  it('a list without a member that was committed before', () => {
    const made = new Made();
    const [one, two] = [made.create('红烧'), made.create('红烧')];
    expect(made.judge(WHOLE, [[two, '红烧']]).fault).toMatchObject({
      rule: 'committed member missing',
      members: [one],
    });
  });

  it('a page that leaves one out between others, or skips another number than it should', () => {
    const made = new Made();
    const all = Array.from({ length: 25 }, () => made.create('红烧')).reverse();
    const page = (from: number, to: number) => all.slice(from, to).map((one) => [one, '红烧'] as const);
    expect(made.judge({ ...ofTen(1), total: 25 }, page(10, 20)).fault).toBeUndefined();
    const gap = [...page(10, 14), ...page(15, 21)];
    expect(made.judge({ ...ofTen(1), total: 25 }, gap).fault?.rule).toBe('committed member missing');
    expect(made.judge({ ...ofTen(1), total: 25 }, page(11, 21)).fault?.rule).toBe('no one moment explains it');
    expect(made.judge({ ...ofTen(3), total: 25 }, []).fault).toBeUndefined();
  });

  it('a total that never was', () => {
    const made = new Made();
    const all = Array.from({ length: 12 }, () => made.create('红烧')).reverse();
    const page = all.slice(0, 10).map((one) => [one, '红烧'] as const);
    expect(made.judge({ ...ofTen(0), total: 12 }, page).fault).toBeUndefined();
    for (const total of [11, 13]) {
      expect(made.judge({ ...ofTen(0), total }, page).fault?.rule).toBe('wrong total');
    }
    expect(made.judge({ ...ofTen(2), total: 13 }, []).fault?.rule).toBe('wrong total');
  });

  it('a name from before a renaming that had returned', () => {
    const made = new Made();
    const one = made.create('红烧');
    made.rename(one, '清蒸');
    expect(made.judge(WHOLE, [[one, '红烧']]).fault?.rule).toBe('facts of no moment of the read');
  });

  it('a member in a search that its name has not matched since', () => {
    const made = new Made();
    const one = made.create('红烧');
    made.rename(one, '清蒸');
    const search = { ...WHOLE, keyword: '红烧' };
    expect(made.judge(search, [[one, '清蒸']]).fault?.rule).toBe('never matched during the read');
    expect(made.judge(search, []).fault).toBeUndefined();
  });

  it('another order, a member twice, a page of another size, another id', () => {
    const made = new Made();
    const [one, two] = [made.create('红烧'), made.create('红烧')];
    const show = (...members: Member[]) => members.map((member) => [member, '红烧'] as const);
    expect(made.judge(WHOLE, show(one, two)).fault?.rule).toBe('not newest first');
    expect(made.judge(WHOLE, show(two, two, one)).fault?.rule).toBe('not newest first');
    expect(made.judge({ ...ofTen(0), total: 2 }, show(two)).fault?.rule).toBe('not the size of this page');
    expect(made.judge(WHOLE, show({ ...two, id: 9 }, one)).fault?.rule).toBe('another id than before');
  });

  it('two moments in one answer: the later of two creations without the earlier', () => {
    const made = new Made();
    const second: Member[] = [];
    const answer: [Member, string][] = [];
    const verdict = made.judge(WHOLE, answer, () => {
      made.create('红烧');
      second.push(made.create('红烧'));
      for (const member of second) answer.push([member, '红烧']);
    });
    expect(verdict.fault?.rule).toBe('no one moment explains it');
  });

  it('a page whose total is of another moment than its members', () => {
    const made = new Made();
    const all = Array.from({ length: 12 }, () => made.create('红烧')).reverse();
    const answer: [Member, string][] = all.slice(0, 10).map((one) => [one, '红烧']);
    // There were 12, then 11, then 12 again with a new first one: never 11 together with the new one.
    const verdict = made.judge({ ...ofTen(0), total: 11 }, answer, () => {
      const gone = all.at(-1);
      if (gone) made.remove(gone);
      answer.unshift([made.create('红烧'), '红烧']);
      answer.pop();
    });
    expect(verdict.fault?.rule).toBe('no one moment explains it');
  });

  it('names of two moments in a list that is read as of one, and only there', () => {
    const judged = (factsOf: Question['factsOf']) => {
      const made = new Made();
      const [one, two] = [made.create('红烧'), made.create('红烧')];
      const answer = [[two, '清蒸'] as const, [one, '红烧'] as const];
      return made.judge({ ...WHOLE, factsOf }, answer, () => {
        made.rename(one, '清蒸');
        made.rename(two, '清蒸');
      });
    };
    expect(judged('the same moment').fault?.rule).toBe('no one moment explains it');
    expect(judged('any moment')).toMatchObject({ fault: undefined, hasLaterFacts: true });
  });

  it('and tells the read and the writes beside it', () => {
    const made = new Made();
    const one = made.create('红烧');
    made.remove(one);
    const { fault } = made.judge(WHOLE, [[one, '红烧']]);
    expect(fault && showFault(fault).split('\n')).toEqual([
      'deleted member shown: t1z (1) did not exist at any moment of it',
      '  [5, 6] reader: GET ?keyword= (all) → total 1: t1z=1',
      '  t1z (1): [3, 4] remove',
    ]);
  });
});

describe('the judge lets through', () => {
  it('a write beside the read, done or not', () => {
    for (const isShown of [true, false]) {
      const made = new Made();
      const kept = made.create('红烧');
      const gone = made.create('红烧');
      const [created, creation] = made.beginCreate('红烧');
      const removal = made.begin(gone, 'remove');
      const answer = [...(isShown ? [created, gone] : []), kept].map((one) => [one, '红烧'] as const);
      const verdict = made.judge(WHOLE, answer, () => made.end(removal, creation));
      expect(verdict).toMatchObject({ fault: undefined, isContended: true });
    }
  });

  it('a write that has failed, done or not, then and later', () => {
    const made = new Made();
    const one = made.create('红烧');
    made.begin(one, 'remove');
    expect(made.judge(WHOLE, [[one, '红烧']]).fault).toBeUndefined();
    expect(made.judge(WHOLE, []).fault).toBeUndefined();
  });

  it('a page moved by a creation beside it', () => {
    for (const moved of [0, 1]) {
      const made = new Made();
      const all = Array.from({ length: 12 }, () => made.create('红烧')).reverse();
      const page = all.slice(10 - moved).map((one) => [one, '红烧'] as const);
      const verdict = made.judge({ ...ofTen(1), total: 12 + moved }, page, () => made.create('红烧'));
      expect(verdict.fault).toBeUndefined();
    }
  });
});

describe('the census', async () => {
  const service = await startService();
  afterAll(() => service.stop());
  const subject = await makeUnits(service);
  const history = new History();
  const drafts = ['t1z', 't2z', 't3z'].map((tag) => ({ tag, facts: subject.draft(new Random(1), tag) }));
  const writes = drafts.map(({ tag, facts }) => history.beginWrite(history.addMember(tag), 'create', facts));
  for (const [index, draft] of drafts.entries()) await subject.seed(1 + index, [draft]);
  for (const write of writes) history.endWrite(write);
  const items = await dumpTable(service);
  const find = (items: readonly DumpedItem[], { pk, sk }: { pk: string; sk: string }) =>
    items.find((item) => item['pk'] === pk && item['sk'] === sk) ?? {};
  const without = (key: { pk: string; sk: string }) => items.filter((item) => item !== find(items, key));
  const changed = (key: { pk: string; sk: string }, change: DumpedItem) => [
    ...without(key),
    { ...find(items, key), ...change },
  ];
  const faultsOf = (some: readonly DumpedItem[]) => takeCensus(subject, history, some).faults;

  it('finds nothing in a table as it was written', () => {
    expect(takeCensus(subject, history, items)).toMatchObject({ faults: [], copies: { current: 0, stale: 0 } });
  });

  it('finds wrong counts, and rows and members that lack each other', () => {
    const head = headKey(unitsPartition);
    expect(faultsOf(changed(head, { total: 4 }))).toEqual(['the head counts 4, there are 3 rows']);
    expect(faultsOf(changed(head, { blocks: { 0: [2, 3] } }))).toEqual([
      'block 0: the head counts 2, there are 3 rows',
    ]);
    expect(faultsOf(changed(head, { next: 3 }))).toEqual(['row 3 is not below the next number 3']);
    expect(faultsOf(without(unitKey(2)))).toEqual(['t2z (2) has a row and not a member item']);
    expect(faultsOf(changed(unitKey(2), { name: '别的' }))).toEqual(['t2z (2): a member item differs from its row']);
    expect(faultsOf(without(rowKey(unitsPartition, 1)))).toHaveLength(4);
  });

  it('finds a table that is not as the last writes left it', () => {
    const [one] = history.members.values();
    const later = new History();
    for (const [tag, member] of history.members) later.members.set(tag, { ...member, writes: [...member.writes] });
    const copy = later.members.get(one?.tag ?? '');
    if (copy) later.beginWrite(copy, 'remove', undefined);
    expect(takeCensus(subject, later, items).faults).toEqual([]);
    const removal = copy?.writes.at(-1);
    if (removal) later.endWrite(removal);
    expect(takeCensus(subject, later, items).faults).toEqual([expect.stringContaining('t1z: the last write left')]);
  });

  it('finds a copy of the present version with other rows, and one of a version to come', async () => {
    const rows = [1, 2, 3].map((number) => units.Row.parse(find(items, rowKey(unitsPartition, number))));
    const versioned = async (version: number, some: typeof rows) => {
      await leaveCopy(service.deps.db, units, { block: 0, version }, some);
      return takeCensus(subject, history, await dumpTable(service));
    };
    expect(await versioned(2, rows.slice(1))).toMatchObject({ faults: [], copies: { current: 0, stale: 1 } });
    expect(await versioned(3, rows)).toMatchObject({ faults: [], copies: { current: 1, stale: 0 } });
    const stored = await dumpTable(service);
    expect(
      takeCensus(
        subject,
        history,
        stored.map((item) => withOtherName(item)),
      ).faults,
    ).toContain('the copy of block 0 is of its version 3 and differs from its rows');
    expect((await versioned(4, rows)).faults).toEqual(['the copy of block 0 is of version 4, beyond 3']);
  });

  /** The second row of the table with another name, and its unit, too. */
  function withOtherName(item: DumpedItem): DumpedItem {
    const isSecond = item['account'] === 't2z';
    return isSecond ? { ...item, name: '别的' } : item;
  }
});
