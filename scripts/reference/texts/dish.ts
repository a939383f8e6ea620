import type { Documentation, ParameterText } from './documentation.ts';

const ingredient: ParameterText = {
  about: {
    zh: `菜品由什么做成，JSON 文本：最多 100 项，编码（\`key\`）互不相同；\`value\` 为可食部生重的克数，大于 0、不超过
      100000；\`isMain\` 表示是否主料。目录之外的编码也接受。传空：没有食材。`,
    en: `What the dish is made of, as JSON text: at most 100 entries with distinct codes (\`key\`), grams of the edible
    raw portion (\`value\`, above 0, at most 100000) and whether it is a main ingredient (\`isMain\`). Codes outside the
    catalogue are accepted. Empty: none.`,
  },
  holds: {
    type: 'array',
    maxItems: 100,
    items: {
      type: 'object',
      required: ['key', 'value'],
      properties: {
        key: { type: 'string', minLength: 1, maxLength: 64 },
        value: { type: 'number', exclusiveMinimum: 0, maximum: 100_000 },
        isMain: { type: 'boolean' },
      },
    },
  },
};
const facts = {
  icon: {
    zh: `图片：png、jpeg、gif 或 webp 的 base64 data 字符串，传送时不超过 50 KB；或前端自有的文件名，最多 255
      个字符。传空：没有。`,
    en: `Picture: a base64 data string of a png, jpeg, gif or webp image of at most 50 KB as sent, or the name of a file
    that front ends have, at most 255 characters. Empty: none.`,
  },
  month: {
    zh: '供应这道菜的月份，1 至 12，以逗号分隔。传空：没有。',
    en: 'Months in which the dish is offered, 1 to 12, separated by commas. Empty: none.',
  },
  mark: {
    zh: '菜品的类型：`GET /api/basic/enum` 中列表 `mark` 的 `key`。',
    en: 'What kind of dish it is: a `key` of the list `mark` of `GET /api/basic/enum`.',
  },
  poly: {
    zh: '烹调方法：`GET /api/basic/enum` 中列表 `poly` 的 `key`。传空：没有。',
    en: 'Cooking method: a `key` of the list `poly` of `GET /api/basic/enum`. Empty: none.',
  },
  ingredient,
};
const vendors = {
  zh: '单位的编号，以逗号分隔，最多 500 个；业务端只能填本单位。',
  en: 'Ids of units, separated by commas, at most 500; a unit may name only itself.',
};

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=';
/** A red square of 40 × 32 pixels. */
const PHOTO = {
  name: 'tomatoes.png',
  base64:
    'iVBORw0KGgoAAAANSUhEUgAAACgAAAAgCAIAAADvz61XAAAALUlEQVR42u3NMQ0AAAgDsAlCCP4P9CADjib9m+k6EbFYLBaLxWKxWCwWi//EC1yccluMWE6EAAAAAElFTkSuQmCC',
};
const BOOK = {
  name: '菜品.xlsx',
  sheets: {
    菜品: [
      ['编号', '菜名', '标记', '烹饪方式', '月份'],
      ['1000001', '番茄炒蛋', '半荤', '炒', '5,6,7,8'],
      ['', '凉拌番茄', '凉菜', '拌', '6,7,8'],
    ],
    食材: [
      ['菜品编号', '菜名', '食材编码', '用量（克）', '主料'],
      ['1000001', '番茄炒蛋', '043119', '150', '是'],
      ['1000001', '番茄炒蛋', '111101x', '60', '是'],
      ['', '凉拌番茄', '043119', '200', '是'],
    ],
  },
};
const NEW_DISH = {
  name: '菜品.xlsx',
  sheets: {
    菜品: [
      ['菜名', '标记'],
      ['凉拌番茄', '凉菜'],
    ],
  },
};
const EGGS = JSON.stringify([
  { key: '043119', value: 120, isMain: true },
  { key: '111101x', value: 60, isMain: true },
  { key: '192004', value: 8 },
]);

