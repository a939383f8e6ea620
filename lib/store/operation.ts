import { identifyKey } from '../../tables/item-kinds.ts';
import { type Key, operationKey, operationsPartition } from '../../tables/keys.ts';
import { makeOperation, Operation, type OperationDraft, type OperationPage } from '../domain/operation.ts';
import { toId } from '../domain/values/id.ts';
import type { Database } from '../table/database.ts';
import { putStep, type Step } from '../table/steps.ts';

/** Sorts before every sort key of the log. */
const FIRST_KEY = '0';

/** The step that adds an operation to the log of the user's unit. `steps` are the steps of the operation. */
export function operationStep(unit: number, draft: OperationDraft, steps: readonly Step[]): Step {
  const things = steps.filter(({ isWrite }) => isWrite).map(({ key, loggedAs }) => loggedAs ?? findChangedThing(key));
  // Marks are spread over several items, but the log names them once.
  const distinctThings = [...new Map(things.flatMap((thing) => (thing ? [[thing.join('\n'), thing]] : []))).values()];
  return putStep({ ...operationKey(unit, draft.time, draft.suffix), ...makeOperation(draft, distinctThings) });
}

/** Reads up to `size` operations of a unit's log, newest first, from the key `from` on. */
export async function listOperations(
  db: Database,
  unit: number,
  { from, size }: { from: string | undefined; size: number },
): Promise<OperationPage> {
  const between = [FIRST_KEY, from ?? operationKey(unit, Number.MAX_SAFE_INTEGER, '').sk] as const;
  const items = await db.query(operationsPartition(unit), { between, descending: true, limit: size + 1 });
  const content = items.slice(0, size).map((item) => {
    const { ttl: _, ...operation } = Operation.parse(item);
    return operation;
  });
  return { content, next: items[size]?.sk ?? '' };
}

/** Finds the kind and the id by which the log names the item of a key; undefined where it does not name such items. */
function findChangedThing(key: Key): readonly [kind: string, id: string | number] | undefined {
  const { loggedAs, unit, number, text } = identifyKey(key) ?? {};
  if (!loggedAs) return undefined;
  const [kind, idPart] = loggedAs;
  // The platform's things have their numbers as ids.
  const idByPart = { unit: unit ?? 0, number: unit === undefined ? number : toId(unit, number ?? 0), text };
  return [kind, idByPart[idPart] ?? ''];
}
