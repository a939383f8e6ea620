import { renderRows } from '../new-endpoint/templates.ts';
import type { NounDraft } from './options.ts';

/** What the person must do next. `endpoints` are the files of the noun's endpoints. */
export function renderAdvice({ noun, isCollection, chinese, owner }: NounDraft, endpoints: readonly string[]): string {
  const rows = [
    [`tests/functions/${noun}/${noun}.test.ts`, 'what it is to be, and who may not call'],
    [`lib/domain/${noun}.ts`, 'its fields: as sent, as kept, as answered; its rules'],
    ...endpoints.map((path) => [path, 'who may call']),
    [`tests/statements/${noun}.ts`, 'who may call, a value of each field, what it may cost'],
    [`scripts/reference/texts/${noun}.ts`, 'what each call promises, its parameters, example requests'],
    [`tests/proofs/histories/kinds/${noun}.ts`, 'its fields, in the model of random histories'],
    ...(isCollection ? [['tests/examples/world.ts', 'the one that examples find']] : []),
  ];
  const further = [
    [
      `lib/store/${noun}.ts`,
      isCollection ? 'what it is found by beyond its name' : 'what else is read or written with it',
    ],
    ['tables/starter/permission-items.json', 'items of its own, with what they permit in lib/auth/permissions.ts'],
    ...(isCollection && chinese === undefined ? [['lib/errors.ts', 'what it is called in Chinese']] : []),
    ...(isCollection || owner === 'platform' ? [] : [['scripts/export/line.ts', EXPORTED]]),
  ];
  return `Begun, as a name and nothing else. Each of these files is to say something yet
${renderRows(rows)}

Where it is needed, too
${renderRows(further)}

Begin with npx vitest run tests/functions/${noun}
Whatever declarations and statements lead to is generated: npm run generate
At last record what is answered to the examples: npm run examples
`;
}

const EXPORTED =
  'a line of it, with what reads it (read-unit.ts beside) and restores it (scripts/import/import-unit.ts)';
