import type { Documentation, ParameterText } from './documentation.ts';

const amounts = (span: string): ParameterText => ({
  about: `Grams of each food category ${span}, as JSON text: at most 100 names of 1 to 50 characters with amounts of at
    least 0. It replaces what there is. Empty: none; absent: unchanged.`,
  holds: { type: 'object', maxProperties: 100, additionalProperties: { type: 'number', minimum: 0 } },
});
const amount = { type: 'number', minimum: 0 };
const ranges: ParameterText = {
  about: `By level of activity and nutrient the recommended daily amounts, as JSON text: \`min\` is at most \`max\`,
    one of the two may be absent, and so may \`ul\`, the tolerable upper level. At most 30 levels of 60 nutrients. It replaces what there is. Empty:
    none; absent: unchanged.`,
  holds: {
    type: 'object',
    maxProperties: 30,
    additionalProperties: {
      type: 'object',
      maxProperties: 60,
      additionalProperties: {
        type: 'object',
        minProperties: 1,
        properties: { min: amount, max: amount, ul: amount },
      },
    },
  },
};
const overflow = 'Tolerated deviation from the nearest bound of a range, 0.5 is 50 %: at most four decimals.';

export const documentation: Documentation = {
  about: 'Nutrition standards, kept by the platform and assigned to units',
  operations: {
    listStandards: {
      description: `Standards by page, newest first: for the platform all, for a unit those assigned to it, and among
        \`vendors\` itself only.`,
      examples: { page: { parameters: { keyword: '学龄', pageSize: 1, pageNo: 0 } } },
      failures: { invalid_input: { parameters: { pageSize: 'all' } } },
    },
    selectStandards: {
      description: `With \`id\`, one standard; its \`ETag\` is for \`If-Match\` of \`POST /api/nutrition\`. Without \`id\`,
        those assigned to a unit, newest first and without pages: at most 200. A unit sees those assigned to it, and among
        \`vendors\` itself only.`,
      parameters: {
        id: 'Id of the one standard that is asked for; `keyword` then counts for nothing.',
        vender:
          'Id of the unit whose standards are asked for; a unit may name only itself. Absent: the own one, for the platform all.',
      },
      examples: {
        byId: { as: 'admin', parameters: { id: 1 } },
        ofUnit: { parameters: { vender: 1, keyword: '学龄' } },
      },
      failures: {
        invalid_input: { parameters: { id: 0 } },
        standard_not_found: { parameters: { id: 99 } },
        unit_not_found: { as: 'admin', parameters: { vender: 99 } },
        foreign_unit: { parameters: { vender: 2 } },
      },
    },
    createStandard: {
      description: `Creates a standard without figures, assigned to units; \`POST /api/nutrition\` sets the figures. Its id
        is in the list.`,
      parameters: {
        name: 'Name, 1 to 100 characters.',
        vendors: 'Ids of 1 to 10,000 units, separated by commas.',
        overflow,
      },
      examples: {
        youths: {
          parameters: { name: '青少年膳食标准', vendors: '1,2', overflow: 0.1 },
          headers: { 'Idempotency-Key': 'standard-2026-09-01-1' },
        },
      },
      failures: {
        invalid_input: { parameters: { name: '青少年膳食标准', vendors: '', overflow: -1 } },
        unknown_unit: { parameters: { name: '青少年膳食标准', vendors: '1,99', overflow: 0.1 } },
      },
    },
    updateStandard: {
      description: `Changes a standard: what is absent stays. Units that are no longer among \`vendors\` cease to see it at
        the same moment.`,
      parameters: {
        id: 'Id of a standard.',
        name: 'New name, 1 to 100 characters; absent: unchanged.',
        vendors: 'Ids of at most 10,000 units, separated by commas. Empty: none; absent: unchanged.',
        overflow: `${overflow} Absent: unchanged.`,
        foodCategoryDay: amounts('a day'),
        foodCategoryWeek: amounts('a week'),
        ingredient: ranges,
      },
      examples: {
        whole: {
          parameters: {
            id: 2,
            name: '学龄儿童膳食标准（旧）',
            vendors: '1',
            overflow: 0.25,
            foodCategoryDay: '{"谷类":250,"蔬菜类":300}',
            foodCategoryWeek: '{"水产品":350}',
            ingredient: '{"轻体力":{"蛋白质":{"min":50,"max":75,"ul":100},"钙":{"min":800,"max":1200}}}',
          },
          headers: { 'If-Match': '"1"' },
        },
      },
      failures: {
        invalid_input: { parameters: { id: 1, ingredient: '{"轻体力":{"蛋白质":{"min":75,"max":50}}}' } },
        standard_not_found: { parameters: { id: 99, name: '青少年膳食标准' } },
        unknown_unit: { parameters: { id: 1, vendors: '1,99' } },
        changed_meanwhile: { parameters: { id: 1, overflow: 0.2 }, headers: { 'If-Match': '"9"' } },
      },
    },
    deleteStandard: {
      description: 'Deletes a standard for all units that it is assigned to.',
      parameters: { id: 'Id of a standard.' },
      examples: { obsolete: { parameters: { id: 3 } } },
      failures: {
        invalid_input: { parameters: { id: '1,2' } },
        standard_not_found: { parameters: { id: 99 } },
      },
    },
  },
};
