import { describe, expect, it } from 'vitest';
import { listRefusedImports } from '../../../scripts/lint/rooms.ts';

describe('the rooms', () => {
  it('let a file import its own room and lower floors', () => {
    const source =
      "import { at } from './random.ts';\nimport { AppError } from '../../errors.ts';\nimport * as z from 'zod/mini';";
    expect(listRefusedImports('lib/domain/values/choice.ts', source)).toEqual([]);
  });

  it.each([
    ['lib/text/pinyin.ts', '../domain/dish.ts', 'imports run downwards: lib/text/ lies below lib/domain/'],
    [
      'lib/domain/menu/week.ts',
      '../analysis/judge.ts',
      'imports run downwards: lib/domain/menu/ lies below lib/domain/analysis/',
    ],
    ['scripts/seed/seed.ts', '../../tests/support/log-lines.ts', 'imports run downwards: scripts/ lies below tests/'],
    ['lib/domain/planner/plan.ts', '../screen/screen.ts', 'lib/domain/planner/ and lib/domain/screen/ share a floor'],
    ['tests/log.test.ts', '../scripts/bench/figures.ts', 'imports run downwards: tests/ lies below scripts/bench/'],
    ['scripts/bench/main.ts', '../../tests/examples/world.ts', 'the bench uses tests/support alone'],
    ['functions/dish/create-dish.ts', './update-dish.ts', 'a function imports no other function'],
    ['functions/dish/create-dish.ts', '../../tables/keys.ts', 'functions/ leaves the table to lib/store'],
    ['lib/http/serve.ts', '../store/dish/dish.ts', 'lib/http leaves the table to lib/store, and knows no nouns'],
    ['lib/store/link.ts', '@aws-sdk/lib-dynamodb', 'lib/table alone speaks to DynamoDB'],
    ['lib/domain/unit.ts', 'node:fs', 'this room does no input and output'],
    ['lib/help.ts', './errors.ts', 'it belongs to no room'],
  ])('refuse %s the import of %s, types too', (file, specifier, why) => {
    const refused = [expect.stringMatching(new RegExp(`^${file}:2 imports .*: ${why}\\.$`))];
    expect(listRefusedImports(file, `// Why.\nimport type { A } from '${specifier}';`)).toEqual(refused);
    expect(listRefusedImports(file, `\nconst { a } = await import('${specifier}');`)).toEqual(refused);
    expect(listRefusedImports(file, `\nexport {\n  a } from '${specifier}';`)).toHaveLength(1);
  });
});
