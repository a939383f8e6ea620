import type { Documentation } from './documentation.ts';

const OWN = { zh: '本单位的食谱编号。', en: 'Id of a menu of the own unit.' };

export const documentation: Documentation = {
  about: {
    zh: '食谱的审核：提交、审核、发布、下架',
    en: 'What becomes of menus: submitted, reviewed, published, taken down',
  },
  operations: {
    submitMenu: {
      description: {
        zh: `提交草稿或已驳回的食谱。它所依据的一切被冻结为下一个版本：现在的菜品、食物数值、标记、标准和三餐比例；
          以后的改动都不影响它。单位的食谱需要审核，或上一次被平台下架时，进入待审核；否则立即发布。把 \`GET
          /api/menu/analysis\` 或 \`GET /api/menu\` 的 \`ETag\` 作为 \`If-Match\` 时，只在看过的内容没有变化时才提交。
          一个单位同一天最多有 20 份已生效的食谱，一份食谱最多提交 200 次。`,
        en: `Submits a draft or a rejected menu. All that it is made of is frozen as its next revision: dishes,
        figures of foods, marks, standard and shares of the meals as they are now; nothing changed later changes it. Where
        the unit's menus are reviewed, or the platform has taken down the last one, it waits for review; else it is
        published at once. With the \`ETag\` of \`GET /api/menu/analysis\`, or of \`GET /api/menu\`, as \`If-Match\`
        it is
        submitted only where nothing of what was looked at has changed. At most 20 menus of a unit are live on one day, and
        a menu is submitted 200 times at most.`,
      },
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
      description: {
        zh: '撤回待审核的食谱：恢复为草稿。已生效的版本继续有效。',
        en: 'Takes back what waits for review: the menu is a draft again. A revision that was live stays so.',
      },
      parameters: { id: OWN },
      examples: { one: { parameters: { id: 1000004 } } },
      failures: {
        invalid_input: { parameters: { id: 0 } },
        menu_not_found: { parameters: { id: 2000001 } },
        menu_not_pending: { parameters: { id: 1000001 } },
      },
    },
    discardMenu: {
      description: {
        zh: '使草稿或已驳回的食谱恢复为已生效的内容：状态为已发布。',
        en: 'Has a draft or a rejected menu say again what is live of it: it is published then.',
      },
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
      description: {
        zh: '下架食谱已生效的版本；已发布的食谱变为草稿。被平台下架的食谱，再次提交时一律需要审核。',
        en: `Takes down what is live of a menu; a published menu is a draft then. What the platform has taken down is
        reviewed when it is submitted again, whatever the unit's menus need.`,
      },
      parameters: {
        id: {
          zh: '本单位的食谱编号，平台可填任何单位的。',
          en: 'Id of a menu of the own unit, for the platform of any.',
        },
        comment: { zh: '原因，1 至 500 个字符；单位会看到。', en: 'Why, 1 to 500 characters; the unit reads it.' },
      },
      examples: { byUnit: { parameters: { id: 1000006, comment: '食材不足，停供' } } },
      failures: {
        invalid_input: { parameters: { id: 1000006, comment: '' } },
        menu_not_found: { parameters: { id: 2000001, comment: '停供' } },
        menu_not_live: { parameters: { id: 1000001, comment: '停供' } },
      },
    },
    reviewMenu: {
      description: {
        zh: '审核待审核的食谱版本。通过后取代原来的版本生效；驳回后可以修改再提交，原来已生效的继续有效。',
        en: `Judges the revision of a menu that waits for review. Approved, it is live in place of what was; rejected,
        the menu can be changed and submitted again, and what was live stays so.`,
      },
      parameters: {
        id: { zh: '任何单位的食谱编号。', en: 'Id of a menu of any unit.' },
        revision: {
          zh: '看过的版本：现在待审核的已是另一个版本时，什么也不做。',
          en: 'The revision that was looked at: where another one waits by now, nothing is done.',
        },
        result: { zh: '`通过` 或 `驳回`。', en: '`通过`: approved; `驳回`: rejected.' },
        comment: {
          zh: '给单位的意见，最多 500 个字符；驳回时必填。',
          en: 'What the unit is told, up to 500 characters; needed where it is rejected.',
        },
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
      description: {
        zh: `本单位食谱的审核记录，分页，最新的在前；食谱删除后仍保留。单位看到的平台人员一律为 \`平台\`。
          \`pending=true\` 仅平台可用，返回所有单位待审核的食谱，等待最久的在前；\`next\` 是后续内容的 \`from\`。`,
        en: `What was done with the menus of the own unit by page, newest first; it outlives the menus. Units read
          \`平台\`
        in place of whoever judges for the platform. With \`pending=true\`, which is for the platform alone, menus of
        all
        units that wait for review, the longest first; \`next\` is the \`from\` of what follows.`,
      },
      parameters: {
        vender: {
          zh: '单位的编号：默认本单位。平台须指定单位。',
          en: 'Id of the unit: the own one, which is the default. The platform names one.',
        },
        menu: {
          zh: '只查这个编号的食谱的记录。不传：全部。',
          en: 'Only what was done with the menu of this id. Absent: with all.',
        },
        action: {
          zh: '只查这种操作：`提交`、`撤回`、`通过`、`驳回`、`免审`（无需审核直接发布）或 `下架`。传空或不传：全部。',
          en: 'Only `提交` (submitted), `撤回` (withdrawn), `通过` (approved), `驳回` (rejected), `免审` (published without review) or `下架` (taken down). Empty or absent: all.',
        },
        pending: { zh: '`true`：待审核的食谱。不传：`false`。', en: '`true`: what waits for review. Absent: `false`.' },
        from: {
          zh: '与 `pending` 同用：从哪里开始。传空或不传：从等待最久的开始。',
          en: 'With `pending`: where to begin. Empty or absent: with what has waited longest.',
        },
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
