import { writeCompanions } from '../../scripts/build/companions.ts';

/** Runs before all tests: the files that functions read beside their bundles must be up to date. */
export default async function prepareTests(): Promise<void> {
  await writeCompanions();
}
