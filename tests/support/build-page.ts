import { writeCompanions } from '../../scripts/build/companions.ts';

/** Before all tests: what functions read beside their bundles is that of today. */
export default async function buildPage(): Promise<void> {
  await writeCompanions();
}
