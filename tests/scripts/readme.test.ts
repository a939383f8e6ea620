import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';

/** The commands of the shell blocks, without comments. */
async function commandsOf(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8');
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
  return blocks.flatMap((block) =>
    block.split('\n').flatMap((line) => (line.startsWith('#') ? [] : [line.replace(/\s+# .*$/, '')])),
  );
}

describe('README.zh-CN.md', () => {
  it('takes the same tour as README.md, command by command', async () => {
    const chinese = (await commandsOf('README.zh-CN.md')).filter(Boolean);
    const english = (await commandsOf('README.md')).filter(Boolean);
    expect(chinese).toEqual(english.slice(0, chinese.length));
    const last = english[chinese.length];
    expect(last, 'the tour goes on').toMatch(/^npm run deploy/);
  });
});
