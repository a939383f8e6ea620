import type { Documentation, ParameterText } from './documentation.ts';

const ingredient: ParameterText = {
  about: `What the dish is made of, as JSON text: at most 100 entries with distinct codes (\`key\`), grams of the edible
    raw portion (\`value\`, above 0, at most 100000) and whether it is a main ingredient (\`isMain\`). Codes outside the
    catalogue are accepted. Empty: none.`,
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
  icon: `Picture: a base64 data string of a png, jpeg, gif or webp image of at most 50 KB as sent, or the name of a file
    that front ends have, at most 255 characters. Empty: none.`,
  month: 'Months in which the dish is offered, 1 to 12, separated by commas. Empty: none.',
  mark: 'What kind of dish it is: a `key` of the list `mark` of `GET /api/basic/enum`.',
  poly: 'Cooking method: a `key` of the list `poly` of `GET /api/basic/enum`. Empty: none.',
  ingredient,
};
const vendors = 'Ids of units, separated by commas, at most 500; a unit may name only itself.';

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=';
/** 40 × 32 pixels of one red. */
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
  about: 'Dishes of a unit and of the platform’s library, which is unit 0',
  operations: {
    findDishes: {
      description: `With \`id\`, one dish: of the own unit or the library, for the platform any. It comes without an
        envelope; its \`ETag\` is for \`If-Match\` of \`POST /api/dish\`. Without \`id\`, dishes of the own unit or the library by page,
        newest first, those that meet all of the filters.`,
      parameters: {
        id: 'Id of the one dish that is asked for. The filters then count for nothing.',
        vender:
          'Id of the unit whose dishes are searched: the own one, which is the default, or 0, the library; for the platform any.',
        mark: 'Only dishes with this mark. Empty or absent: all.',
        poly: 'Only dishes of this cooking method. Empty or absent: all.',
        month: 'Only dishes that name this month, 1 to 12. Absent: all.',
        ingredient: 'Only dishes with the ingredient of this code, of the catalogue or of the unit’s own. Absent: all.',
        icons: '`false` leaves icons out: each is the empty string then. Absent: `true`.',
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
      description: `All dishes of the own unit or of the library, newest first and without pages: at most
        5000, fewer where they are large. A keyword narrows them down.`,
      parameters: {
        vender:
          'Id of the unit whose dishes are asked for: the own one, which is the default, or 0, the library; for the platform any.',
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
      description: `Nutrition labels, one per id in the order of the ids: names of the ingredients by descending amount, and of each
        component the amount in the whole dish and its share of the reference value of GB 28050 in the edition in force,
        \`-\` where there is none. Where values of ingredients are unknown, \`missing\` names them.

        These are the exact sums of the catalogue's values with two decimals, to reckon on with. Printed labels differ where
        GB 28050 has them differ: they have its rows in its order, without water, ash, carotene and retinol; values in its
        intervals, 0 up to its limits; per cent of the rounded value; carbohydrate without fibre where fibre is known, while
        here it is with it, as in food tables; energy from the printed values, while here it is that of the catalogue.`,
      parameters: {
        ids: 'Ids of 1 to 100 dishes of the own unit or the library, separated by commas; for one named twice there are two.',
      },
      examples: { two: { parameters: { ids: '1000001,1' } } },
      failures: {
        invalid_input: { parameters: { ids: '' } },
        dish_not_found: { parameters: { ids: '1000001,2000001' } },
      },
    },
    drawLabel: {
      description: `The nutrition label of one dish to print or to put into other documents: a picture of A6 size,
        105 × 148 mm, with the dish's name, the unit that serves it (the own one), its ingredients and the table of GB 28050
        for the whole dish, in the order, the intervals and with the limits of 0 of the edition in force. Energy is reckoned
        from the printed protein, fat, carbohydrate and fibre, per cent from the printed values; where fibre is known,
        carbohydrate is without it. What the edition demands stands out. \`※\` marks a value that is not known of all
        ingredients, \`—\` one that is known of none; below the table stands what is missing.`,
      parameters: { id: 'Id of a dish of the own unit or the library.' },
      examples: { tomato: { parameters: { id: 1000001 } } },
      failures: { invalid_input: {}, dish_not_found: { parameters: { id: 2000001 } } },
      excerpt: 300,
    },
    printLabels: {
      description: `The nutrition labels of dishes as a page to print, in the order of the ids: each is an A6 page of its
        own with the picture of \`GET /api/dish/label.svg\`.`,
      parameters: {
        ids: 'Ids of 1 to 100 dishes of the own unit or the library, separated by commas; for one named twice there are two.',
      },
      examples: { two: { parameters: { ids: '1000001,1' } } },
      failures: {
        invalid_input: { parameters: { ids: '' } },
        dish_not_found: { parameters: { ids: '1000001,2000001' } },
      },
      excerpt: 300,
    },
    createDish: {
      description: `Creates the same dish, each independent of the others, in each of the named units: in all or in
        none. Above 16 units the rest follows within the hour where time does not suffice.`,
      parameters: {
        ...facts,
        name: 'Name, 1 to 100 characters; a unit may have several dishes of one name.',
        vendors: `${vendors} Empty or absent: the own one, for the platform its library.`,
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
      description: `Changes a dish: what is absent stays. With \`vendors\`, the units named are to have it: where the
        present one is among them it keeps the dish and the others get copies of the result; where it is not, the dish
        moves to the first one named, with a new id there, and the rest get copies.`,
      parameters: {
        ...facts,
        id: 'Id of a dish of the own unit, for the platform of any.',
        name: 'New name, 1 to 100 characters; absent: unchanged.',
        vendors: `${vendors} Empty or absent: it stays where it is.`,
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
      description: `A workbook (\`.xlsx\`) of at most 2000 dishes of the own unit or the library, by their numbers: the sheet
        \`菜品\` has a row for each dish, the sheet \`食材\` one for each of their ingredients. Uploaded to
        \`PUT /api/dish/sheet.xlsx\` as it is, it changes nothing. Icons are not in it. Where there are more dishes, or they
        are large, the filters make it less.`,
      parameters: {
        vender:
          'Id of the unit whose dishes are asked for: the own one, which is the default, or 0, the library; for the platform any.',
        mark: 'Only dishes with this mark. Empty or absent: all.',
        poly: 'Only dishes of this cooking method. Empty or absent: all.',
        month: 'Only dishes that name this month, 1 to 12. Absent: all.',
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
      description: `Makes and changes dishes by a workbook (\`.xlsx\`) like that of \`GET /api/dish/sheet.xlsx\`: all or none of at
        most 2000. A row of \`菜品\` with an id (\`编号\`) changes that dish, one without makes a new one; dishes without a row
        stay as they are. A column that is missing leaves its field alone, an empty cell empties it; a new dish needs name
        (\`菜名\`) and mark (\`标记\`). With the sheet \`食材\`, the ingredients of each dish are those that it has of it, by
        the id, for new dishes by the name; without, they stay. Sheets and columns may stand in any order, and the sheets
        have any name. What is wrong is told by \`file\`, \`sheet\`, \`row\` and \`column\`, the first 100, and then nothing is
        done. \`desc\` tells how many dishes were made, changed and left as they are. Making asks for the item that
        \`PUT /api/dish\` does, changing for that of \`POST /api/dish\`. What more than 40 dishes are is done within the
        minute, whatever happens to the call.`,
      parameters: {
        vender:
          'Id of the unit whose dishes they are: the own one, which is the default; for the platform any, by default the library.',
        files: 'The workbook: one file.',
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
      description: `Makes a picture the icon of a dish: the square in its middle, turned upright, of at most 320 pixels and
        20 KB as a data string of \`image/webp\`, so that 200 of them fit into a page. What is transparent stays so; place,
        time and whatever else a camera has left in the file is gone. The picture is a png, jpeg or webp of at most 25
        million pixels, at least 32 wide and high; the whole request has at most 4 MB. What moves, is damaged or has the
        colours of print (CMYK) is refused. Nothing else of the dish changes.`,
      parameters: { id: 'Id of the dish.', files: 'The picture: one file.' },
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
      description:
        'Deletes dishes of the own unit, for the platform of any: all of them or, where one is not found, none.',
      parameters: { ids: 'Ids of 1 to 500 dishes, separated by commas.' },
      examples: { two: { parameters: { ids: '1000003,1000004' } } },
      failures: {
        invalid_input: { parameters: { ids: '1000003;1000004' } },
        dish_not_found: { parameters: { ids: '1000003,2000001' } },
      },
    },
    copyDish: {
      description: `Gives each of the named units a copy of a dish, independent of it and with an id of its own; nothing
        is overwritten. A unit copies its own dishes and those of the library.`,
      parameters: {
        id: 'Id of the dish that is copied: of the own unit or the library, for the platform any.',
        vendors: `${vendors} Empty or absent: the own one, for the platform its library.`,
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
