import type { Documentation } from './documentation.ts';

const OWN = 'Id of a menu of the own unit.';

export const documentation: Documentation = {
  about: 'What becomes of menus: submitted, reviewed, published, taken down',
  operations: {
    submitMenu: {
      description: `Submits a draft or a rejected menu. All that it is made of is frozen as its next revision: dishes,
        figures of foods, marks, standard and shares of the meals as they are now; nothing changed later changes it. Where
        the unit's menus are reviewed, or the platform has taken down the last one, it waits for review; else it is
        published at once. With the \`ETag\` of \`GET /api/menu/analysis\`, or of \`GET /api/menu\`, as \`If-Match\` it is
        submitted only where nothing of what was looked at has changed. At most 20 menus of a unit are live on one day, and
        a menu is submitted 200 times at most.`,
      parameters: { id: OWN },
      examples: { one: { parameters: { id: 1000003 }, headers: { 'If-Match': '"1"' } } },
      failures: {
        invalid_input: { parameters: { id: 0 } },
        menu_not_found: { parameters: { id: 2000001 } },
        menu_pending: { parameters: { id: 1000004 } },
        menu_published: { parameters: { id: 1000006 } },
        changed_meanwhile: { parameters: { id: 1000001 }, headers: { 'If-Match': '"99"' } },
      },
    },
    withdrawMenu: {
      description: 'Takes back what waits for review: the menu is a draft again. A revision that was live stays so.',
      parameters: { id: OWN },
      examples: { one: { parameters: { id: 1000004 } } },
      failures: {
        invalid_input: { parameters: { id: 0 } },
        menu_not_found: { parameters: { id: 2000001 } },
        menu_not_pending: { parameters: { id: 1000001 } },
      },
    },
    discardMenu: {
      description: 'Has a draft or a rejected menu say again what is live of it: it is published then.',
      parameters: { id: OWN },
      examples: { one: { parameters: { id: 1000005 } } },
      failures: {
        invalid_input: { parameters: { id: 0 } },
        menu_not_found: { parameters: { id: 2000001 } },
        menu_pending: { parameters: { id: 1000004 } },
        menu_published: { parameters: { id: 1000006 } },
        menu_not_live: { parameters: { id: 1000001 } },
      },
    },
    retractMenu: {
      description: `Takes down what is live of a menu; a published menu is a draft then. What the platform has taken down is
        reviewed when it is submitted again, whatever the unit's menus need.`,
      parameters: {
        id: 'Id of a menu of the own unit, for the platform of any.',
        comment: 'Why, 1 to 500 characters; the unit reads it.',
      },
      examples: { byUnit: { parameters: { id: 1000006, comment: '食材不足，停供' } } },
      failures: {
        invalid_input: { parameters: { id: 1000006, comment: '' } },
        menu_not_found: { parameters: { id: 2000001, comment: '停供' } },
        menu_not_live: { parameters: { id: 1000001, comment: '停供' } },
      },
    },
    reviewMenu: {
      description: `Judges the revision of a menu that waits for review. Approved, it is live in place of what was; rejected,
        the menu can be changed and submitted again, and what was live stays so.`,
      parameters: {
        id: 'Id of a menu of any unit.',
        revision: 'The revision that was looked at: where another one waits by now, nothing is done.',
        result: '`通过`: approved; `驳回`: rejected.',
        comment: 'What the unit is told, up to 500 characters; needed where it is rejected.',
      },
      examples: {
        approved: { as: 'admin', parameters: { id: 1000007, revision: 1, result: '通过', comment: '搭配合理' } },
      },
      failures: {
        invalid_input: { as: 'admin', parameters: { id: 1000004, revision: 1, result: '驳回' } },
        menu_not_found: { as: 'admin', parameters: { id: 2000099, revision: 1, result: '通过' } },
        menu_not_pending: { as: 'admin', parameters: { id: 1000001, revision: 1, result: '通过' } },
        changed_meanwhile: { as: 'admin', parameters: { id: 1000004, revision: 9, result: '通过' } },
      },
    },
    listReviews: {
      description: `What was done with the menus of the own unit by page, newest first; it outlives the menus. Units read 平台
        in place of whoever judges for the platform. With \`pending=true\`, which is for the platform alone, menus of all
        units that wait for review, the longest first; \`next\` is the \`from\` of what follows.`,
      parameters: {
        vender: 'Id of the unit: the own one, which is the default. The platform names one.',
        menu: 'Only what was done with the menu of this id. Absent: with all.',
        action:
          'Only 提交 (submitted), 撤回 (withdrawn), 通过 (approved), 驳回 (rejected), 免审 (published without review) or 下架 (taken down). Empty or absent: all.',
        pending: '`true`: what waits for review. Absent: `false`.',
        from: 'With `pending`: where to begin. Empty or absent: with what has waited longest.',
      },
      examples: {
        ofAMenu: { parameters: { menu: 1000006, action: '免审', pageSize: 2, pageNo: 0 } },
        ofAUnit: { as: 'admin', parameters: { vender: 1, pageSize: 2 } },
        waiting: { as: 'admin', parameters: { pending: 'true', from: '0001767196800000#1000001', pageSize: 1 } },
      },
      failures: {
        invalid_input: { parameters: { action: '删除' } },
        admin_side_only: { parameters: { pending: 'true' } },
        foreign_unit: { parameters: { vender: 2 } },
        unit_not_found: { as: 'admin', parameters: { vender: 99 } },
      },
    },
  },
};