export const documentation: Documentation = {
  about: {
    zh: '单位的菜品，以及平台菜品库（单位 0）的菜品',
    en: 'Dishes of a unit and of the platform’s library, which is unit 0',
  },
  operations: {
    findDishes: {
      description: {
        zh: `带 \`id\` 时为一道菜品：本单位或菜品库的，平台可查任何单位的。它不带外层结构；它的 \`ETag\` 用于 \`POST
          /api/dish\` 的 \`If-Match\`。不带 \`id\` 时为本单位或菜品库的菜品，分页，最新的在前，
          须同时符合所有筛选条件。`,
        en: `With \`id\`, one dish: of the own unit or the library, for the platform any. It comes without an
        envelope; its \`ETag\` is for \`If-Match\` of \`POST /api/dish\`. Without \`id\`, dishes of the own unit or
        the library by page,
        newest first, those that meet all of the filters.`,
      },
      parameters: {
        id: {
          zh: '要查的一道菜品的编号。此时筛选条件不起作用。',
          en: 'Id of the one dish that is asked for. The filters then count for nothing.',
        },
        vender: {
          zh: '查询哪个单位的菜品：默认本单位；0 为菜品库；平台可填任何单位。',
          en: 'Id of the unit whose dishes are searched: the own one, which is the default, or 0, the library; for the platform any.',
        },
        mark: { zh: '只查这个标记的菜品。传空或不传：全部。', en: 'Only dishes with this mark. Empty or absent: all.' },
        poly: {
          zh: '只查这种烹调方法的菜品。传空或不传：全部。',
          en: 'Only dishes of this cooking method. Empty or absent: all.',
        },
        month: {
          zh: '只查适用于这个月份的菜品，1 至 12。不传：全部。',
          en: 'Only dishes that name this month, 1 to 12. Absent: all.',
        },
        ingredient: {
          zh: '只查含有这种食材的菜品，填食材编码，可以是目录中的或单位自己的。不传：全部。',
          en: 'Only dishes with the ingredient of this code, of the catalogue or of the unit’s own. Absent: all.',
        },
        icons: {
          zh: '`false`：不返回图标，各菜品的图标为空字符串。不传：`true`。',
          en: '`false` leaves icons out: each is the empty string then. Absent: `true`.',
        },
      },
      examples: {
        search: {
          as: 'admin',
          parameters: { vender: 1, keyword: '番茄', mark: '半荤', poly: '炒', pageSize: 2, pageNo: 0 },
        },
        ofTheSeason: { parameters: { month: 7, ingredient: '043119', icons: 'false' } },
        byId: { parameters: { id: 1000001 } },
      },
      failures: {
        invalid_input: { parameters: { mark: '凉', pageSize: 500 } },
        foreign_unit: { parameters: { vender: 2 } },
        unit_not_found: { as: 'admin', parameters: { vender: 99 } },
        dish_not_found: { parameters: { id: 2000001 } },
      },
    },
    selectDishes: {
      description: {
        zh: '本单位或菜品库的全部菜品，最新的在前，不分页：最多 5000 道，内容大时更少。可用关键字缩小范围。',
        en: `All dishes of the own unit or of the library, newest first and without pages: at most
        5000, fewer where they are large. A keyword narrows them down.`,
      },
      parameters: {
        vender: {
          zh: '要哪个单位的菜品：默认本单位；0 为菜品库；平台可填任何单位。',
          en: 'Id of the unit whose dishes are asked for: the own one, which is the default, or 0, the library; for the platform any.',
        },
      },
      examples: {
        tomato: { parameters: { keyword: '番茄' } },
        byPinyin: { parameters: { keyword: 'fqcd' } },
        ofLibrary: { parameters: { vender: 0 } },
      },
      failures: {
        invalid_input: { parameters: { keyword: '菜'.repeat(101) } },
        foreign_unit: { parameters: { vender: 2 } },
        unit_not_found: { as: 'admin', parameters: { vender: 99 } },
      },
    },
    getLabels: {
      description: {
        zh: `菜品的营养标签，每个编号一份，按编号的顺序：食材名称按用量从多到少，
          以及每种成分在整道菜中的量和它占现行版 GB 28050 参考值的百分比，没有参考值时为 \`-\`。食材数值未知时，由
          \`missing\` 列出。这里是目录数值的精确合计，保留两位小数，供计算使用。打印的标签在 GB 28050
          另有规定之处与此不同：按其规定的行和顺序，不含水分、灰分、胡萝卜素和视黄醇；数值按其修约间隔，低于界限时为
          0；百分比由修约后的数值算得；已知膳食纤维时碳水化合物不含膳食纤维，而这里与食物成分表一样含膳食纤维；
          能量由印出的数值算得，而这里是目录中的能量。`,
        en: `Nutrition labels, one per id in the order of the ids: names of the ingredients by descending amount, and
          of each
        component the amount in the whole dish and its share of the reference value of GB 28050 in the edition in force,
        \`-\` where there is none. Where values of ingredients are unknown, \`missing\` names them.
        These are the exact sums of the catalogue's values with two decimals, to reckon on with. Printed labels differ where
        GB 28050 has them differ: they have its rows in its order, without water, ash, carotene and retinol; values in its
        intervals, 0 up to its limits; per cent of the rounded value; carbohydrate without fibre where fibre is known, while
        here it is with it, as in food tables; energy from the printed values, while here it is that of the catalogue.`,
      },
      parameters: {
        ids: {
          zh: '1 至 100 道菜品的编号，本单位或菜品库的，以逗号分隔；重复的编号各得一份。',
          en: 'Ids of 1 to 100 dishes of the own unit or the library, separated by commas; for one named twice there are two.',
        },
      },
      examples: { two: { parameters: { ids: '1000001,1' } } },
      failures: {
        invalid_input: { parameters: { ids: '' } },
        dish_not_found: { parameters: { ids: '1000001,2000001' } },
      },
    },
    drawLabel: {
      description: {
        zh: `一道菜品的营养标签，可打印或放进别的文档：A6 大小（105 × 148 mm）的图片，含菜名、供餐单位（本单位）、
          食材，以及整道菜按 GB 28050 的表格，其顺序、修约间隔和“0”界限值都按现行版本。能量由印出的蛋白质、脂肪、
          碳水化合物和膳食纤维算得，百分比由印出的数值算得；已知膳食纤维时碳水化合物不含膳食纤维。
          该版本强制标示的内容突出显示。\`※\` 表示并非所有食材的数值都已知，\`—\` 表示全部未知；表下写出缺了什么。`,
        en: `The nutrition label of one dish to print or to put into other documents: a picture of A6 size,
        105 × 148 mm, with the dish's name, the unit that serves it (the own one), its ingredients and the table of GB 28050
        for the whole dish, in the order, the intervals and with the limits of 0 of the edition in force. Energy is reckoned
        from the printed protein, fat, carbohydrate and fibre, per cent from the printed values; where fibre is known,
        carbohydrate is without it. What the edition demands stands out. \`※\` marks a value that is not known of all
        ingredients, \`—\` one that is known of none; below the table stands what is missing.`,
      },
      parameters: { id: { zh: '本单位或菜品库的菜品编号。', en: 'Id of a dish of the own unit or the library.' } },
      examples: { tomato: { parameters: { id: 1000001 } } },
      failures: { invalid_input: {}, dish_not_found: { parameters: { id: 2000001 } } },
      excerpt: 300,
    },
    printLabels: {
      description: {
        zh: '供打印的菜品营养标签页面，按编号的顺序：每道菜单独一页 A6，内容为 `GET /api/dish/label.svg` 的图片。',
        en: `The nutrition labels of dishes as a page to print, in the order of the ids: each is an A6 page of its
        own with the picture of \`GET /api/dish/label.svg\`.`,
      },
      parameters: {
        ids: {
          zh: '1 至 100 道菜品的编号，本单位或菜品库的，以逗号分隔；重复的编号各得一份。',
          en: 'Ids of 1 to 100 dishes of the own unit or the library, separated by commas; for one named twice there are two.',
        },
      },
      examples: { two: { parameters: { ids: '1000001,1' } } },
      failures: {
        invalid_input: { parameters: { ids: '' } },
        dish_not_found: { parameters: { ids: '1000001,2000001' } },
      },
      excerpt: 300,
    },
    createDish: {
      description: {
        zh: `在指定的每个单位新建同样的菜品，彼此独立：要么全部新建，要么一个也不建。超过 16 个单位而时间不够时，
          其余的在一小时内完成。`,
        en: `Creates the same dish, each independent of the others, in each of the named units: in all or in
        none. Above 16 units the rest follows within the hour where time does not suffice.`,
      },
      parameters: {
        ...facts,
        name: {
          zh: '名称，1 至 100 个字符；一个单位可以有同名的菜品。',
          en: 'Name, 1 to 100 characters; a unit may have several dishes of one name.',
        },
        vendors: {
          zh: `${vendors.zh}传空或不传：本单位；平台为菜品库。`,
          en: `${vendors.en} Empty or absent: the own one, for the platform its library.`,
        },
      },
      examples: {
        whole: {
          parameters: {
            name: '番茄炒蛋',
            vendors: '1',
            icon: PIXEL,
            month: '5,6,7,8,9',
            mark: '半荤',
            poly: '炒',
            ingredient: EGGS,
          },
          headers: { 'Idempotency-Key': 'dish-2026-09-01-1' },
        },
        least: { parameters: { name: '白粥', mark: '粥' } },
      },
      failures: {
        invalid_input: { parameters: { name: '番茄炒蛋', month: '13', ingredient: '[{"key":"043119","value":0}]' } },
        unknown_unit: { as: 'admin', parameters: { name: '番茄炒蛋', mark: '半荤', vendors: '1,99' } },
        foreign_unit: { parameters: { name: '番茄炒蛋', mark: '半荤', vendors: '1,2' } },
        payload_too_large: { parameters: { name: '番茄炒蛋', mark: '半荤', icon: 'x'.repeat(50 * 1024 + 1) } },
      },
    },
    updateDish: {
      description: {
        zh: `修改菜品：不传的字段不变。带 \`vendors\` 时，所列的单位应有这道菜：现在的单位在其中时，菜品留在原处，
          其他单位得到修改后的副本；不在其中时，菜品移到所列的第一个单位，并有新的编号，其余的得到副本。`,
        en: `Changes a dish: what is absent stays. With \`vendors\`, the units named are to have it: where the
        present one is among them it keeps the dish and the others get copies of the result; where it is not, the dish
        moves to the first one named, with a new id there, and the rest get copies.`,
      },
      parameters: {
        ...facts,
        id: {
          zh: '本单位的菜品编号；平台可填任何单位的。',
          en: 'Id of a dish of the own unit, for the platform of any.',
        },
        name: { zh: '新名称，1 至 100 个字符；不传：不变。', en: 'New name, 1 to 100 characters; absent: unchanged.' },
        vendors: {
          zh: `${vendors.zh}传空或不传：留在原处。`,
          en: `${vendors.en} Empty or absent: it stays where it is.`,
        },
      },
      examples: {
        whole: {
          parameters: {
            id: 1000002,
            name: '清炒西红柿',
            vendors: '1',
            icon: 'tomato.png',
            month: '',
            mark: '素菜',
            poly: '炒',
            ingredient: '[{"key":"043119","value":150,"isMain":true},{"key":"192004","value":6}]',
          },
          headers: { 'If-Match': '"1"' },
        },
        givenAway: { as: 'admin', parameters: { id: 1000002, vendors: '1,2' } },
      },
      failures: {
        invalid_input: { parameters: { id: 1000002, name: '', poly: '大火炒' } },
        unknown_unit: { as: 'admin', parameters: { id: 1000002, vendors: '1,99' } },
        foreign_unit: { parameters: { id: 1000002, vendors: '2' } },
        dish_not_found: { parameters: { id: 2000001, name: '番茄蛋汤' } },
        changed_meanwhile: { parameters: { id: 1000002, poly: '烧' }, headers: { 'If-Match': '"9"' } },
        payload_too_large: { parameters: { id: 1000002, icon: 'x'.repeat(50 * 1024 + 1) } },
      },
    },
    getDishSheet: {
      description: {
        zh: `工作簿（\`.xlsx\`），含本单位或菜品库的最多 2000 道菜品，按编号排序：工作表 \`菜品\` 每道菜一行，工作表
          \`食材\` 每种食材一行。原样上传到 \`PUT /api/dish/sheet.xlsx\` 什么也不改变。不含图标。菜品更多或内容过大时，
          用筛选条件减少。`,
        en: `A workbook (\`.xlsx\`) of at most 2000 dishes of the own unit or the library, by their numbers: the sheet
        \`菜品\` has a row for each dish, the sheet \`食材\` one for each of their ingredients. Uploaded to
        \`PUT /api/dish/sheet.xlsx\` as it is, it changes nothing. Icons are not in it. Where there are more dishes,
        or they
        are large, the filters make it less.`,
      },
      parameters: {
        vender: {
          zh: '要哪个单位的菜品：默认本单位；0 为菜品库；平台可填任何单位。',
          en: 'Id of the unit whose dishes are asked for: the own one, which is the default, or 0, the library; for the platform any.',
        },
        mark: { zh: '只查这个标记的菜品。传空或不传：全部。', en: 'Only dishes with this mark. Empty or absent: all.' },
        poly: {
          zh: '只查这种烹调方法的菜品。传空或不传：全部。',
          en: 'Only dishes of this cooking method. Empty or absent: all.',
        },
        month: {
          zh: '只查适用于这个月份的菜品，1 至 12。不传：全部。',
          en: 'Only dishes that name this month, 1 to 12. Absent: all.',
        },
      },
      examples: {
        all: {},
        some: { as: 'admin', parameters: { vender: 1, keyword: '番茄', mark: '半荤', poly: '炒', month: 7 } },
      },
      failures: {
        invalid_input: { parameters: { mark: '凉' } },
        foreign_unit: { parameters: { vender: 2 } },
        unit_not_found: { as: 'admin', parameters: { vender: 99 } },
      },
    },
    setDishSheet: {
      description: {
        zh: `用工作簿（\`.xlsx\`）新建和修改菜品，格式同 \`GET /api/dish/sheet.xlsx\`：最多 2000 道，要么全部成功，
          要么全不执行。\`菜品\` 表中带 \`编号\` 的行修改该菜品，不带的新建一道；未列出的菜品不变。
          缺少的列不影响其字段，空单元格则清空字段；新菜品须有 \`菜名\` 和 \`标记\`。带有工作表 \`食材\` 时，
          每道菜的食材即为表中所列，按编号对应，新菜品按名称对应；没有这张表时食材不变。工作表和列的顺序不限，
          工作表名称不限。错误以 \`file\`、\`sheet\`、\`row\` 和 \`column\` 指出，最多前 100 处，此时什么也不执行。
          \`desc\`
          说明新建、修改和未变的菜品各多少。新建需要 \`PUT /api/dish\` 的权限项，修改需要 \`POST /api/dish\` 的权限项。
          超过 40 道的部分在一分钟内完成，不论调用后来如何。`,
        en: `Makes and changes dishes by a workbook (\`.xlsx\`) like that of \`GET /api/dish/sheet.xlsx\`: all or none
          of at
        most 2000. A row of \`菜品\` with an id (\`编号\`) changes that dish, one without makes a new one; dishes
        without a row
        stay as they are. A column that is missing leaves its field alone, an empty cell empties it; a new dish needs name
        (\`菜名\`) and mark (\`标记\`). With the sheet \`食材\`, the ingredients of each dish are those that it has of
        it, by
        the id, for new dishes by the name; without, they stay. Sheets and columns may stand in any order, and the sheets
        have any name. What is wrong is told by \`file\`, \`sheet\`, \`row\` and \`column\`, the first 100, and then
        nothing is
        done. \`desc\` tells how many dishes were made, changed and left as they are. Making asks for the item that
        \`PUT /api/dish\` does, changing for that of \`POST /api/dish\`. What more than 40 dishes are is done within the
        minute, whatever happens to the call.`,
      },
      parameters: {
        vender: {
          zh: '这些菜品属于哪个单位：默认本单位；平台可填任何单位，默认菜品库。',
          en: 'Id of the unit whose dishes they are: the own one, which is the default; for the platform any, by default the library.',
        },
        files: { zh: '工作簿：一个文件。', en: 'The workbook: one file.' },
      },
      examples: {
        two: {
          parameters: { vender: 1 },
          file: BOOK,
          headers: { 'Idempotency-Key': 'dishes-2026-09-01-1' },
        },
      },
      failures: {
        invalid_input: {
          file: {
            name: '菜品.xlsx',
            sheets: {
              菜品: [
                ['编号', '菜名', '标记'],
                ['1000001', '番茄炒蛋', '凉'],
              ],
            },
          },
        },
        unknown_unit: { as: 'admin', parameters: { vender: 99 }, file: NEW_DISH },
        foreign_unit: { parameters: { vender: 2 }, file: BOOK },
      },
    },
    setDishIcon: {
      description: {
        zh: `把一张图片作为菜品的图标：取中间的方形并转正，最大 320 像素、20 KB，存为 \`image/webp\` 的 data 字符串，
          一页 200 个也放得下。透明部分保留；拍摄地点、时间等相机留下的信息会去掉。图片为 png、jpeg 或 webp，最多 2500
          万像素，宽和高不小于 32；整个请求不超过 4 MB。动画、已损坏的和印刷颜色模式（CMYK）的图片被拒绝。
          菜品的其他内容不变。`,
        en: `Makes a picture the icon of a dish: the square in its middle, turned upright, of at most 320 pixels and
        20 KB as a data string of \`image/webp\`, so that 200 of them fit into a page. What is transparent stays so;
        place,
        time and whatever else a camera has left in the file is gone. The picture is a png, jpeg or webp of at most 25
        million pixels, at least 32 wide and high; the whole request has at most 4 MB. What moves, is damaged or has the
        colours of print (CMYK) is refused. Nothing else of the dish changes.`,
      },
      parameters: {
        id: { zh: '菜品的编号。', en: 'Id of the dish.' },
        files: { zh: '图片：一个文件。', en: 'The picture: one file.' },
      },
      examples: {
        photo: {
          parameters: { id: 1000001 },
          file: PHOTO,
          headers: { 'Idempotency-Key': 'icon-2026-09-01-1', 'If-Match': '*' },
        },
      },
      failures: {
        invalid_input: { parameters: { id: 1000001 }, file: 'no picture' },
        dish_not_found: { parameters: { id: 2000001 }, file: PHOTO },
        changed_meanwhile: { parameters: { id: 1000001 }, file: PHOTO, headers: { 'If-Match': '"0"' } },
      },
    },
    deleteDishes: {
      description: {
        zh: '删除本单位的菜品，平台可删除任何单位的：要么全部删除；有一道找不到时，一道也不删。',
        en: 'Deletes dishes of the own unit, for the platform of any: all of them or, where one is not found, none.',
      },
      parameters: {
        ids: { zh: '1 至 500 道菜品的编号，以逗号分隔。', en: 'Ids of 1 to 500 dishes, separated by commas.' },
      },
      examples: { two: { parameters: { ids: '1000003,1000004' } } },
      failures: {
        invalid_input: { parameters: { ids: '1000003;1000004' } },
        dish_not_found: { parameters: { ids: '1000003,2000001' } },
      },
    },
    copyDish: {
      description: {
        zh: `给指定的每个单位一份菜品的副本，与原菜品互不影响，并有自己的编号；从不覆盖已有菜品。
          单位可复制自己的和菜品库的菜品。`,
        en: `Gives each of the named units a copy of a dish, independent of it and with an id of its own; nothing
        is overwritten. A unit copies its own dishes and those of the library.`,
      },
      parameters: {
        id: {
          zh: '要复制的菜品的编号：本单位或菜品库的，平台可填任何单位的。',
          en: 'Id of the dish that is copied: of the own unit or the library, for the platform any.',
        },
        vendors: {
          zh: `${vendors.zh}传空或不传：本单位；平台为菜品库。`,
          en: `${vendors.en} Empty or absent: the own one, for the platform its library.`,
        },
      },
      examples: {
        fromLibrary: {
          parameters: { id: 1, vendors: '1' },
          headers: { 'Idempotency-Key': 'copy-2026-09-01-1' },
        },
      },
      failures: {
        invalid_input: { parameters: { vendors: '1' } },
        unknown_unit: { as: 'admin', parameters: { id: 1, vendors: '99' } },
        foreign_unit: { parameters: { id: 1, vendors: '2' } },
        dish_not_found: { parameters: { id: 2000001 } },
      },
    },
  },
};
