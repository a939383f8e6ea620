import { Random } from '../../../lib/domain/values/random.ts';
import { openClient } from '../../../lib/table/client.ts';
import { blockOf, headKey } from '../../../tables/keys.ts';
import { ADMIN, LIGHT_COST, startService, type TestService } from '../../support/service/service.ts';
import { dumpTable } from '../../support/service/table-dump.ts';
import { Disturbance } from '../disturbance.ts';
import { FunctionInstance } from '../instance.ts';
import { compare, takeCensus } from './census.ts';
import { read, type SeedPlan, search, seed, type Workplace, write } from './crew.ts';
import { makeDishes } from './dishes.ts';
import { showFault } from './excerpt.ts';
import { History } from './history.ts';
import { Pool } from './pool.ts';
import { type Figures, judgeAll } from './report.ts';
import { type Subject, tagOf } from './subject.ts';
import { makeUnits } from './units.ts';

const WRITERS = 8;
const READERS = 8;
const LAST_PAGE_SIZE = 100;
/** Enough rows in each block that readers leave a copy of it. The last stretch ends just before its block does. */
const STRETCHES = [
  { from: 1, count: 115 },
  { from: 1850, count: 115 },
  { from: 2880, count: 115 },
];

export interface ProofOptions {
  readonly seconds: number;
  readonly seed: number;
  /** Whether calls to the store are delayed and old copies returned; true unless told otherwise. */
  readonly disturbed?: boolean;
  /** Whether the table is as loose as DynamoDB. */
  readonly isLoose?: boolean;
}

/** What was done to one collection, and everything that was wrong. */
export interface Proof {
  readonly figures: Figures;
  /** Calls that were refused because too much happened at once. */
  readonly refusals: readonly string[];
  readonly faults: readonly string[];
}

/** Eight writers and eight searching readers on the platform's units. */
export async function proveUnits(options: ProofOptions): Promise<Proof> {
  const service = await openService(options);
  try {
    const token = await service.signIn(ADMIN.uid, ADMIN.password);
    return await prove(service, await makeUnits(service), token, options);
  } finally {
    await service.stop();
  }
}

/** The same on the dishes of one unit. */
export async function proveDishes(options: ProofOptions): Promise<Proof> {
  const service = await openService(options);
  try {
    const { subject, token } = await makeDishes(service);
    return await prove(service, subject, token, options);
  } finally {
    await service.stop();
  }
}

function openService({ seed, isLoose = false }: ProofOptions): Promise<TestService> {
  return startService(LIGHT_COST, isLoose ? { seed } : undefined);
}

async function prove(service: TestService, subject: Subject, token: string, options: ProofOptions): Promise<Proof> {
  const random = new Random(options.seed);
  const workplace = makeScene(subject, new Disturbance(random.fork(), options.disturbed ?? true));
  await seed(workplace, planSeed(service, subject), random.fork());
  const seeded = workplace.history.members.size;
  const since = workplace.history.tick();
  const start = () => new FunctionInstance(service, workplace.disturbance, token);
  const instances = Array.from({ length: WRITERS + READERS }, start);
  const deadline = Date.now() + options.seconds * 1000;
  await runAll({ ...workplace, isOver: () => Date.now() >= deadline }, instances, random);
  const fresh = start();
  const faults = await compareAtEnd(service, workplace, [fresh, ...instances.slice(-1)]);
  const restarts = instances.reduce((sum, instance) => sum + instance.restarts, 0);
  for (const instance of [fresh, ...instances]) instance.stop();
  const { figures, verdicts } = judgeAll(workplace.history, since);
  return {
    figures: {
      ...figures,
      ...faults.figures,
      ...workplace.disturbance.done,
      seeded,
      restarts,
      refused: workplace.refusals.length,
    },
    refusals: workplace.refusals,
    faults: [...verdicts.map(showFault), ...faults.found],
  };
}

function makeScene(subject: Subject, disturbance: Disturbance): Workplace {
  let tags = 0;
  const nextTag = () => {
    tags += 1;
    return tagOf(tags);
  };
  const pool = new Pool(({ id = 0 }) => blockOf(subject.numberOf(id)));
  return { subject, history: new History(), pool, disturbance, refusals: [], nextTag, isOver: () => false };
}

/** Runs all workers until all are done. If one fails, the others end by themselves. */
async function runAll(workplace: Workplace, instances: readonly FunctionInstance[], random: Random): Promise<void> {
  const work = instances.map((instance, index) => {
    const own = random.fork();
    if (index < WRITERS) return write(workplace, `writer ${index + 1}`, instance, own);
    const reader = index - WRITERS + 1;
    const temper = reader % 2 === 0 ? 'warm' : 'cold';
    return search(workplace, `${temper} reader ${reader}`, instance, own, temper);
  });
  const failed = (await Promise.allSettled(work)).find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

function planSeed({ deps }: TestService, subject: Subject): SeedPlan {
  const skipTo = async (number: number) => {
    if (number === 1) return;
    const client = openClient(deps.env);
    await client.send('UpdateItem', {
      TableName: deps.env.table,
      Key: headKey(subject.partition),
      UpdateExpression: 'SET #next = :number',
      ExpressionAttributeNames: { '#next': 'next' },
      ExpressionAttributeValues: { ':number': number },
    });
    client.close();
  };
  return { stretches: STRETCHES, skipTo, idOf: subject.idOf };
}

/**
 * Compares the table with itself, and with what a function that has just started and a warm one answer. Nobody writes
 * any more, so the judge accepts exactly one answer to each of these reads.
 */
async function compareAtEnd(service: TestService, workplace: Workplace, instances: readonly FunctionInstance[]) {
  const { subject, history } = workplace;
  const answers: string[] = [];
  const census = takeCensus(subject, history, await dumpTable(service));
  for (const instance of instances) {
    const last = await read(workplace, 'the last reader', instance, subject.askForAll());
    answers.push(...compare('a place in the last listing', census.members, last?.seen ?? []));
    for (let pageNo = 0; pageNo * LAST_PAGE_SIZE <= census.members.length; pageNo++) {
      await read(workplace, 'the last reader', instance, subject.askForPage({ pageNo, pageSize: LAST_PAGE_SIZE }));
    }
  }
  const { current, stale } = census.copies;
  const blocks = new Set(census.members.map(({ id }) => blockOf(subject.numberOf(id))));
  return {
    figures: {
      membersAtEnd: census.members.length,
      blocksAtEnd: blocks.size,
      copiesCurrentAtEnd: current,
      copiesStaleAtEnd: stale,
    },
    found: [...census.faults, ...answers],
  };
}
