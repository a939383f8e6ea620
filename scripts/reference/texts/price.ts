import type { Documentation } from './documentation.ts';

/** One of the two names of the code is required. */
const code = { anyOf: [{ required: ['nutrient'] }, { required: ['ingredient'] }] };

export const documentation: Documentation = {
  about: { zh: '单位的食材采购价', en: 'What ingredients cost a unit' },
  operations: {
    listPrices: {
      description: {
        zh: '本单位的全部采购价，按编码排序，包括目录之外的编码：每公斤（毛重）多少元，两位小数。',
        en: `All prices of the own unit in the order of the codes, those outside the catalogue too: yuan for a
        kilogram as it is bought, with two decimals.`,
      },
      examples: { all: {} },
    },
    getPriceTemplate: {
      description: {
        zh: `工作簿（\`.xlsx\`），含食材目录和本单位已定价的自有编码，按编码排序，带已有的价格。原样上传什么也不改变；
          清空价格即取消。超过 20,000 行时用筛选条件减少。`,
        en: `A workbook (\`.xlsx\`) of the catalogue and of the codes of its own that the unit has priced, in the order
        of the codes, with the prices there are. Uploaded as it is, it changes nothing; an emptied price removes. Above
        20,000 rows the filters make it less.`,
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
        often: { parameters: { keyword: '米', category: '谷类及制品', mark: '常用' } },
      },
      failures: { invalid_input: { parameters: { mark: '少用' } } },
    },
    setPrice: {
      description: {
        zh: `设置本单位一种食材每公斤的采购价，按毛重（带皮带骨）计，不论原来的价格是多少。
          也可以用表格一次设置多种：\`.xlsx\` 或 \`.csv\`（UTF-8 或 GB18030）文件，合计不超过 4 MB 和 20,000 行，
          有表头行，含 \`编码\`（或 \`code\`）和 \`价格\`（\`价格（元/kg）\`、\`价格（元/千克）\`、\`单价\` 或
          \`price\`）两列；
          价格为空即取消。有误的行以 \`file\`、\`row\` 和 \`column\` 指出，此时全不生效。一个单位最多 20,000 个价格。
          编码的理解与 \`PUT /api/ingredient/mark\` 相同：目录和单位的菜品都没有的照样定价，并在 \`desc\` 中说明。
          食谱的费用和采购都由此算得；已提交的食谱保留提交时的价格。`,
        en: `Sets what a kilogram of an ingredient costs the own unit as it is bought, peel and bones included, over
        whatever price it has. Or of many at once, by tables: files of \`.xlsx\` or \`.csv\` (UTF-8 or GB18030),
        together at
        most 4 MB and 20,000 rows, with a header row and the columns \`编码\` (or \`code\`) and \`价格\`
        (\`价格（元/kg）\`,
        \`价格（元/千克）\`, \`单价\` or \`price\`); an empty price removes. A wrong row is told by \`file\`, \`row\`
        and \`column\`, and
        then nothing is applied. A unit has at most 20,000 prices. Codes are taken for what they mean as in
        \`PUT /api/ingredient/mark\`: what neither the catalogue nor a dish of the unit knows is set all the same, and
        named
        in \`desc\`. Prices are what menus' costs and purchases are made of; what is submitted keeps those of that
        moment.`,
      },
      parameters: {
        price: {
          zh: '每公斤（毛重）多少元，0 至 9999.99，最多两位小数。',
          en: 'Yuan for a kilogram as bought, 0 to 9999.99 with at most two decimals.',
        },
        files: { zh: '编码和价格的表格，一个或多个。', en: 'Tables of codes and prices, one or more.' },
      },
      demands: { ...code, required: ['price'] },
      examples: {
        one: {
          parameters: { nutrient: '209904', price: 4.6 },
          headers: { 'Idempotency-Key': 'price-2026-09-01-1' },
        },
        byAlias: { parameters: { ingredient: '自购-001', price: 0 } },
        table: { file: '编码,价格（元/kg）\n043119,7.5\n072005,18\n072004,\n' },
      },
      failures: {
        invalid_input: { file: '编码,价格\n043119,7.5\n072005,18元\n' },
      },
    },
    removePrice: {
      description: {
        zh: '取消本单位一种食材的采购价。没有价格时什么也不变。编码的理解与 PUT 相同。',
        en: 'Removes the price of an ingredient for the own unit. Where it has none, nothing changes. A code is taken for what it means to PUT.',
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
