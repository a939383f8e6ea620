import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { rendererWords } from '../../scripts/reference/page/renderer-words.ts';

const RENDERER = createRequire(import.meta.url).resolve('swagger-ui-dist/swagger-ui-bundle.js');

describe('what the renderer says', () => {
  it('is what it is translated from: another release of it may say it otherwise', async () => {
    const script = await readFile(RENDERER, 'utf8');
    const isSaid = (word: string) => [`"${word}"`, `"${word} "`, `" ${word}"`].some((one) => script.includes(one));
    expect([...rendererWords.keys()].filter((word) => !isSaid(word))).toEqual([]);
  });
});
