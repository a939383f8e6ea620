import type { Documentation } from './documentation.ts';

/** One of the two names of the code. */
const code = { anyOf: [{ required: ['nutrient'] }, { required: ['ingredient'] }] };

export const documentation: Documentation = {
  about: 'What ingredients cost a unit',
  operations: {
    listPrices: {
      description: `All prices of the own unit in the order of the codes, those outside the catalogue too: yuan for a
        kilogram as it is bought, with two decimals.`,
      examples: { all: {} },
    },
    getPriceTemplate: {
      description: `A workbook (\`.xlsx\`) of the catalogue and of the codes of its own that the unit has priced, in the order
        of the codes, with the prices there are. Uploaded as it is, it changes nothing; an emptied price removes. Above
        20,000 rows the filters make it less.`,
      parameters: {
        category: 'Only ingredients of this category, by its whole name. Empty or absent: all.',
        mark: 'Only ingredients with this mark of the own unit. Empty or absent: all.',
      },
      examples: {
        all: {},
        often: { parameters: { keyword: '米', category: '谷类及制品', mark: '常用' } },
      },
      failures: { invalid_input: { parameters: { mark: '少用' } } },
    },
    setPrice: {
      description: `Sets what a kilogram of an ingredient costs the own unit as it is bought, peel and bones included, over
        whatever price it has. Or of many at once, by tables: files of \`.xlsx\` or \`.csv\` (UTF-8 or GB18030), together at
        most 4 MB and 20,000 rows, with a header row and the columns \`编码\` (or \`code\`) and \`价格\` (\`价格（元/kg）\`,
        \`价格（元/千克）\`, \`单价\` or \`price\`); an empty price removes. A wrong row is told by \`file\`, \`row\` and \`column\`, and
        then nothing is applied. A unit has at most 20,000 prices. Codes are taken for what they mean as in
        \`PUT /api/ingredient/mark\`: what neither the catalogue nor a dish of the unit knows is set all the same, and named
        in \`desc\`. Prices are what menus' costs and purchases are made of; what is submitted keeps those of that moment.`,
      parameters: {
        price: 'Yuan for a kilogram as bought, 0 to 9999.99 with at most two decimals.',
        files: 'Tables of codes and prices, one or more.',
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
      description:
        'Removes the price of an ingredient for the own unit. Where it has none, nothing changes. A code is taken for what it means to PUT.',
      demands: code,
      examples: {
        peanuts: { parameters: { nutrient: '072004' } },
        byAlias: { parameters: { ingredient: '自购-002' } },
      },
      failures: { invalid_input: {} },
    },
  },
};
