import { ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import { isTableCurrentOrEmpty, TABLE_VERSION } from '../../lib/store/table-version.ts';
import { connect, describeTarget, explainFailure, type Target } from '../command/target.ts';
import { CommandProblem } from '../start/problem.ts';

/** @throws CommandProblem if this release cannot read the table. The stack's own may be missing: the deployment makes it. */
export async function requireTable(target: Target, isStackOwn: boolean): Promise<void> {
  const isCurrentVersion = await isTableCurrentOrEmpty(connect(target).db).catch((error: unknown) => {
    const isMissing = error instanceof ResourceNotFoundException;
    if (isMissing && isStackOwn) return true;
    const missingReason = isMissing
      ? `The parameter table names ${describeTarget(target)}, which is not there`
      : undefined;
    throw new CommandProblem(missingReason ?? explainFailure(error, target), { cause: error });
  });
  if (isCurrentVersion) return;
  throw new CommandProblem(
    `The table ${describeTarget(target)} is not of version ${TABLE_VERSION}, which this release reads and writes. Nothing was ` +
      'deployed. Deploy a release of the version that wrote it; "Upgrading" in DEPLOYING.md tells how to go on',
  );
}
