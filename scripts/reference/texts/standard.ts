import type { Text } from '../../../lib/errors.ts';
import type { Documentation, ParameterText } from './documentation.ts';

const amounts = (span: Text): ParameterText => ({
  about: {
    zh: `每类食物${span.zh}的克数，JSON 文本：最多 100 个名称，各 1 至 50 个字符，数量不小于 0。取代原有内容。传空：
      没有；不传：不变。`,
    en: `Grams of each food category ${span.en}, as JSON text: at most 100 names of 1 to 50 characters with amounts of
      at
    least 0. It replaces what there is. Empty: none; absent: unchanged.`,
  },
  holds: { type: 'object', maxProperties: 100, additionalProperties: { type: 'number', minimum: 0 } },
});
const amount = { type: 'number', minimum: 0 };
const ranges: ParameterText = {
  about: {
    zh: `按体力活动水平和营养素的每日推荐量，JSON 文本：\`min\` 不大于 \`max\`，两者可缺其一；\`ul\`
      为可耐受最高摄入量，
      可以没有。最多 30 个水平、各 60 种营养素。取代原有内容。传空：没有；不传：不变。`,
    en: `By level of activity and nutrient the recommended daily amounts, as JSON text: \`min\` is at most \`max\`,
    one of the two may be absent, and so may \`ul\`, the tolerable upper level. At most 30 levels of 60 nutrients. It
    replaces what there is. Empty:
    none; absent: unchanged.`,
  },
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
const overflow = {
  zh: '允许超出范围界限的比例，0.5 即 50 %：最多四位小数。',
  en: 'Tolerated deviation from the nearest bound of a range, 0.5 is 50 %: at most four decimals.',
};

export const documentation: Documentation = {
  about: {
    zh: '营养标准，由平台管理并分配给单位',
    en: 'Nutrition standards, kept by the platform and assigned to units',
  },
  operations: {
    listStandards: {
      description: {
        zh: '营养标准，分页，最新的在前：平台为全部；单位为分配给它的，`vendors` 中只有它自己。',
        en: `Standards by page, newest first: for the platform all, for a unit those assigned to it, and among
        \`vendors\` itself only.`,
      },
      examples: { page: { parameters: { keyword: '学龄', pageSize: 1, pageNo: 0 } } },
      failures: { invalid_input: { parameters: { pageSize: 'all' } } },
    },
    selectStandards: {
      description: {
        zh: `带 \`id\` 时为一个营养标准；它的 \`ETag\` 用于 \`POST /api/nutrition\` 的 \`If-Match\`。不带 \`id\`
          时为分配给一个单位的营养标准，最新的在前，不分页：最多 200 个。单位只看到分配给它的，\`vendors\`
          中只有它自己。`,
        en: `With \`id\`, one standard; its \`ETag\` is for \`If-Match\` of \`POST /api/nutrition\`. Without \`id\`,
        those assigned to a unit, newest first and without pages: at most 200. A unit sees those assigned to it, and among
        \`vendors\` itself only.`,
      },
      parameters: {
        id: {
          zh: '要查的一个营养标准的编号；此时 `keyword` 不起作用。',
          en: 'Id of the one standard that is asked for; `keyword` then counts for nothing.',
        },
        vender: {
          zh: '要哪个单位的营养标准；业务端只能填本单位。不传：本单位；平台为全部。',
          en: 'Id of the unit whose standards are asked for; a unit may name only itself. Absent: the own one, for the platform all.',
        },
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
      description: {
        zh: '新建没有数值的营养标准，并分配给单位；数值由 `POST /api/nutrition` 设置。它的编号见列表。',
        en: `Creates a standard without figures, assigned to units; \`POST /api/nutrition\` sets the figures. Its id
        is in the list.`,
      },
      parameters: {
        name: { zh: '名称，1 至 100 个字符。', en: 'Name, 1 to 100 characters.' },
        vendors: { zh: '1 至 10,000 个单位的编号，以逗号分隔。', en: 'Ids of 1 to 10,000 units, separated by commas.' },
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
      description: {
        zh: '修改营养标准：不传的字段不变。不再列入 `vendors` 的单位立即看不到它。',
        en: `Changes a standard: what is absent stays. Units that are no longer among \`vendors\` cease to see it at
        the same moment.`,
      },
      parameters: {
        id: { zh: '营养标准的编号。', en: 'Id of a standard.' },
        name: { zh: '新名称，1 至 100 个字符；不传：不变。', en: 'New name, 1 to 100 characters; absent: unchanged.' },
        vendors: {
          zh: '最多 10,000 个单位的编号，以逗号分隔。传空：没有；不传：不变。',
          en: 'Ids of at most 10,000 units, separated by commas. Empty: none; absent: unchanged.',
        },
        overflow: { zh: `${overflow.zh}不传：不变。`, en: `${overflow.en} Absent: unchanged.` },
        foodCategoryDay: amounts({ zh: '每天', en: 'a day' }),
        foodCategoryWeek: amounts({ zh: '每周', en: 'a week' }),
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
      description: {
        zh: '删除营养标准，它所分配的单位也不再有它。',
        en: 'Deletes a standard for all units that it is assigned to.',
      },
      parameters: { id: { zh: '营养标准的编号。', en: 'Id of a standard.' } },
      examples: { obsolete: { parameters: { id: 3 } } },
      failures: {
        invalid_input: { parameters: { id: '1,2' } },
        standard_not_found: { parameters: { id: 99 } },
      },
    },
  },
};
