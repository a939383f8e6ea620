type CallerSide = 'business' | 'admin';

/**
 * Who may call: anybody, whoever has signed in, or on each side whoever holds one of these items, or is the main
 * account. A side that is not named may not call at all.
 */
export type Callers = 'public' | 'session' | Readonly<Partial<Record<CallerSide, readonly number[] | 'main'>>>;

/** The permissions of the service: who may call each route. Said here again, and not taken from the declarations. */
export const CALLERS: Readonly<Record<string, Callers>> = {
  // basic
  'GET /api/basic/enum': 'session',

  // dish
  'GET /api/dish': { business: [25, 26, 27, 28], admin: [9, 10, 11, 12] },
  'PUT /api/dish': { business: [26], admin: [10] },
  'POST /api/dish': { business: [27], admin: [11] },
  'DELETE /api/dish': { business: [28], admin: [12] },
  'PUT /api/dish/copy': { business: [26], admin: [10] },
  'GET /api/dish/icon': { business: [25, 26, 27, 28], admin: [9, 10, 11, 12] },
  'GET /api/dish/label': { business: [25, 26, 27], admin: [9, 10, 11] },
  'POST /api/dish/label': { business: [25, 26, 27], admin: [9, 10, 11] },
  'GET /api/dish/label.html': { business: [25, 26, 27], admin: [9, 10, 11] },
  'GET /api/dish/label.svg': { business: [25, 26, 27], admin: [9, 10, 11] },
  'GET /api/dish/select': { business: [25, 26, 27, 29, 30, 31], admin: [9, 10, 11, 44] },
  'GET /api/dish/sheet.xlsx': { business: [25, 26, 27, 28], admin: [9, 10, 11, 12] },
  'PUT /api/dish/sheet.xlsx': { business: [26, 27], admin: [10, 11] },

  // guide
  'GET /api/guide': { business: [18] },

  // ingredient
  'GET /api/ingredient': { business: [23, 24, 25, 26, 27, 46], admin: [9, 10, 11, 13, 47] },
  'PUT /api/ingredient': { business: [46], admin: [47] },
  'POST /api/ingredient': { business: [46], admin: [47] },
  'DELETE /api/ingredient': { business: [46], admin: [47] },
  'POST /api/ingredient/proposal': { business: [46], admin: [47] },
  'GET /api/ingredient/select': { business: [23, 24, 25, 26, 27, 46], admin: [9, 10, 11, 13, 47] },

  // link
  'POST /api/link': 'session',
  'GET /print/{token}': 'public',

  // mark
  'GET /api/ingredient/mark': { business: [23, 24] },
  'PUT /api/ingredient/mark': { business: [24] },
  'DELETE /api/ingredient/mark': { business: [24] },
  'PUT /api/ingredient/mark/sheet.xlsx': { business: [24] },
  'GET /api/ingredient/mark/template': { business: [23, 24] },

  // menu
  'GET /api/menu': { business: [29], admin: [44] },
  'PUT /api/menu': { business: [30] },
  'POST /api/menu': { business: [31] },
  'DELETE /api/menu': { business: [32] },
  'GET /api/menu/alternatives': { business: [30, 31] },
  'GET /api/menu/analysis': { business: [29], admin: [44] },
  'POST /api/menu/analysis': { business: [30, 31] },
  'GET /api/menu/changes': { business: [29], admin: [44] },
  'PUT /api/menu/copy': { business: [30] },
  'PUT /api/menu/dish': { business: [31] },
  'DELETE /api/menu/dish': { business: [31] },
  'POST /api/menu/generate': { business: [30] },
  'GET /api/menu/kitchen.html': { business: [29], admin: [44] },
  'GET /api/menu/kitchen.xlsx': { business: [29], admin: [44] },
  'GET /api/menu/list.xlsx': { business: [29], admin: [44] },
  'GET /api/menu/live': { business: [29], admin: [44] },
  'GET /api/menu/overview': { admin: [44] },
  'GET /api/menu/overview.xlsx': { admin: [44] },
  'GET /api/menu/people': { business: [29], admin: [44] },
  'POST /api/menu/people': { business: [31] },
  'GET /api/menu/purchase': { business: [29], admin: [44] },
  'GET /api/menu/purchase.xlsx': { business: [29], admin: [44] },
  'GET /api/menu/report': { business: [29], admin: [44] },
  'GET /api/menu/report.html': { business: [29], admin: [44] },
  'GET /api/menu/report.xlsx': { business: [29], admin: [44] },
  'GET /api/menu/samples.xlsx': { business: [29], admin: [44] },
  'GET /api/menu/select': { business: [29] },
  'GET /api/menu/sheet.html': { business: [29], admin: [44] },
  'GET /api/menu/sheet.xlsx': { business: [29], admin: [44] },

  // operation
  'GET /api/log': { business: [34, 36], admin: [1, 14] },

  // price
  'GET /api/ingredient/price': { business: [21] },
  'PUT /api/ingredient/price': { business: [22] },
  'DELETE /api/ingredient/price': { business: [22] },
  'PUT /api/ingredient/price/sheet.xlsx': { business: [22] },
  'GET /api/ingredient/price/template': { business: [21] },

  // review
  'POST /api/menu/discard': { business: [31] },
  'POST /api/menu/retract': { business: [31], admin: [45] },
  'GET /api/menu/review': { business: [33], admin: [45] },
  'POST /api/menu/review': { admin: [45] },
  'POST /api/menu/submit': { business: [31] },
  'POST /api/menu/swap': { business: [31] },
  'POST /api/menu/withdraw': { business: [31] },

  // role
  'GET /api/role': { business: [36, 37, 38, 40, 41, 42, 43], admin: [14, 15, 16, 17] },
  'PUT /api/role': { business: [41], admin: [17] },
  'POST /api/role': { business: [42], admin: [17] },
  'DELETE /api/role': { business: [43], admin: [17] },
  'GET /api/role/item': { business: [40, 41, 42], admin: [16, 17] },

  // screen
  'GET /api/screen': { business: [19, 20] },
  'PUT /api/screen': { business: [19, 20] },
  'DELETE /api/screen': { business: [19, 20] },
  'GET /api/screen/preview': { business: [19, 20] },
  'GET /screen/{token}': 'public',
  'GET /screen/{token}/menu.ics': 'public',
  'GET /screen/{token}/menu.json': 'public',
  'GET /screen/{token}/picture': 'public',

  // service
  $default: 'public',
  'GET /docs': 'public',
  'GET /health': 'public',
  'GET /openapi.json': 'public',

  // session
  'POST /api/login': 'public',
  'POST /api/logout': 'session',
  'GET /api/me': 'session',
  'POST /api/me': 'session',
  'POST /api/me/password': 'session',

  // standard
  'GET /api/nutrition': { business: [21], admin: [5, 7, 8] },
  'PUT /api/nutrition': { admin: [6] },
  'POST /api/nutrition': { admin: [7] },
  'DELETE /api/nutrition': { admin: [8] },
  'GET /api/nutrition/select': { business: [21, 29, 30, 31], admin: [5, 7, 44] },

  // unit
  'GET /api/vender': { admin: [1, 3, 4] },
  'PUT /api/vender': { admin: [2] },
  'POST /api/vender': { business: 'main', admin: [3] },
  'DELETE /api/vender': { admin: [4] },
  'GET /api/vender/calendar': { business: [21, 22], admin: [3] },
  'POST /api/vender/calendar': { business: [22], admin: [3] },
  'GET /api/vender/check/account': 'session',
  'GET /api/vender/check/name': 'session',
  'GET /api/vender/config': { business: [21, 22, 30, 31] },
  'POST /api/vender/config': { business: [22] },
  'GET /api/vender/icon': { business: [34], admin: [1, 3, 4] },
  'GET /api/vender/info': { business: [34], admin: [1, 3] },
  'POST /api/vender/password': { admin: [3] },
  'GET /api/vender/select': { admin: [1, 2, 3, 6, 7, 10, 11] },
  'POST /api/vender/select': { admin: [1, 2, 3, 6, 7, 10, 11] },

  // user
  'GET /api/user': { business: [36, 37, 38, 39], admin: [14, 15] },
  'PUT /api/user': { business: [37], admin: [15] },
  'POST /api/user': { business: [38], admin: [15] },
  'DELETE /api/user': { business: [39], admin: [15] },
  'GET /api/user/check': 'session',
  'GET /api/user/sheet.xlsx': { business: [36, 37, 38, 39], admin: [14, 15] },
  'PUT /api/user/sheet.xlsx': { business: [37, 38], admin: [15] },

  // workbench
  'GET /w/{page+}': 'public',
  'GET /workbench/{file}': 'public',
};
