import { gzipSync } from 'node:zlib';
import type { HttpService } from '../../../tests/support/service/http.ts';
import { visit } from '../../../tests/support/workbench/visit.ts';
import { buildWorkbench } from '../../build/workbench.ts';

/** KB, gzip, of scripts and styles. */
export interface Sizes {
  /** What a person who has signed in loads for the first page. */
  readonly first: number;
  /** What the planner's page loads. */
  readonly planner: number;
  readonly all: number;
}

/** Weighs the workbench as it is built now, and what a browser loads of it. */
export async function measureSizes({ url }: HttpService, uid: string): Promise<Sizes> {
  const { files } = await buildWorkbench();
  const weigh = (fileNames: Iterable<string>) =>
    [...fileNames]
      .filter((name) => /\.(js|css)$/.test(name))
      .reduce((sum, name) => sum + gzipSync(files.get(name) ?? '').length / 1000, 0);
  const weighPage = async (path: string) => {
    const page = await visit(url, path, { as: uid });
    const names = new Set(page.watched.requests.map((address) => address.split('/').at(-1) ?? ''));
    await page.close();
    return weigh(names);
  };
  return { first: await weighPage('/w/home'), planner: await weighPage('/w/planner'), all: weigh(files.keys()) };
}
