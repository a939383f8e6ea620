import type { Documentation } from './documentation.ts';

/** One of the two names of the code is required. */
const code = { anyOf: [{ required: ['nutrient'] }, { required: ['ingredient'] }] };

export const documentation: Documentation = {
  about: { zh: '单位的食材标记：常用和忌用', en: 'What a unit uses commonly, and what it avoids' },
  operations: {
    listMarks: {
      description: {
        zh: '本单位的全部标记，按编码排序，包括目录之外的编码。',
        en: 'All marks of the own unit in the order of the codes, those outside the catalogue too.',
      },
      examples: { all: {} },
    },
    getMarkTemplate: {
      description: {
        zh: `工作簿（\`.xlsx\`），含食材目录和本单位已打标的自有编码，按编码排序，带已有的标记和供选择的下拉选项。
          原样上传什么也不改变；清空标记即取消。超过 20,000 行时用筛选条件减少。`,
        en: `A workbook (\`.xlsx\`) of the catalogue and of the codes of its own that the unit has marked, in the
        order of the codes, with the marks there are and a drop-down to choose others. Uploaded as it is, it changes
        nothing; an emptied mark removes. Above 20,000 rows the filters make it less.`,
      },
      parameters: {
        category: {
          zh: '只查这个类别的食材，填完整的类别名称。传空或不传：全部。',
          en: 'Only ingredients of this category, by its whole name. Empty or absent: all.',
        },
        mark: {
          zh: '只查有本单位这个标记的食材。传空或不传：全部。',
          en: 'Only ingredients with this mark of the own unit. Empty or absent: all.',
        },
      },
      examples: {
        all: {},
        nuts: { parameters: { keyword: '花生', category: '坚果种子类', mark: '忌用' } },
      },
      failures: { invalid_input: { parameters: { mark: '少用' } } },
    },
    setMark: {
      description: {
        zh: `给本单位的一种食材打标，不论原来的标记是什么。也可以用表格一次打标多种：\`.xlsx\` 或 \`.csv\`（UTF-8 或
          GB18030）文件，合计不超过 4 MB 和 20,000 行，有表头行，含 \`编码\`（或 \`code\`）和 \`标记\`（或 \`mark\`）
          两列；
          标记为空即取消。有误的行以 \`file\`、\`row\` 和 \`column\` 指出，此时全不生效。一个单位最多 20,000 个标记。
          电子表格去掉了开头的零的编码（\`43119\`）视为目录中的编码（\`043119\`），除非单位已按原样给它打标，
          或菜品中用到它。目录和单位的菜品都没有的编码照样打标，并在 \`desc\` 中说明：列出五个，以及另有多少个。`,
        en: `Marks an ingredient for the own unit, over whatever mark it has. Or many at once, by tables: files of
        \`.xlsx\` or \`.csv\` (UTF-8 or GB18030), together at most 4 MB and 20,000 rows, with a header row and the
        columns \`编码\` (or \`code\`) and \`标记\` (or \`mark\`); an empty mark removes. A wrong row is told by
        \`file\`, \`row\`
        and \`column\`, and then nothing is applied. A unit has at most 20,000 marks. A code without its leading
        zeros, as
        spreadsheets leave it (\`43119\`), means the code of the catalogue (\`043119\`), unless the unit has marked it
        as it is
        or has it in a dish. What neither the catalogue nor a dish of the unit knows is set all the same, and named in
        \`desc\`: five codes, and how many more.`,
      },
      parameters: {
        mark: { zh: '`常用` 或 `忌用`。', en: '`常用`: commonly used, or `忌用`: to avoid.' },
        files: { zh: '编码和标记的表格，一个或多个。', en: 'Tables of codes and marks, one or more.' },
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
      description: {
        zh: '取消本单位一种食材的标记。没有标记时什么也不变。编码的理解与 PUT 相同。',
        en: 'Removes the mark of an ingredient for the own unit. Where it has none, nothing changes. A code is taken for what it means to PUT.',
      },
      demands: code,
      examples: {
        peanuts: { parameters: { nutrient: '072004' } },
        byAlias: { parameters: { ingredient: '自购-002' } },
      },
      failures: { invalid_input: {} },
    },
  },
};
