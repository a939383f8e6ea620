import type { Documentation } from './documentation.ts';

/** One of the two names of the code. */
const code = { anyOf: [{ required: ['nutrient'] }, { required: ['ingredient'] }] };

export const documentation: Documentation = {
  about: 'What a unit uses commonly, and what it avoids',
  operations: {
    listMarks: {
      description: 'All marks of the own unit in the order of the codes, those outside the catalogue too.',
      examples: { all: {} },
    },
    getMarkTemplate: {
      description: `A workbook (\`.xlsx\`) of the catalogue and of the codes of its own that the unit has marked, in the
        order of the codes, with the marks there are and a drop-down to choose others. Uploaded as it is, it changes
        nothing; an emptied mark removes. Above 20,000 rows the filters make it less.`,
      parameters: {
        category: 'Only ingredients of this category, by its whole name. Empty or absent: all.',
        mark: 'Only ingredients with this mark of the own unit. Empty or absent: all.',
      },
      examples: {
        all: {},
        nuts: { parameters: { keyword: '花生', category: '坚果种子类', mark: '忌用' } },
      },
      failures: { invalid_input: { parameters: { mark: '少用' } } },
    },
    setMark: {
      description: `Marks an ingredient for the own unit, over whatever mark it has. Or many at once, by tables: files of
        \`.xlsx\` or \`.csv\` (UTF-8 or GB18030), together at most 4 MB and 20,000 rows, with a header row and the
        columns \`编码\` (or \`code\`) and \`标记\` (or \`mark\`); an empty mark removes. A wrong row is told by \`file\`, \`row\`
        and \`column\`, and then nothing is applied. A unit has at most 20,000 marks. A code without its leading zeros, as
        spreadsheets leave it (\`43119\`), means the code of the catalogue (\`043119\`), unless the unit has marked it as it is
        or has it in a dish. What neither the catalogue nor a dish of the unit knows is set all the same, and named in
        \`desc\`: five codes, and how many more.`,
      parameters: {
        mark: '`常用`: commonly used, or `忌用`: to avoid.',
        files: 'Tables of codes and marks, one or more.',
      },
      demands: { ...code, required: ['mark'] },
      examples: {
        one: {
          parameters: { nutrient: '209904', mark: '常用' },
          headers: { 'Idempotency-Key': 'mark-2026-09-01-1' },
        },
        byAlias: { parameters: { ingredient: '自购-001', mark: '忌用' } },
        table: { file: '编码,标记\n043119,常用\n072005,忌用\n072004,\n' },
        withoutZeros: { file: 'code,mark\n72005,常用\n自购-003,常用\n' },
      },
      failures: {
        invalid_input: { file: '编码,标记\n043119,常用\n072005,少用\n' },
      },
    },
    removeMark: {
      description:
        'Removes the mark of an ingredient for the own unit. Where it has none, nothing changes. A code is taken for what it means to PUT.',
      demands: code,
      examples: {
        peanuts: { parameters: { nutrient: '072004' } },
        byAlias: { parameters: { ingredient: '自购-002' } },
      },
      failures: { invalid_input: {} },
    },
  },
};
