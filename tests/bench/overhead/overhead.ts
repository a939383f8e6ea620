import { food, stock } from '../../support/nouns/foods.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { Setup } from '../../support/service/setup.ts';
import { median } from '../median.ts';
import { clock, type Form, type Probe, prepareProbe, type Times } from './probe.ts';
import { measureSignIn } from './sign-in.ts';

export { measureSignIn };

const ROUNDS = 10;
const CALLS_PER_ROUND = 400;
const WARM_UP_CALLS = 3000;

const UNITS = 20;
const INGREDIENTS = 8;

/** How long one warm call takes: medians, in microseconds. */
export interface Overhead extends Times {
  readonly title: string;
  /**
   * Chain, caller, validation, envelope and log line: everything but the check of the token, the store and the
   * handler's work.
   */
  readonly own: number;
}

/** Measures warm calls without a store, and as a comparison a handler that does nothing. */
export async function measureOverhead(): Promise<{ floor: number; calls: Overhead[] }> {
  const service = await startService();
  const unmute = muteOutput();
  try {
    const forms = await prepareForms(service);
    const probes = await Promise.all(forms.map((form) => prepareProbe(service, form)));
    for (const probe of probes) await repeat(WARM_UP_CALLS, probe.measure);
    const samples = new Map<Probe, Times[]>(probes.map((probe) => [probe, []]));
    const floor: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      for (const [probe, times] of samples) times.push(...(await repeat(CALLS_PER_ROUND, probe.measure)));
      floor.push(...(await repeat(CALLS_PER_ROUND, () => clock(doNothing))));
    }
    return { floor: median(floor), calls: [...samples].map(([{ title }, times]) => evaluate(title, times)) };
  } finally {
    unmute();
    await service.stop();
  }
}

/** Log lines are made but not written. */
function muteOutput(): () => void {
  const { write } = process.stdout;
  process.stdout.write = () => true;
  return () => {
    process.stdout.write = write;
  };
}

async function prepareForms(service: TestService): Promise<Form[]> {
  const setup = await Setup.set(service);
  for (let made = 1; made < UNITS; made++) await setup.createSchool({ address: '人民路 1 号', contacts: '王老师' });
  const nutrients = { energy: '1448', protein: '7.9', fat: '0.9', carbohydrate: '77.2', sodium: '2.4' };
  const foods = Array.from({ length: INGREDIENTS }, (_, index) => food(`food${index}`, `食材 ${index}`, nutrients));
  await stock(service, foods);
  const ingredient = JSON.stringify(foods.map(({ code }, index) => ({ key: code, value: 10 + index })));
  const ids = await setup.createDish({ ingredient });
  const { token } = setup.school;
  const dish = { name: '番茄炒蛋', mark: '荤菜', poly: '炒', month: '3,4,5', ingredient };
  const call = (title: string, route: string, parameters: Form['parameters'], by = token): Form => {
    return { title, route, parameters, token: by };
  };
  return [
    call('check a name', 'GET /api/vender/check/name', { name: '光明小学' }),
    call('who am I', 'GET /api/me', {}),
    call(`list ${UNITS} units`, 'GET /api/vender', { pageSize: UNITS }, setup.admin),
    call(`create a dish of ${INGREDIENTS} ingredients`, 'PUT /api/dish', dish),
    call('label of one dish', 'GET /api/dish/label', { ids }),
  ];
}

async function doNothing() {
  return { statusCode: 200, body: '{}' };
}

async function repeat<T>(times: number, action: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let done = 0; done < times; done++) results.push(await action());
  return results;
}

function evaluate(title: string, times: readonly Times[]): Overhead {
  const of = (choose: (one: Times) => number) => median(times.map(choose));
  const names = Object.keys(times[0]?.steps ?? {});
  const steps = Object.fromEntries(names.map((name) => [name, of((one) => one.steps[name] ?? 0)]));
  const parts = {
    token: of((one) => one.token),
    records: of((one) => one.records),
    prefetch: of((one) => one.prefetch),
  };
  const total = of((one) => one.total);
  const own = total - parts.token - parts.records - parts.prefetch - (steps['handle'] ?? 0);
  return { title, total, steps, ...parts, own };
}

function print({ floor, calls }: { floor: number; calls: readonly Overhead[] }): void {
  const round = (values: Record<string, number>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value.toFixed(1))]));
  console.log(
    `Medians of ${ROUNDS * CALLS_PER_ROUND} warm calls in µs; a handler that does nothing: ${floor.toFixed(1)}`,
  );
  const rows = calls.map(({ title, total, token, records, prefetch, steps, own }) => [
    title,
    round({ ...steps, '(token)': token, '(records)': records, '(prefetch)': prefetch, total, own }),
  ]);
  console.table(Object.fromEntries(rows));
}

if (import.meta.main) {
  print(await measureOverhead());
  const { known, unknown } = await measureSignIn();
  console.log(
    `\nA sign-in with a wrong password, in ms: ${known.toFixed(2)} where the uid exists, ${unknown.toFixed(2)} where not;`,
    `${(Math.abs(known / unknown - 1) * 100).toFixed(1)} % apart.`,
  );
}
