import { writeDocsPage } from '../../scripts/build/docs-page.ts';

/** Before all tests: what `GET /docs` reads is the page of today. */
export default async function buildPage(): Promise<void> {
  await writeDocsPage();
}
