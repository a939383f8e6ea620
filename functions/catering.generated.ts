// Written by npm run generate from functions/openapi.generated.json; never edited.

/** Every reason of the service for a failure. */
export const allReasons = [
  'invalid_input',
  'unknown_role',
  'unknown_permission_item',
  'unknown_unit',
  'too_many_marks',
  'too_many_prices',
  'too_many_dishes',
  'too_many_matches',
  'menu_too_large',
  'page_too_large',
  'wrong_password',
  'not_signed_in',
  'bad_credentials',
  'wrong_side',
  'missing_permission',
  'main_account_only',
  'admin_side_only',
  'foreign_unit',
  'cannot_grant',
  'outranked',
  'unit_closed',
  'unit_expired',
  'not_found',
  'unit_not_found',
  'user_not_found',
  'role_not_found',
  'standard_not_found',
  'revision_not_found',
  'dish_not_found',
  'ingredient_not_found',
  'menu_not_found',
  'screen_not_found',
  'duplicate_account',
  'duplicate_uid',
  'duplicate_unit_name',
  'duplicate_role_name',
  'quota_reached',
  'menu_pending',
  'menu_published',
  'menu_not_pending',
  'menu_not_live',
  'too_many_revisions',
  'day_full',
  'changed_meanwhile',
  'repeated_request',
  'protected_role',
  'protected_main_account',
  'protected_self',
  'screen_deleted',
  'payload_too_large',
  'unsupported_encoding',
  'too_many_failures',
  'internal',
  'unavailable',
] as const;

export type Reason = (typeof allReasons)[number];

/** By how many bits each step of a round rotates its sum to the left. */
const TURNS = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
];
const BLOCK_BYTES = 64;
const STEPS = Array.from({ length: 64 }, (_, step) => ({
  round: step >> 4,
  turn: TURNS[step >> 4]?.[step & 3] ?? 0,
  constant: Math.floor(Math.abs(Math.sin(step + 1)) * 2 ** 32),
}));
/** Which word of its block a step of each round takes. */
const WORD_OF_STEP = [
  (step: number) => step,
  (step: number) => 5 * step + 1,
  (step: number) => 3 * step + 5,
  (step: number) => 7 * step,
];

/** A password's digest as it is sent: the last 16 characters of its MD5 in upper-case hex. */
export function digestPassword(plain: string): string {
  return md5(new TextEncoder().encode(plain)).toUpperCase().slice(-16);
}

/** MD5 by RFC 1321. No browser has it built in. */
function md5(bytes: Uint8Array): string {
  const blocks = pad(bytes);
  let state: State = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
  for (let start = 0; start < blocks.byteLength; start += BLOCK_BYTES) {
    state = addBlock(state, new DataView(blocks.buffer, start, BLOCK_BYTES));
  }
  const result = new DataView(new ArrayBuffer(16));
  state.forEach((word, index) => {
    result.setUint32(4 * index, word, true);
  });
  return Array.from(new Uint8Array(result.buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

type State = readonly [number, number, number, number];

/** The bytes, a 1 bit, zeros and the length in bits: complete blocks. */
function pad(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) * BLOCK_BYTES);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  // 32 of the 64 bits are enough for 512 MB.
  new DataView(padded.buffer).setUint32(padded.length - 8, bytes.length << 3, true);
  return padded;
}

function addBlock(state: State, block: DataView): State {
  let [a, b, c, d] = state;
  STEPS.forEach(({ round, turn, constant }, step) => {
    const word = block.getUint32(4 * ((WORD_OF_STEP[round]?.(step) ?? 0) & 15), true);
    const sum = (a + mix(round, b, c, d) + constant + word) | 0;
    [a, b, c, d] = [d, (b + ((sum << turn) | (sum >>> (32 - turn)))) | 0, b, c];
  });
  return [(state[0] + a) | 0, (state[1] + b) | 0, (state[2] + c) | 0, (state[3] + d) | 0];
}

function mix(round: number, b: number, c: number, d: number): number {
  if (round === 0) return (b & c) | (~b & d);
  if (round === 1) return (b & d) | (c & ~d);
  return round === 2 ? b ^ c ^ d : c ^ (b | ~d);
}

/** Why a call failed: a reason of the service, or `unknown` where the answer names none, such as a proxy's. */
export type FailureReason = Reason | 'unknown';

/** One wrong field of the parameters. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
  /** The place in an uploaded file. Row and column are absent where the whole file is wrong. */
  readonly file?: string;
  readonly sheet?: string;
  readonly row?: number;
  readonly column?: string;
}

/** The service refused a call. Faults of the network are not this error but what `fetch` throws. */
export class CateringError extends Error {
  override readonly name = 'CateringError';
  /** The HTTP status. */
  readonly status: number;
  readonly reason: FailureReason;
  /** What went wrong, for a person, in the language of the client. */
  readonly desc: string;
  /** All wrong fields. */
  readonly errors: readonly FieldError[];
  /** Seconds after which another try makes sense. */
  readonly retryAfter: number | undefined;

  constructor(status: number, answer: unknown, retryAfter: string | null) {
    const { reason, desc, errors } = isRecord(answer) ? answer : {};
    const known = allReasons.find((one) => one === reason) ?? 'unknown';
    super(`${status} ${typeof reason === 'string' ? reason : known}: ${typeof desc === 'string' ? desc : ''}`);
    this.status = status;
    this.reason = known;
    this.desc = typeof desc === 'string' ? desc : '';
    this.errors = Array.isArray(errors) ? errors.filter(isFieldError) : [];
    this.retryAfter = retryAfter === null || !/^\d+$/.test(retryAfter) ? undefined : Number(retryAfter);
  }
}

export interface ClientOptions {
  /** Where the service is, such as `https://catering.example`; by default the page's own origin. */
  readonly baseUrl?: string | undefined;
  /** The token of a session that was begun before. */
  readonly token?: string | undefined;
  /** The language of texts for a person: Chinese, or `en`. */
  readonly language?: string | undefined;
  /** Is used instead of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** Options of a call that creates something. */
export interface CreateOptions extends CallOptions {
  /** The same request under the same key is carried out only once in 24 hours, and repetitions get the first answer. */
  readonly idempotencyKey?: string | undefined;
}

/** Options of a call that changes something with a version. */
export interface ChangeOptions extends CallOptions {
  /** From `etagOf` what was read. If it has changed since, nothing is done, and the reason is `changed_meanwhile`. */
  readonly ifMatch?: string | undefined;
}

/** The answer of a call without a result. */
export interface Done {
  /** What was done, for a person. */
  readonly desc: string;
}

/** A call of the service, and which of its parameters are not simply written as text. */
interface Call {
  readonly method: string;
  readonly path: string;
  readonly kinds?: Readonly<Record<string, 'json' | 'password'>>;
  /** What it answers instead of the envelope. */
  readonly answers?: 'text' | 'file';
}

type Values = Readonly<Record<string, string | number | boolean | object | undefined>>;

/** The session, and what all calls have in common. */
export class Connection {
  /** The token of the session; undefined while nobody is signed in. Keep it where a page outlives its client. */
  token: string | undefined;
  readonly #baseUrl: string;
  readonly #language: string | undefined;
  readonly #fetch: typeof globalThis.fetch;
  readonly #etags = new WeakMap<object, string>();

  constructor({ baseUrl = '', token, language, fetch }: ClientOptions = {}) {
    this.#baseUrl = baseUrl.replace(/\/+$/, '');
    this.token = token;
    this.#language = language;
    // Browsers refuse a `fetch` that is called as a method of another object.
    this.#fetch = fetch ?? ((input, init) => globalThis.fetch(input, init));
  }

  /**
   * The ETag of a result. It must be the very object that a call returned.
   * @throws TypeError where it has none: only what was read by id has one.
   */
  etagOf(result: object): string {
    const etag = this.#etags.get(result);
    if (etag === undefined) throw new TypeError('This is no result of this client that has an ETag');
    return etag;
  }

  /**
   * Carries out a call.
   * @throws CateringError where the service refuses it.
   */
  protected async call<Result>(call: Call, parameters: Values, options: CreateOptions & ChangeOptions) {
    const response = await this.#send(call, parameters, options);
    // A failure comes in the envelope, even of a call that answers a file.
    if (response.ok && call.answers)
      return (await (call.answers === 'text' ? response.text() : response.blob())) as Result;
    const answer = parseJson(await response.text());
    if (!response.ok || answer === undefined) {
      throw new CateringError(response.status, answer, response.headers.get('Retry-After'));
    }
    // The service's own tests show that it answers what it documents.
    const result = takeResult(answer) as Result;
    const etag = response.headers.get('ETag');
    if (etag !== null && typeof result === 'object' && result !== null) this.#etags.set(result, etag);
    return result;
  }

  #send({ method, path, kinds = {} }: Call, parameters: Values, options: CreateOptions & ChangeOptions) {
    const { files, ...others } = parameters;
    const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
    const place = names.reduce(
      (former, name) => former.replace(`{${name}}`, encodeURIComponent(String(others[name]))),
      path,
    );
    const form = toForm(Object.fromEntries(Object.entries(others).filter(([name]) => !names.includes(name))), kinds);
    // Some proxies drop the body of a DELETE.
    const isInQuery = method === 'GET' || method === 'DELETE';
    const query = isInQuery ? form.toString() : '';
    const init: RequestInit = { method, headers: this.#headers(options) };
    if (options.signal !== undefined) init.signal = options.signal;
    if (Array.isArray(files)) init.body = toUpload(files, form);
    else if (!isInQuery) init.body = form;
    return this.#fetch(`${this.#baseUrl}${place}${query === '' ? '' : `?${query}`}`, init);
  }

  #headers({ idempotencyKey, ifMatch }: CreateOptions & ChangeOptions): Record<string, string> {
    return {
      ...(this.token === undefined ? {} : { Authorization: `Bearer ${this.token}` }),
      ...(this.#language === undefined ? {} : { 'Accept-Language': this.#language }),
      ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }),
    };
  }
}

function toForm(parameters: Values, kinds: Call['kinds'] = {}): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue;
    if (kinds[name] === 'json') form.append(name, JSON.stringify(value));
    else form.append(name, kinds[name] === 'password' ? digestPassword(String(value)) : String(value));
  }
  return form;
}

function toUpload(files: readonly File[], fields: URLSearchParams): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  for (const file of files) form.append('files', file, file.name);
  return form;
}

/** The result of an answer, out of its envelope. One call answers without an envelope. */
function takeResult(answer: unknown): unknown {
  if (!isRecord(answer) || answer['success'] !== true) return answer;
  return 'body' in answer ? answer['body'] : { desc: answer['desc'] };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isFieldError(value: unknown): value is FieldError {
  return isRecord(value) && typeof value['field'] === 'string' && typeof value['message'] === 'string';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

export type GetEnumResult = {
  mark: {
    key: string;
    value: string;
  }[];
  poly: {
    key: string;
    value: string;
  }[];
  category: {
    key: string;
    value: string;
  }[];
  measurement: {
    key: string;
    value: string;
  }[];
  nutrient: {
    key: string;
    value: string;
    unit: string;
  }[];
  foodCategory: {
    key: string;
    value: string;
  }[];
  activity: {
    key: string;
    value: string;
  }[];
  allergen: {
    key: string;
    value: string;
  }[];
  ingredientCategory: {
    key: string;
    value: string;
  }[];
};

export type DeleteDishesParameters = {
  readonly ids: readonly number[];
};

export type FindDishesParameters = {
  readonly id?: number | undefined;
  readonly vender?: number | undefined;
  readonly keyword?: string | undefined;
  readonly mark?:
    | '主食'
    | '荤菜'
    | '大荤'
    | '小荤'
    | '半荤'
    | '素菜'
    | '凉菜'
    | '汤羹'
    | '粥'
    | '点心'
    | '水果'
    | '奶类'
    | '饮品'
    | '其他'
    | ''
    | undefined;
  readonly poly?:
    | '炒'
    | '蒸'
    | '煮'
    | '烧'
    | '烤'
    | '炖'
    | '炸'
    | '拌'
    | '卤'
    | '焖'
    | '煎'
    | '熏'
    | '烩'
    | '爆'
    | '熘'
    | '汆'
    | '煲'
    | '腌'
    | '烙'
    | ''
    | undefined;
  readonly month?: number | undefined;
  readonly ingredient?: string | undefined;
  readonly icons?: boolean | undefined;
  readonly pageSize?: number | undefined;
  readonly pageNo?: number | undefined;
};

export type FindDishesResult = {
  content: {
    id: number;
    name: string;
    vender: number;
    icon: string;
    ingredient: {
      key: string;
      value: number;
      isMain?: boolean;
    }[];
    marks: string;
    poly: string;
    month: number[];
    modify: number;
  }[];
  number: number;
  size: number;
  totalElements: number;
  totalPages: number;
};

export type FindDishesByIdResult = {
  id: number;
  name: string;
  vender: number;
  icon: string;
  ingredient: {
    key: string;
    value: number;
    isMain?: boolean;
  }[];
  marks: string;
  poly: string;
  month: number[];
  modify: number;
};

export type UpdateDishParameters = {
  readonly id: number;
  readonly icon?: string | undefined;
  readonly month?: readonly number[] | undefined;
  readonly mark?:
    | '主食'
    | '荤菜'
    | '大荤'
    | '小荤'
    | '半荤'
    | '素菜'
    | '凉菜'
    | '汤羹'
    | '粥'
    | '点心'
    | '水果'
    | '奶类'
    | '饮品'
    | '其他'
    | undefined;
  readonly poly?:
    | '炒'
    | '蒸'
    | '煮'
    | '烧'
    | '烤'
    | '炖'
    | '炸'
    | '拌'
    | '卤'
    | '焖'
    | '煎'
    | '熏'
    | '烩'
    | '爆'
    | '熘'
    | '汆'
    | '煲'
    | '腌'
    | '烙'
    | ''
    | undefined;
  readonly ingredient?:
    | {
        key: string;
        value: number;
        isMain?: boolean;
      }[]
    | undefined;
  readonly name?: string | undefined;
  readonly vendors?: readonly number[] | undefined;
};

export type CreateDishParameters = {
  readonly icon?: string | undefined;
  readonly month?: readonly number[] | undefined;
  readonly mark:
    | '主食'
    | '荤菜'
    | '大荤'
    | '小荤'
    | '半荤'
    | '素菜'
    | '凉菜'
    | '汤羹'
    | '粥'
    | '点心'
    | '水果'
    | '奶类'
    | '饮品'
    | '其他';
  readonly poly?:
    | '炒'
    | '蒸'
    | '煮'
    | '烧'
    | '烤'
    | '炖'
    | '炸'
    | '拌'
    | '卤'
    | '焖'
    | '煎'
    | '熏'
    | '烩'
    | '爆'
    | '熘'
    | '汆'
    | '煲'
    | '腌'
    | '烙'
    | ''
    | undefined;
  readonly ingredient?:
    | {
        key: string;
        value: number;
        isMain?: boolean;
      }[]
    | undefined;
  readonly name: string;
  readonly vendors?: readonly number[] | undefined;
};

export type CopyDishParameters = {
  readonly id: number;
  readonly vendors?: readonly number[] | undefined;
};

export type SetDishIconParameters = {
  readonly id: number;
  readonly files: readonly File[];
};

export type GetLabelsParameters = {
  readonly ids: readonly number[];
};

export type GetLabelsResult = {
  id: number;
  name: string;
  ingredients: string[];
  component: {
    name: string;
    nutrition: string;
    nvr: string;
    missing?: string[];
  }[];
}[];

export type PrintLabelsParameters = {
  readonly ids: readonly number[];
};

export type DrawLabelParameters = {
  readonly id: number;
};

export type SelectDishesParameters = {
  readonly vender?: number | undefined;
  readonly keyword?: string | undefined;
};

export type SelectDishesResult = {
  id: number;
  ingredient: {
    key: string;
    value: number;
    isMain?: boolean;
  }[];
  marks: string;
  poly: string;
  name: string;
}[];

export type GetDishSheetParameters = {
  readonly vender?: number | undefined;
  readonly keyword?: string | undefined;
  readonly mark?:
    | '主食'
    | '荤菜'
    | '大荤'
    | '小荤'
    | '半荤'
    | '素菜'
    | '凉菜'
    | '汤羹'
    | '粥'
    | '点心'
    | '水果'
    | '奶类'
    | '饮品'
    | '其他'
    | ''
    | undefined;
  readonly poly?:
    | '炒'
    | '蒸'
    | '煮'
    | '烧'
    | '烤'
    | '炖'
    | '炸'
    | '拌'
    | '卤'
    | '焖'
    | '煎'
    | '熏'
    | '烩'
    | '爆'
    | '熘'
    | '汆'
    | '煲'
    | '腌'
    | '烙'
    | ''
    | undefined;
  readonly month?: number | undefined;
};

export type SetDishSheetParameters = {
  readonly vender?: number | undefined;
  readonly files: readonly File[];
};

export type ShowGuideResult = {
  step: 'config' | 'standard' | 'user' | 'mark' | 'dish' | 'menu' | 'submit' | 'publish';
  name: string;
  count: number;
  done: boolean;
}[];

export type ListIngredientsParameters = {
  readonly keyword?: string | undefined;
  readonly category?: string | undefined;
  readonly mark?: '常用' | '忌用' | '' | undefined;
  readonly pageSize?: number | undefined;
  readonly pageNo?: number | undefined;
};

export type ListIngredientsResult = {
  content: {
    code: string;
    name: string;
    category: string;
    edible: number | null;
    mark: '常用' | '忌用' | null;
  }[];
  number: number;
  size: number;
  totalElements: number;
  totalPages: number;
};

export type RemoveMarkParameters = {
  readonly nutrient?: string | undefined;
  readonly ingredient?: string | undefined;
};

export type ListMarksResult = {
  nutrient: string;
  mark: '常用' | '忌用';
}[];

export type SetMarkParameters =
  | {
      readonly nutrient?: string | undefined;
      readonly ingredient?: string | undefined;
      readonly mark: '常用' | '忌用';
    }
  | {
      readonly files: readonly File[];
    };

export type GetMarkTemplateParameters = {
  readonly keyword?: string | undefined;
  readonly category?: string | undefined;
  readonly mark?: '常用' | '忌用' | '' | undefined;
};

export type RemovePriceParameters = {
  readonly nutrient?: string | undefined;
  readonly ingredient?: string | undefined;
};

export type ListPricesResult = {
  nutrient: string;
  price: number;
}[];

export type SetPriceParameters =
  | {
      readonly nutrient?: string | undefined;
      readonly ingredient?: string | undefined;
      readonly price: number;
    }
  | {
      readonly files: readonly File[];
    };

export type GetPriceTemplateParameters = {
  readonly keyword?: string | undefined;
  readonly category?: string | undefined;
  readonly mark?: '常用' | '忌用' | '' | undefined;
};

export type SelectIngredientsParameters = {
  readonly codes: string;
};

export type SelectIngredientsResult = {
  code: string;
  name: string;
  category: string;
  edible: number | null;
  nutrients: Record<string, number>;
  traces: string[];
  allergens: ('含麸质谷物' | '甲壳类' | '鱼类' | '蛋类' | '花生' | '大豆' | '乳' | '坚果')[] | null;
  foodCategory: {
    name: string;
    amount: number;
    counts: number;
  } | null;
  dark: boolean;
}[];

export type ListOperationsParameters = {
  readonly vender?: number | undefined;
  readonly from?: string | undefined;
  readonly pageSize?: number | undefined;
};

export type ListOperationsResult = {
  content: {
    time: number;
    uid: string;
    operation: string;
    requestId: string;
    changed: Record<string, (string | number)[]>;
    given: Record<string, (string | number)[]>;
    more: number;
  }[];
  next: string;
};

export type SignInParameters = {
  readonly uid: string;
  /** Plain: the client makes the digest. */
  readonly password: string;
};

export type SignInResult = {
  expire: number;
  uid: string;
  name: string;
  side: 'admin' | 'business';
  vender: number;
  roleId: number;
  roleName: string;
  roleItems: number[];
  isMain: boolean;
  token: string;
};

export type GetMeResult = {
  expire: number;
  uid: string;
  name: string;
  side: 'admin' | 'business';
  vender: number;
  roleId: number;
  roleName: string;
  roleItems: number[];
  isMain: boolean;
  venderName: string;
  venderExpire?: number;
};

export type ChangePasswordParameters = {
  /** Plain: the client makes the digest. */
  readonly oldPassword: string;
  /** Plain: the client makes the digest. */
  readonly newPassword: string;
};

export type DeleteMenusParameters = {
  readonly ids: readonly number[];
};

export type FindMenusParameters = {
  readonly id?: number | undefined;
  readonly revision?: number | undefined;
  readonly vender?: number | undefined;
  readonly keyword?: string | undefined;
  readonly state?: '草稿' | '待审核' | '已驳回' | '已发布' | '' | undefined;
  /** As YYYY-MM-DD. */
  readonly from?: string | undefined;
  /** As YYYY-MM-DD. */
  readonly to?: string | undefined;
  readonly pageSize?: number | undefined;
  readonly pageNo?: number | undefined;
};

export type FindMenusResult = {
  content: {
    id: number;
    vender: number;
    name: string;
    start: string;
    days: number;
    meals: ('breakfast' | 'lunch' | 'dinner')[];
    groups: {
      level: string;
      people: number;
      factor: number;
      meals: ('breakfast' | 'lunch' | 'dinner')[];
    }[];
    standard?: number;
    items: {
      day: number;
      meal: 'breakfast' | 'lunch' | 'dinner';
      dish: number;
      name: string;
      portion: number;
    }[];
    state: '草稿' | '待审核' | '已驳回' | '已发布';
    revision: number;
    published?: number;
    modify: number;
  }[];
  number: number;
  size: number;
  totalElements: number;
  totalPages: number;
};

export type FindMenusByIdResult = {
  id: number;
  vender: number;
  name: string;
  start: string;
  days: number;
  meals: ('breakfast' | 'lunch' | 'dinner')[];
  groups: {
    level: string;
    people: number;
    factor: number;
    meals: ('breakfast' | 'lunch' | 'dinner')[];
  }[];
  standard?: number;
  items: {
    day: number;
    meal: 'breakfast' | 'lunch' | 'dinner';
    dish: number;
    name: string;
    portion: number;
  }[];
  state: '草稿' | '待审核' | '已驳回' | '已发布';
  revision: number;
  published?: number;
  modify: number;
};

export type UpdateMenuParameters = {
  readonly id: number;
  readonly name?: string | undefined;
  /** As YYYY-MM-DD. */
  readonly start?: string | undefined;
  readonly days?: number | undefined;
  readonly meals?: string | undefined;
  readonly groups?:
    | {
        level: string;
        people: number;
        factor?: number;
        meals?: ('breakfast' | 'lunch' | 'dinner')[];
      }[]
    | undefined;
  readonly standard?: number | undefined;
  readonly items?:
    | {
        day: number;
        meal: 'breakfast' | 'lunch' | 'dinner';
        dish: number;
        portion?: number;
      }[]
    | undefined;
};

export type CreateMenuParameters = {
  readonly name: string;
  /** As YYYY-MM-DD. */
  readonly start: string;
  readonly days?: number | undefined;
  readonly meals?: string | undefined;
  readonly groups: {
    level: string;
    people: number;
    factor?: number;
    meals?: ('breakfast' | 'lunch' | 'dinner')[];
  }[];
  readonly standard?: number | undefined;
  readonly items?:
    | {
        day: number;
        meal: 'breakfast' | 'lunch' | 'dinner';
        dish: number;
        portion?: number;
      }[]
    | undefined;
};

export type ListAlternativesParameters = {
  readonly id: number;
  readonly day: number;
  readonly meal: 'breakfast' | 'lunch' | 'dinner';
  readonly dish: number;
  readonly library?: boolean | undefined;
};

export type ListAlternativesResult = {
  dish: number;
  name: string;
  marks: string;
  changes: {
    level: string;
    figures: {
      key?: string;
      name: string;
      unit: string;
      before: {
        value: number;
        judgement?: '不足' | '适量' | '过量' | '数据不足';
      };
      after: {
        value: number;
        judgement?: '不足' | '适量' | '过量' | '数据不足';
      };
    }[];
  }[];
  warnings: {
    kind:
      | 'no_standard'
      | 'unjudged_level'
      | 'no_share'
      | 'unknown_nutrient'
      | 'repeated_nutrient'
      | 'unknown_category'
      | 'empty_meal'
      | 'missing_dish'
      | 'avoided'
      | 'unlisted_ingredient'
      | 'out_of_season'
      | 'repeated_dish'
      | 'more';
    text: string;
    level?: string;
    day?: number;
    meal?: 'breakfast' | 'lunch' | 'dinner';
    dish?: number;
    ingredient?: string;
  }[];
}[];

export type AnalyseMenuParameters = {
  readonly id: number;
  readonly revision?: number | undefined;
  readonly nutrient?: string | undefined;
};

export type AnalyseMenuResult = {
  levels: {
    level: string;
    people: number;
    factor: number;
    judged: boolean;
    average: {
      nutrients: {
        key: string;
        name: string;
        unit: string;
        value: number;
        min?: number;
        max?: number;
        ul?: number;
        judgement?: '不足' | '适量' | '过量' | '数据不足';
        aboveUl: boolean;
        coverage: number;
        missing?: string[];
        missingCount?: number;
      }[];
      categories: {
        name: string;
        value: number;
        amount: number;
        judgement?: '不足' | '适量' | '过量' | '数据不足';
      }[];
      energyShares: {
        protein: number;
        fat: number;
        carbohydrate: number;
      };
      salt: number;
      kinds: number;
      cost?: {
        value: number;
        missing: string[];
        missingCount: number;
      };
    };
    days: {
      day: number;
      date: string;
      meals: {
        meal: 'breakfast' | 'lunch' | 'dinner';
        energy: number;
      }[];
      nutrients: {
        key: string;
        name: string;
        unit: string;
        value: number;
        min?: number;
        max?: number;
        ul?: number;
        judgement?: '不足' | '适量' | '过量' | '数据不足';
        aboveUl: boolean;
        coverage: number;
        missing?: string[];
        missingCount?: number;
      }[];
      categories: {
        name: string;
        value: number;
        amount: number;
        judgement?: '不足' | '适量' | '过量' | '数据不足';
      }[];
      salt: number;
      kinds: number;
      cost?: {
        value: number;
        missing: string[];
        missingCount: number;
      };
    }[];
    week: {
      categories: {
        name: string;
        value: number;
        amount: number;
        judgement?: '不足' | '适量' | '过量' | '数据不足';
      }[];
      kinds: number;
    };
    unassigned: string[];
    contributions?: {
      key: string;
      largest: {
        day: number;
        meal: 'breakfast' | 'lunch' | 'dinner';
        dish: number;
        ingredient: string;
        name: string;
        value: number;
      }[];
      rest: number;
    };
  }[];
  warnings: {
    kind:
      | 'no_standard'
      | 'unjudged_level'
      | 'no_share'
      | 'unknown_nutrient'
      | 'repeated_nutrient'
      | 'unknown_category'
      | 'empty_meal'
      | 'missing_dish'
      | 'avoided'
      | 'unlisted_ingredient'
      | 'out_of_season'
      | 'repeated_dish'
      | 'more';
    text: string;
    level?: string;
    day?: number;
    meal?: 'breakfast' | 'lunch' | 'dinner';
    dish?: number;
    ingredient?: string;
  }[];
};

export type AnalyseDraftParameters = {
  readonly name?: string | undefined;
  /** As YYYY-MM-DD. */
  readonly start: string;
  readonly days?: number | undefined;
  readonly meals?: string | undefined;
  readonly groups: {
    level: string;
    people: number;
    factor?: number;
    meals?: ('breakfast' | 'lunch' | 'dinner')[];
  }[];
  readonly standard?: number | undefined;
  readonly items?:
    | {
        day: number;
        meal: 'breakfast' | 'lunch' | 'dinner';
        dish: number;
        portion?: number;
      }[]
    | undefined;
  readonly nutrient?: string | undefined;
};

export type AnalyseDraftResult = {
  levels: {
    level: string;
    people: number;
    factor: number;
    judged: boolean;
    average: {
      nutrients: {
        key: string;
        name: string;
        unit: string;
        value: number;
        min?: number;
        max?: number;
        ul?: number;
        judgement?: '不足' | '适量' | '过量' | '数据不足';
        aboveUl: boolean;
        coverage: number;
        missing?: string[];
        missingCount?: number;
      }[];
      categories: {
        name: string;
        value: number;
        amount: number;
        judgement?: '不足' | '适量' | '过量' | '数据不足';
      }[];
      energyShares: {
        protein: number;
        fat: number;
        carbohydrate: number;
      };
      salt: number;
      kinds: number;
      cost?: {
        value: number;
        missing: string[];
        missingCount: number;
      };
    };
    days: {
      day: number;
      date: string;
      meals: {
        meal: 'breakfast' | 'lunch' | 'dinner';
        energy: number;
      }[];
      nutrients: {
        key: string;
        name: string;
        unit: string;
        value: number;
        min?: number;
        max?: number;
        ul?: number;
        judgement?: '不足' | '适量' | '过量' | '数据不足';
        aboveUl: boolean;
        coverage: number;
        missing?: string[];
        missingCount?: number;
      }[];
      categories: {
        name: string;
        value: number;
        amount: number;
        judgement?: '不足' | '适量' | '过量' | '数据不足';
      }[];
      salt: number;
      kinds: number;
      cost?: {
        value: number;
        missing: string[];
        missingCount: number;
      };
    }[];
    week: {
      categories: {
        name: string;
        value: number;
        amount: number;
        judgement?: '不足' | '适量' | '过量' | '数据不足';
      }[];
      kinds: number;
    };
    unassigned: string[];
    contributions?: {
      key: string;
      largest: {
        day: number;
        meal: 'breakfast' | 'lunch' | 'dinner';
        dish: number;
        ingredient: string;
        name: string;
        value: number;
      }[];
      rest: number;
    };
  }[];
  warnings: {
    kind:
      | 'no_standard'
      | 'unjudged_level'
      | 'no_share'
      | 'unknown_nutrient'
      | 'repeated_nutrient'
      | 'unknown_category'
      | 'empty_meal'
      | 'missing_dish'
      | 'avoided'
      | 'unlisted_ingredient'
      | 'out_of_season'
      | 'repeated_dish'
      | 'more';
    text: string;
    level?: string;
    day?: number;
    meal?: 'breakfast' | 'lunch' | 'dinner';
    dish?: number;
    ingredient?: string;
  }[];
};

export type CopyMenuParameters = {
  readonly id: number;
  readonly revision?: number | undefined;
  /** As YYYY-MM-DD. */
  readonly start?: string | undefined;
  readonly name?: string | undefined;
};

export type DiscardMenuParameters = {
  readonly id: number;
};

export type RemoveMenuDishParameters = {
  readonly id: number;
  readonly day: number;
  readonly meal: 'breakfast' | 'lunch' | 'dinner';
  readonly dish: number;
};

export type SetMenuDishParameters = {
  readonly id: number;
  readonly day: number;
  readonly meal: 'breakfast' | 'lunch' | 'dinner';
  readonly dish: number;
  readonly portion?: number | undefined;
};

export type GenerateMenuParameters = {
  readonly name?: string | undefined;
  /** As YYYY-MM-DD. */
  readonly start: string;
  readonly days?: number | undefined;
  readonly meals?: string | undefined;
  readonly groups: {
    level: string;
    people: number;
    factor?: number;
    meals?: ('breakfast' | 'lunch' | 'dinner')[];
  }[];
  readonly standard?: number | undefined;
  readonly template?:
    | Record<
        string,
        {
          marks: string[];
          min?: number;
          max?: number;
        }[]
      >
    | undefined;
  readonly rules?:
    | {
        repeatDays?: number;
        perWeek?: Record<string, number>;
        kindsPerDay?: number;
        kindsPerWeek?: number;
        mainPerDay?: number;
        mainPerWeek?: number;
        methodPerDay?: number;
        friedPerWeek?: number;
        budget?: number;
      }
    | undefined;
  readonly locked?:
    | {
        day: number;
        meal: 'breakfast' | 'lunch' | 'dinner';
        dish: number;
        portion?: number;
      }[]
    | undefined;
  readonly library?: boolean | undefined;
  readonly seed?: number | undefined;
  readonly effort?: 'quick' | 'thorough' | undefined;
};

export type GenerateMenuResult = {
  items: {
    day: number;
    meal: 'breakfast' | 'lunch' | 'dinner';
    dish: number;
    name: string;
    portion: number;
  }[];
  analysis: {
    levels: {
      level: string;
      people: number;
      factor: number;
      judged: boolean;
      average: {
        nutrients: {
          key: string;
          name: string;
          unit: string;
          value: number;
          min?: number;
          max?: number;
          ul?: number;
          judgement?: '不足' | '适量' | '过量' | '数据不足';
          aboveUl: boolean;
          coverage: number;
          missing?: string[];
          missingCount?: number;
        }[];
        categories: {
          name: string;
          value: number;
          amount: number;
          judgement?: '不足' | '适量' | '过量' | '数据不足';
        }[];
        energyShares: {
          protein: number;
          fat: number;
          carbohydrate: number;
        };
        salt: number;
        kinds: number;
        cost?: {
          value: number;
          missing: string[];
          missingCount: number;
        };
      };
      days: {
        day: number;
        date: string;
        meals: {
          meal: 'breakfast' | 'lunch' | 'dinner';
          energy: number;
        }[];
        nutrients: {
          key: string;
          name: string;
          unit: string;
          value: number;
          min?: number;
          max?: number;
          ul?: number;
          judgement?: '不足' | '适量' | '过量' | '数据不足';
          aboveUl: boolean;
          coverage: number;
          missing?: string[];
          missingCount?: number;
        }[];
        categories: {
          name: string;
          value: number;
          amount: number;
          judgement?: '不足' | '适量' | '过量' | '数据不足';
        }[];
        salt: number;
        kinds: number;
        cost?: {
          value: number;
          missing: string[];
          missingCount: number;
        };
      }[];
      week: {
        categories: {
          name: string;
          value: number;
          amount: number;
          judgement?: '不足' | '适量' | '过量' | '数据不足';
        }[];
        kinds: number;
      };
      unassigned: string[];
      contributions?: {
        key: string;
        largest: {
          day: number;
          meal: 'breakfast' | 'lunch' | 'dinner';
          dish: number;
          ingredient: string;
          name: string;
          value: number;
        }[];
        rest: number;
      };
    }[];
    warnings: {
      kind:
        | 'no_standard'
        | 'unjudged_level'
        | 'no_share'
        | 'unknown_nutrient'
        | 'repeated_nutrient'
        | 'unknown_category'
        | 'empty_meal'
        | 'missing_dish'
        | 'avoided'
        | 'unlisted_ingredient'
        | 'out_of_season'
        | 'repeated_dish'
        | 'more';
      text: string;
      level?: string;
      day?: number;
      meal?: 'breakfast' | 'lunch' | 'dinner';
      dish?: number;
      ingredient?: string;
    }[];
  };
  unmet: {
    rule:
      | 'template'
      | 'avoided'
      | 'season'
      | 'repeat'
      | 'perWeek'
      | 'foods'
      | 'standard'
      | 'nutrient'
      | 'category'
      | 'kinds'
      | 'main'
      | 'method'
      | 'fried'
      | 'budget';
    text: string;
    level?: string;
    day?: number;
    meal?: 'breakfast' | 'lunch' | 'dinner';
    dish?: number;
    of?: string;
    by?: number;
    missing?: string[];
    against?: {
      rule:
        | 'template'
        | 'avoided'
        | 'season'
        | 'repeat'
        | 'perWeek'
        | 'foods'
        | 'standard'
        | 'nutrient'
        | 'category'
        | 'kinds'
        | 'main'
        | 'method'
        | 'fried'
        | 'budget'
        | 'locked';
      text: string;
      level?: string;
      dish?: number;
      of?: string;
    }[];
  }[];
  cost?: {
    value: number;
    missing: string[];
    missingCount: number;
  };
  seed: number;
};

export type GetMenuListParameters = {
  readonly vender?: number | undefined;
  readonly keyword?: string | undefined;
  readonly state?: '草稿' | '待审核' | '已驳回' | '已发布' | '' | undefined;
  /** As YYYY-MM-DD. */
  readonly from?: string | undefined;
  /** As YYYY-MM-DD. */
  readonly to?: string | undefined;
  readonly pageSize?: number | undefined;
  readonly pageNo?: number | undefined;
};

export type GetPurchaseParameters = {
  readonly id: number;
  readonly revision?: number | undefined;
  /** As YYYY-MM-DD. */
  readonly from?: string | undefined;
  /** As YYYY-MM-DD. */
  readonly to?: string | undefined;
  readonly reserve?: number | undefined;
};

export type GetPurchaseResult = {
  days: {
    day: number;
    date: string;
    ingredients: {
      code: string;
      name: string;
      category: string;
      edible: number | null;
      grams: number;
      kg: number;
      price?: number;
      cost?: number;
      flags?: ('edible_unknown' | 'unlisted')[];
    }[];
  }[];
  total: {
    code: string;
    name: string;
    category: string;
    edible: number | null;
    grams: number;
    kg: number;
    price?: number;
    cost?: number;
    flags?: ('edible_unknown' | 'unlisted')[];
  }[];
  cost: number;
  missingDishes?: {
    day: number;
    meal: 'breakfast' | 'lunch' | 'dinner';
    dish: number;
  }[];
};

export type GetPurchaseWorkbookParameters = {
  readonly id: number;
  readonly revision?: number | undefined;
  /** As YYYY-MM-DD. */
  readonly from?: string | undefined;
  /** As YYYY-MM-DD. */
  readonly to?: string | undefined;
  readonly reserve?: number | undefined;
};

export type RetractMenuParameters = {
  readonly id: number;
  readonly comment: string;
};

export type ListReviewsParameters = {
  readonly vender?: number | undefined;
  readonly menu?: number | undefined;
  readonly action?: '提交' | '撤回' | '通过' | '驳回' | '免审' | '下架' | '' | undefined;
  readonly pending?: boolean | undefined;
  readonly from?: string | undefined;
  readonly pageSize?: number | undefined;
  readonly pageNo?: number | undefined;
};

export type ListReviewsResult =
  | {
      content: {
        menu: number;
        name: string;
        revision: number;
        action: '提交' | '撤回' | '通过' | '驳回' | '免审' | '下架';
        uid: string;
        time: number;
        comment: string;
      }[];
      number: number;
      size: number;
      totalElements: number;
      totalPages: number;
    }
  | {
      content: {
        menu: number;
        vender: number;
        venderName: string;
        name: string;
        start: string;
        days: number;
        revision: number;
        uid: string;
        time: number;
      }[];
      next: string;
    };

export type ReviewMenuParameters = {
  readonly id: number;
  readonly revision: number;
  readonly result: '通过' | '驳回';
  readonly comment?: string | undefined;
};

export type SelectMenusParameters = {
  readonly keyword?: string | undefined;
};

export type SelectMenusResult = {
  id: number;
  name: string;
  start: string;
  days: number;
  state: '草稿' | '待审核' | '已驳回' | '已发布';
}[];

export type ShowMenuSheetParameters = {
  readonly id: number;
  readonly revision?: number | undefined;
};

export type GetMenuWorkbookParameters = {
  readonly id: number;
  readonly revision?: number | undefined;
};

export type SubmitMenuParameters = {
  readonly id: number;
};

export type WithdrawMenuParameters = {
  readonly id: number;
};

export type DeleteStandardParameters = {
  readonly id: number;
};

export type ListStandardsParameters = {
  readonly keyword?: string | undefined;
  readonly pageSize?: number | undefined;
  readonly pageNo?: number | undefined;
};

export type ListStandardsResult = {
  content: {
    id: number;
    name: string;
    vendors: number[];
    overflow: number;
    foodCategoryDay: Record<string, unknown>;
    foodCategoryWeek: Record<string, unknown>;
    ingredient: Record<string, unknown>;
  }[];
  number: number;
  size: number;
  totalElements: number;
  totalPages: number;
};

export type UpdateStandardParameters = {
  readonly id: number;
  readonly name?: string | undefined;
  readonly vendors?: readonly number[] | undefined;
  readonly overflow?: number | undefined;
  readonly foodCategoryDay?: Record<string, number> | undefined;
  readonly foodCategoryWeek?: Record<string, number> | undefined;
  readonly ingredient?:
    | Record<
        string,
        Record<
          string,
          {
            min?: number;
            max?: number;
            ul?: number;
          }
        >
      >
    | undefined;
};

export type CreateStandardParameters = {
  readonly name: string;
  readonly vendors: readonly number[];
  readonly overflow: number;
};

export type SelectStandardsParameters = {
  readonly id?: number | undefined;
  readonly vender?: number | undefined;
  readonly keyword?: string | undefined;
};

export type SelectStandardsResult = {
  id: number;
  name: string;
  vendors: number[];
  overflow: number;
  foodCategoryDay: Record<string, unknown>;
  foodCategoryWeek: Record<string, unknown>;
  ingredient: Record<string, unknown>;
}[];

export type SelectStandardsByIdResult = {
  id: number;
  name: string;
  vendors: number[];
  overflow: number;
  foodCategoryDay: Record<string, unknown>;
  foodCategoryWeek: Record<string, unknown>;
  ingredient: Record<string, unknown>;
};

export type DeleteRoleParameters = {
  readonly roleId: number;
};

export type ListRolesResult = {
  id: number;
  roleName: string;
  roleType: '系统角色' | '自定义角色';
  roleItems: number[];
  vender: number;
}[];

export type UpdateRoleParameters = {
  readonly roleId: number;
  readonly roleName?: string | undefined;
  readonly items?: readonly number[] | undefined;
};

export type CreateRoleParameters = {
  readonly roleName: string;
  readonly items?: readonly number[] | undefined;
};

export type ListPermissionItemsResult = {
  id: number;
  category: string;
  itemName: string;
  itemType: string;
}[];

export type DeleteScreenParameters = {
  readonly id: number;
};

export type FindScreensResult = {
  id: number;
  name: string;
  form: 'wall' | 'led';
  levels: string[];
  seen?: number;
}[];

export type CreateScreenParameters = {
  readonly name: string;
  readonly form: 'wall' | 'led';
  readonly levels?: string[] | undefined;
};

export type CreateScreenResult =
  | {
      id: number;
      address: string;
    }
  | Done;

export type DeleteUserParameters = {
  readonly uid: string;
};

export type ListUsersResult = {
  uid: string;
  name: string;
  roleId: number;
  time: number;
  phone: string;
  roleName: string;
}[];

export type UpdateUserParameters = {
  readonly uid: string;
  readonly name?: string | undefined;
  /** Plain: the client makes the digest. */
  readonly password?: string | undefined;
  readonly roleId?: number | undefined;
  readonly phone?: string | undefined;
};

export type CreateUserParameters = {
  readonly uid: string;
  readonly name: string;
  /** Plain: the client makes the digest. */
  readonly password: string;
  readonly roleId: number;
  readonly phone?: string | undefined;
};

export type CheckUidParameters = {
  readonly uid: string;
};

export type CheckUidResult = boolean;

export type SetUserSheetParameters = {
  readonly files: readonly File[];
};

export type SetUserSheetResult =
  | {
      created: number;
      changed: number;
      unchanged: number;
      passwords: {
        uid: string;
        name: string;
        password: string;
      }[];
    }
  | Done;

export type DeleteUnitParameters = {
  readonly vender: number;
};

export type ListUnitsParameters = {
  readonly keyword?: string | undefined;
  readonly category?: string | undefined;
  readonly status?: boolean | undefined;
  /** As YYYY-MM-DD. */
  readonly expireBefore?: string | undefined;
  readonly pageSize?: number | undefined;
  readonly pageNo?: number | undefined;
};

export type ListUnitsResult = {
  content: {
    id: number;
    account: string;
    name: string;
    category: string;
    expire: number;
    status: boolean;
    menuReview: boolean;
    icon: string;
    address: string;
    contacts: string;
    phone: string;
    email: string;
    province: string;
    city: string;
    area: string;
  }[];
  number: number;
  size: number;
  totalElements: number;
  totalPages: number;
};

export type UpdateUnitParameters = {
  readonly venderId: number;
  /** As YYYY-MM-DD. */
  readonly expire?: string | undefined;
  readonly status?: boolean | undefined;
  readonly menuReview?: boolean | undefined;
  readonly category?: string | undefined;
  readonly account?: string | undefined;
  readonly name?: string | undefined;
  readonly icon?: string | undefined;
  readonly address?: string | undefined;
  readonly contacts?: string | undefined;
  readonly phone?: string | undefined;
  readonly email?: string | undefined;
  readonly province?: string | undefined;
  readonly city?: string | undefined;
  readonly area?: string | undefined;
};

export type CreateUnitParameters = {
  readonly account: string;
  /** Plain: the client makes the digest. */
  readonly password: string;
  readonly name: string;
  readonly category: string;
  /** As YYYY-MM-DD. */
  readonly expire: string;
  readonly menuReview?: boolean | undefined;
  readonly icon?: string | undefined;
  readonly address?: string | undefined;
  readonly contacts?: string | undefined;
  readonly phone?: string | undefined;
  readonly email?: string | undefined;
  readonly province?: string | undefined;
  readonly city?: string | undefined;
  readonly area?: string | undefined;
};

export type CheckAccountParameters = {
  readonly account: string;
};

export type CheckAccountResult = boolean;

export type CheckNameParameters = {
  readonly name: string;
};

export type CheckNameResult = boolean;

export type GetConfigResult = {
  breakfast: number;
  dinner: number;
  lunch: number;
};

export type UpdateConfigParameters = {
  readonly vender: number;
  readonly breakfast: number;
  readonly dinner: number;
  readonly lunch: number;
};

export type GetInfoParameters = {
  readonly vender?: number | undefined;
};

export type GetInfoResult = {
  id: number;
  account: string;
  name: string;
  category: string;
  expire: number;
  status: boolean;
  menuReview: boolean;
  icon: string;
  address: string;
  contacts: string;
  phone: string;
  email: string;
  province: string;
  city: string;
  area: string;
  users?: number;
  roles?: number;
};

export type SetUnitPasswordParameters = {
  readonly venderId: number;
  /** Plain: the client makes the digest. */
  readonly password: string;
};

export type SelectUnitsParameters = {
  readonly keyword?: string | undefined;
  readonly vendors?: readonly number[] | undefined;
};

export type SelectUnitsResult = {
  account: string;
  category: string;
  id: number;
  name: string;
}[];

export type ChooseUnitsParameters = {
  readonly keyword?: string | undefined;
  readonly vendors?: readonly number[] | undefined;
};

export type ChooseUnitsResult = {
  account: string;
  category: string;
  id: number;
  name: string;
}[];

export type GetOpenapiResult = Record<string, unknown>;

export type ShowScreenParameters = {
  readonly token: string;
};

/** The service: a method for each of its calls. */
export class CateringClient extends Connection {
  /**
   * The lists from which a front end offers choices: marks and cooking methods of dishes, categories of units,
   * measures, nutrients with their units, levels of activity, food categories (those that standards usually name;
   * others may be named), the groups of foods that cause allergies (GB 7718-2025) and categories of ingredients (those
   * of the catalogue). They are the same for everybody; those of the catalogue change with it, the others with a
   * release only. Of each entry `key` is what other calls take. Both sides.
   * @throws CateringError for invalid_input, not_signed_in, unit_closed, unit_expired, internal, unavailable
   */
  getEnum(options: CallOptions = {}): Promise<GetEnumResult> {
    return this.call({ method: 'GET', path: '/api/basic/enum' }, {}, options);
  }

  /**
   * Deletes dishes of the own unit, for the platform of any: all of them or, where one is not found, none. Both sides.
   * Permission: `dish.delete`.
   * @throws CateringError for invalid_input, not_signed_in, missing_permission, unit_closed, unit_expired,
   * dish_not_found, changed_meanwhile, payload_too_large, unsupported_encoding, internal, unavailable
   */
  deleteDishes(parameters: DeleteDishesParameters, options: CallOptions = {}): Promise<Done> {
    return this.call({ method: 'DELETE', path: '/api/dish' }, parameters, options);
  }

  /**
   * With `id`, one dish: of the own unit or the library, for the platform any. It comes without an envelope; its `ETag`
   * is for `If-Match` of `POST /api/dish`. Without `id`, dishes of the own unit or the library by page, newest first,
   * those that meet all of the filters. Both sides. Permission: `dish.view` or `dish.create` or `dish.edit` or
   * `dish.delete`.
   * @throws CateringError for invalid_input, page_too_large, not_signed_in, missing_permission, foreign_unit,
   * unit_closed, unit_expired, unit_not_found, dish_not_found, internal, unavailable
   */
  findDishes(
    parameters: FindDishesParameters & { readonly id: number },
    options?: CallOptions,
  ): Promise<FindDishesByIdResult>;
  findDishes(
    parameters?: FindDishesParameters & { readonly id?: undefined },
    options?: CallOptions,
  ): Promise<FindDishesResult>;
  findDishes(
    parameters: FindDishesParameters = {},
    options: CallOptions = {},
  ): Promise<FindDishesResult | FindDishesByIdResult> {
    return this.call({ method: 'GET', path: '/api/dish' }, parameters, options);
  }

  /**
   * Changes a dish: what is absent stays. With `vendors`, the units named are to have it: where the present one is
   * among them it keeps the dish and the others get copies of the result; where it is not, the dish moves to the first
   * one named, with a new id there, and the rest get copies. Both sides. Permission: `dish.edit`.
   * @throws CateringError for invalid_input, unknown_unit, too_many_dishes, not_signed_in, missing_permission,
   * foreign_unit, unit_closed, unit_expired, dish_not_found, quota_reached, changed_meanwhile, payload_too_large,
   * unsupported_encoding, internal, unavailable
   */
  updateDish(parameters: UpdateDishParameters, options: ChangeOptions = {}): Promise<Done> {
    return this.call({ method: 'POST', path: '/api/dish', kinds: { ingredient: 'json' } }, parameters, options);
  }

  /**
   * Creates the same dish, each independent of the others, in each of the named units: in all or in none. Above 16
   * units the rest follows within the hour where time does not suffice. Both sides. Permission: `dish.create`.
   * @throws CateringError for invalid_input, unknown_unit, too_many_dishes, not_signed_in, missing_permission,
   * foreign_unit, unit_closed, unit_expired, quota_reached, changed_meanwhile, repeated_request, payload_too_large,
   * unsupported_encoding, internal, unavailable
   */
  createDish(parameters: CreateDishParameters, options: CreateOptions = {}): Promise<Done> {
    return this.call({ method: 'PUT', path: '/api/dish', kinds: { ingredient: 'json' } }, parameters, options);
  }

  /**
   * Gives each of the named units a copy of a dish, independent of it and with an id of its own; nothing is
   * overwritten. A unit copies its own dishes and those of the library. Both sides. Permission: `dish.create`.
   * @throws CateringError for invalid_input, unknown_unit, too_many_dishes, not_signed_in, missing_permission,
   * foreign_unit, unit_closed, unit_expired, dish_not_found, quota_reached, changed_meanwhile, repeated_request,
   * payload_too_large, unsupported_encoding, internal, unavailable
   */
  copyDish(parameters: CopyDishParameters, options: CreateOptions = {}): Promise<Done> {
    return this.call({ method: 'PUT', path: '/api/dish/copy' }, parameters, options);
  }

  /**
   * Makes a picture the icon of a dish: the square in its middle, turned upright, of at most 320 pixels and 20 KB as a
   * data string of `image/webp`, so that 200 of them fit into a page. What is transparent stays so; place, time and
   * whatever else a camera has left in the file is gone. The picture is a png, jpeg or webp of at most 25 million
   * pixels, at least 32 wide and high; the whole request has at most 4 MB. What moves, is damaged or has the colours of
   * print (CMYK) is refused. Nothing else of the dish changes. Both sides. Permission: `dish.edit`.
   * @throws CateringError for invalid_input, not_signed_in, missing_permission, unit_closed, unit_expired,
   * dish_not_found, changed_meanwhile, repeated_request, payload_too_large, unsupported_encoding, internal, unavailable
   */
  setDishIcon(parameters: SetDishIconParameters, options: CreateOptions & ChangeOptions = {}): Promise<Done> {
    return this.call({ method: 'PUT', path: '/api/dish/icon' }, parameters, options);
  }

  /**
   * Nutrition labels, one per id in the order of the ids: names of the ingredients by descending amount, and of each
   * component the amount in the whole dish and its share of the reference value of GB 28050 in the edition in force,
   * `-` where there is none. Where values of ingredients are unknown, `missing` names them. These are the exact sums of
   * the catalogue's values with two decimals, to reckon on with. Printed labels differ where GB 28050 has them differ:
   * they have its rows in its order, without water, ash, carotene and retinol; values in its intervals, 0 up to its
   * limits; per cent of the rounded value; carbohydrate without fibre where fibre is known, while here it is with it,
   * as in food tables; energy from the printed values, while here it is that of the catalogue. Both sides. Permission:
   * `dish.view`.
   * @throws CateringError for invalid_input, page_too_large, not_signed_in, missing_permission, unit_closed,
   * unit_expired, dish_not_found, internal, unavailable
   */
  getLabels(parameters: GetLabelsParameters, options: CallOptions = {}): Promise<GetLabelsResult> {
    return this.call({ method: 'GET', path: '/api/dish/label' }, parameters, options);
  }

  /**
   * The nutrition labels of dishes as a page to print, in the order of the ids: each is an A6 page of its own with the
   * picture of `GET /api/dish/label.svg`. Both sides. Permission: `dish.view`.
   * @throws CateringError for invalid_input, page_too_large, not_signed_in, missing_permission, unit_closed,
   * unit_expired, dish_not_found, internal, unavailable
   */
  printLabels(parameters: PrintLabelsParameters, options: CallOptions = {}): Promise<string> {
    return this.call({ method: 'GET', path: '/api/dish/label.html', answers: 'text' }, parameters, options);
  }

  /**
   * The nutrition label of one dish to print or to put into other documents: a picture of A6 size, 105 × 148 mm, with
   * the dish's name, the unit that serves it (the own one), its ingredients and the table of GB 28050 for the whole
   * dish, in the order, the intervals and with the limits of 0 of the edition in force. Energy is reckoned from the
   * printed protein, fat, carbohydrate and fibre, per cent from the printed values; where fibre is known, carbohydrate
   * is without it. What the edition demands stands out. `※` marks a value that is not known of all ingredients, `—` one
   * that is known of none; below the table stands what is missing. Both sides. Permission: `dish.view`.
   * @throws CateringError for invalid_input, not_signed_in, missing_permission, unit_closed, unit_expired,
   * dish_not_found, internal, unavailable
   */
  drawLabel(parameters: DrawLabelParameters, options: CallOptions = {}): Promise<string> {
    return this.call({ method: 'GET', path: '/api/dish/label.svg', answers: 'text' }, parameters, options);
  }

  /**
   * All dishes of the own unit or of the library, newest first and without pages: at most 5000, fewer where they are
   * large. A keyword narrows them down. Both sides. Permission: `dish.view` or `dish.create` or `dish.edit` or
   * `menu.view` or `menu.create` or `menu.edit`.
   * @throws CateringError for invalid_input, too_many_matches, page_too_large, not_signed_in, missing_permission,
   * foreign_unit, unit_closed, unit_expired, unit_not_found, internal, unavailable
   */
  selectDishes(parameters: SelectDishesParameters = {}, options: CallOptions = {}): Promise<SelectDishesResult> {
    return this.call({ method: 'GET', path: '/api/dish/select' }, parameters, options);
  }

  /**
   * A workbook (`.xlsx`) of at most 2000 dishes of the own unit or the library, by their numbers: the sheet `菜品` has a
   * row for each dish, the sheet `食材` one for each of their ingredients. Uploaded to `PUT /api/dish/sheet.xlsx` as it
   * is, it changes nothing. Icons are not in it. Where there are more dishes, or they are large, the filters make it
   * less. Both sides. Permission: `dish.view` or `dish.create` or `dish.edit` or `dish.delete`.
   * @throws CateringError for invalid_input, too_many_matches, page_too_large, not_signed_in, missing_permission,
   * foreign_unit, unit_closed, unit_expired, unit_not_found, internal, unavailable
   */
  getDishSheet(parameters: GetDishSheetParameters = {}, options: CallOptions = {}): Promise<Blob> {
    return this.call({ method: 'GET', path: '/api/dish/sheet.xlsx', answers: 'file' }, parameters, options);
  }

  /**
   * Makes and changes dishes by a workbook (`.xlsx`) like that of `GET /api/dish/sheet.xlsx`: all or none of at most
   * 2000. A row of `菜品` with an id (`编号`) changes that dish, one without makes a new one; dishes without a row stay as
   * they are. A column that is missing leaves its field alone, an empty cell empties it; a new dish needs name (`菜名`)
   * and mark (`标记`). With the sheet `食材`, the ingredients of each dish are those that it has of it, by the id, for new
   * dishes by the name; without, they stay. Sheets and columns may stand in any order, and the sheets have any name.
   * What is wrong is told by `file`, `sheet`, `row` and `column`, the first 100, and then nothing is done. `desc` tells
   * how many dishes were made, changed and left as they are. Making asks for the item that `PUT /api/dish` does,
   * changing for that of `POST /api/dish`. What more than 40 dishes are is done within the minute, whatever happens to
   * the call. Both sides. Permission: `dish.create` or `dish.edit`.
   * @throws CateringError for invalid_input, unknown_unit, too_many_dishes, too_many_matches, not_signed_in,
   * missing_permission, foreign_unit, unit_closed, unit_expired, quota_reached, changed_meanwhile, repeated_request,
   * payload_too_large, unsupported_encoding, internal, unavailable
   */
  setDishSheet(parameters: SetDishSheetParameters, options: CreateOptions = {}): Promise<Done> {
    return this.call({ method: 'PUT', path: '/api/dish/sheet.xlsx' }, parameters, options);
  }

  /**
   * The steps in the order in which they are taken, each with how many there are of what it makes: meals with a share
   * (`config`), standards assigned to the unit, users, marks, dishes, menus, records of what was done with menus
   * (`submit`), and menus that are live (`publish`), of which 200 at most are counted. A step is done where there is
   * one; `user` where there is another than the main account. The business side only. Permission: `guide.view`.
   * @throws CateringError for invalid_input, not_signed_in, wrong_side, missing_permission, unit_closed, unit_expired,
   * unit_not_found, internal, unavailable
   */
  showGuide(options: CallOptions = {}): Promise<ShowGuideResult> {
    return this.call({ method: 'GET', path: '/api/guide' }, {}, options);
  }

  /**
   * Ingredients by page in the order in which they came into the catalogue, the latest first, each with its edible
   * portion in per cent and the mark that the own unit has given it, null where there is none. Both sides. Permission:
   * `ingredient.view` or `mark.edit` or `dish.view` or `dish.create` or `dish.edit`.
   * @throws CateringError for invalid_input, not_signed_in, missing_permission, unit_closed, unit_expired, internal,
   * unavailable
   */
  listIngredients(
    parameters: ListIngredientsParameters = {},
    options: CallOptions = {},
  ): Promise<ListIngredientsResult> {
    return this.call({ method: 'GET', path: '/api/ingredient' }, parameters, options);
  }

  /**
   * Removes the mark of an ingredient for the own unit. Where it has none, nothing changes. A code is taken for what it
   * means to PUT. The business side only. Permission: `mark.edit`.
   * @throws CateringError for invalid_input, not_signed_in, wrong_side, missing_permission, unit_closed, unit_expired,
   * unit_not_found, changed_meanwhile, payload_too_large, unsupported_encoding, internal, unavailable
   */
  removeMark(parameters: RemoveMarkParameters, options: CallOptions = {}): Promise<Done> {
    return this.call({ method: 'DELETE', path: '/api/ingredient/mark' }, parameters, options);
  }

  /**
   * All marks of the own unit in the order of the codes, those outside the catalogue too. The business side only.
   * Permission: `ingredient.view` or `mark.edit`.
   * @throws CateringError for invalid_input, not_signed_in, wrong_side, missing_permission, unit_closed, unit_expired,
   * internal, unavailable
   */
  listMarks(options: CallOptions = {}): Promise<ListMarksResult> {
    return this.call({ method: 'GET', path: '/api/ingredient/mark' }, {}, options);
  }

  /**
   * Marks an ingredient for the own unit, over whatever mark it has. Or many at once, by tables: files of `.xlsx` or
   * `.csv` (UTF-8 or GB18030), together at most 4 MB and 20,000 rows, with a header row and the columns `编码` (or
   * `code`) and `标记` (or `mark`); an empty mark removes. A wrong row is told by `file`, `row` and `column`, and then
   * nothing is applied. A unit has at most 20,000 marks. A code without its leading zeros, as spreadsheets leave it
   * (`43119`), means the code of the catalogue (`043119`), unless the unit has marked it as it is or has it in a dish.
   * What neither the catalogue nor a dish of the unit knows is set all the same, and named in `desc`: five codes, and
   * how many more. The business side only. Permission: `mark.edit`.
   * @throws CateringError for invalid_input, too_many_marks, not_signed_in, wrong_side, missing_permission,
   * unit_closed, unit_expired, unit_not_found, quota_reached, changed_meanwhile, repeated_request, payload_too_large,
   * unsupported_encoding, internal, unavailable
   */
  setMark(parameters: SetMarkParameters, options: CreateOptions = {}): Promise<Done> {
    return this.call({ method: 'PUT', path: '/api/ingredient/mark' }, parameters, options);
  }

  /**
   * A workbook (`.xlsx`) of the catalogue and of the codes of its own that the unit has marked, in the order of the
   * codes, with the marks there are and a drop-down to choose others. Uploaded as it is, it changes nothing; an emptied
   * mark removes. Above 20,000 rows the filters make it less. The business side only. Permission: `ingredient.view` or
   * `mark.edit`.
   * @throws CateringError for invalid_input, too_many_matches, not_signed_in, wrong_side, missing_permission,
   * unit_closed, unit_expired, internal, unavailable
   */
  getMarkTemplate(parameters: GetMarkTemplateParameters = {}, options: CallOptions = {}): Promise<Blob> {
    return this.call({ method: 'GET', path: '/api/ingredient/mark/template', answers: 'file' }, parameters, options);
  }

  /**
   * Removes the price of an ingredient for the own unit. Where it has none, nothing changes. A code is taken for what
   * it means to PUT. The business side only. Permission: `price.edit`.
   * @throws CateringError for invalid_input, not_signed_in, wrong_side, missing_permission, unit_closed, unit_expired,
   * unit_not_found, changed_meanwhile, payload_too_large, unsupported_encoding, internal, unavailable
   */
  removePrice(parameters: RemovePriceParameters, options: CallOptions = {}): Promise<Done> {
    return this.call({ method: 'DELETE', path: '/api/ingredient/price' }, parameters, options);
  }

  /**
   * All prices of the own unit in the order of the codes, those outside the catalogue too: yuan for a kilogram as it is
   * bought, with two decimals. The business side only. Permission: `price.view` or `price.edit`.
   * @throws CateringError for invalid_input, not_signed_in, wrong_side, missing_permission, unit_closed, unit_expired,
   * internal, unavailable
   */
  listPrices(options: CallOptions = {}): Promise<ListPricesResult> {
    return this.call({ method: 'GET', path: '/api/ingredient/price' }, {}, options);
  }

  /**
   * Sets what a kilogram of an ingredient costs the own unit as it is bought, peel and bones included, over whatever
   * price it has. Or of many at once, by tables: files of `.xlsx` or `.csv` (UTF-8 or GB18030), together at most 4 MB
   * and 20,000 rows, with a header row and the columns `编码` (or `code`) and `价格` (`价格（元/kg）`, `价格（元/千克）`, `单价` or
   * `price`); an empty price removes. A wrong row is told by `file`, `row` and `column`, and then nothing is applied. A
   * unit has at most 20,000 prices. Codes are taken for what they mean as in `PUT /api/ingredient/mark`: what neither
   * the catalogue nor a dish of the unit knows is set all the same, and named in `desc`. Prices are what menus' costs
   * and purchases are made of; what is submitted keeps those of that moment. The business side only. Permission:
   * `price.edit`.
   * @throws CateringError for invalid_input, too_many_prices, not_signed_in, wrong_side, missing_permission,
   * unit_closed, unit_expired, unit_not_found, quota_reached, changed_meanwhile, repeated_request, payload_too_large,
   * unsupported_encoding, internal, unavailable
   */
  setPrice(parameters: SetPriceParameters, options: CreateOptions = {}): Promise<Done> {
    return this.call({ method: 'PUT', path: '/api/ingredient/price' }, parameters, options);
  }

  /**
   * A workbook (`.xlsx`) of the catalogue and of the codes of its own that the unit has priced, in the order of the
   * codes, with the prices there are. Uploaded as it is, it changes nothing; an emptied price removes. Above 20,000
   * rows the filters make it less. The business side only. Permission: `price.view` or `price.edit`.
   * @throws CateringError for invalid_input, too_many_matches, not_signed_in, wrong_side, missing_permission,
   * unit_closed, unit_expired, internal, unavailable
   */
  getPriceTemplate(parameters: GetPriceTemplateParameters = {}, options: CallOptions = {}): Promise<Blob> {
    return this.call({ method: 'GET', path: '/api/ingredient/price/template', answers: 'file' }, parameters, options);
  }

  /**
   * Ingredients with their nutrients per 100 g of the edible portion, in the order of the codes. A nutrient whose value
   * is unknown is absent; `traces` names those of which there are only traces. `vitamin-a` is in μg RE, as labels count
   * it, `vitamin-a-rae` in μg RAE, as standards for school meals do, and `vitamin-e` in mg α-TE. `allergens` are keys
   * of the list `allergen` of `GET /api/basic/enum`, null where nobody knows, as of a composite food. `foodCategory`
   * says what the food counts as in a standard: `amount` grams of it are `counts` grams of the category `name`; null
   * where it counts for none. `dark` is true of dark vegetables. Both sides. Permission: `ingredient.view` or
   * `mark.edit` or `dish.view` or `dish.create` or `dish.edit`.
   * @throws CateringError for invalid_input, not_signed_in, missing_permission, unit_closed, unit_expired,
   * ingredient_not_found, internal, unavailable
   */
  selectIngredients(
    parameters: SelectIngredientsParameters,
    options: CallOptions = {},
  ): Promise<SelectIngredientsResult> {
    return this.call({ method: 'GET', path: '/api/ingredient/select' }, parameters, options);
  }

  /**
   * The successful writes of a unit's users in the last 180 days, newest first: when, who, which call, and the ids of
   * what was changed and named. `more` counts the ids beyond 50 of a kind. `next` is the `from` of the next page, empty
   * after the last one. A unit sees its own only. Both sides. Permission: `operation.view` or `user.view`.
   * @throws CateringError for invalid_input, not_signed_in, missing_permission, foreign_unit, unit_closed,
   * unit_expired, unit_not_found, internal, unavailable
   */
  listOperations(parameters: ListOperationsParameters = {}, options: CallOptions = {}): Promise<ListOperationsResult> {
    return this.call({ method: 'GET', path: '/api/log' }, parameters, options);
  }

  /**
   * Begins a session of 12 hours; other sessions of the user go on. The answer tells who he is and what he may do, and
   * has the `token` to be sent as `Authorization: Bearer …` with every other call. An unknown user and a wrong password
   * are answered alike. Five failures in a row from one address, or twenty from anywhere, lock the user for 15 minutes;
   * an address from which he has signed in during the last 30 days is locked by its own failures only. Anybody.
   * @throws CateringError for invalid_input, bad_credentials, unit_closed, unit_expired, changed_meanwhile,
   * payload_too_large, unsupported_encoding, too_many_failures, internal, unavailable
   */
  async signIn(uid: string, password: string, options: CallOptions = {}): Promise<SignInResult> {
    const result = await this.call<SignInResult>(
      { method: 'POST', path: '/api/login', kinds: { password: 'password' } },
      { uid, password },
      options,
    );
    this.token = result.token;
    return result;
  }

  /**
   * Ends the session of the token at once; the user’s other sessions go on. That of a closed or expired unit ends too.
   * Both sides.
   * @throws CateringError for invalid_input, not_signed_in, changed_meanwhile, payload_too_large, unsupported_encoding,
   * internal, unavailable
   */
  async signOut(options: CallOptions = {}): Promise<Done> {
    const result = await this.call<Done>({ method: 'POST', path: '/api/logout' }, {}, options);
    this.token = undefined;
    return result;
  }

  /**
   * Who the token stands for: user, unit, role and permission items as they are now, when the session ends (`expire`),
   * and the unit's name and last day (`venderExpire`). Unit 0 is the platform, which has no last day. Both sides.
   * @throws CateringError for invalid_input, not_signed_in, unit_closed, unit_expired, internal, unavailable
   */
  getMe(options: CallOptions = {}): Promise<GetMeResult> {
    return this.call({ method: 'GET', path: '/api/me' }, {}, options);
  }

  /**
   * Changes the password of whoever calls and ends all his sessions but this one. Wrong old passwords count as failed
   * sign-ins. Both sides.
   * @throws CateringError for invalid_input, wrong_password, not_signed_in, unit_closed, unit_expired, user_not_found,
   * changed_meanwhile, payload_too_large, unsupported_encoding, too_many_failures, internal, unavailable
   */
  changePassword(parameters: ChangePasswordParameters, options: CallOptions = {}): Promise<Done> {
    return this.call(
      { method: 'POST', path: '/api/me/password', kinds: { oldPassword: 'password', newPassword: 'password' } },
      parameters,
      options,
    );
  }

  /**
   * Deletes menus of the own unit: all of them or, where one is not found, waits for review or is live, none. What was
   * done with them stays on record. The business side only. Permission: `menu.delete`.
   * @throws CateringError for invalid_input, not_signed_in, wrong_side, missing_permission, unit_closed, unit_expired,
   * menu_not_found, menu_pending, menu_published, changed_meanwhile, payload_too_large, unsupported_encoding, internal,
   * unavailable
   */
  deleteMenus(parameters: DeleteMenusParameters, options: CallOptions = {}): Promise<Done> {
    return this.call({ method: 'DELETE', path: '/api/menu' }, parameters, options);
  }

  /**
   * With `id`, one menu: of the own unit, for the platform of any. Its `ETag` is for `If-Match` of `POST /api/menu`.
   * Without `id`, menus of the own unit by page, newest first, those that meet all of the filters. Dishes are named as
   * they were called when the menu was written last; a name that nobody has any more says that the dish is gone. Both
   * sides. Permission: `menu.view`.
   * @throws CateringError for invalid_input, page_too_large, not_signed_in, missing_permission, foreign_unit,
   * unit_closed, unit_expired, unit_not_found, revision_not_found, menu_not_found, internal, unavailable
   */
  findMenus(
    parameters: FindMenusParameters & { readonly id: number },
    options?: CallOptions,
  ): Promise<FindMenusByIdResult>;
  findMenus(
    parameters?: FindMenusParameters & { readonly id?: undefined },
    options?: CallOptions,
  ): Promise<FindMenusResult>;
  findMenus(
    parameters: FindMenusParameters = {},
    options: CallOptions = {},
  ): Promise<FindMenusResult | FindMenusByIdResult> {
    return this.call({ method: 'GET', path: '/api/menu' }, parameters, options);
  }

  /**
   * Changes a menu of the own unit: what is absent stays. It is a draft then; what is live of it stays live. Items that
   * stay as they are may name a dish that is gone; all others are refused where there is no such dish. The business
   * side only. Permission: `menu.edit`.
   * @throws CateringError for invalid_input, not_signed_in, wrong_side, missing_permission, unit_closed, unit_expired,
   * menu_not_found, menu_pending, changed_meanwhile, payload_too_large, unsupported_encoding, internal, unavailable
   */
  updateMenu(parameters: UpdateMenuParameters, options: ChangeOptions = {}): Promise<Done> {
    return this.call(
      { method: 'POST', path: '/api/menu', kinds: { groups: 'json', items: 'json' } },
      parameters,
      options,
    );
  }

  /**
   * Creates a menu in the own unit. It is a draft. The business side only. Permission: `menu.create`.
   * @throws CateringError for invalid_input, not_signed_in, wrong_side, missing_permission, unit_closed, unit_expired,
   * unit_not_found, quota_reached, changed_meanwhile, repeated_request, payload_too_large, unsupported_encoding,
   * internal, unavailable
   */
  createMenu(parameters: CreateMenuParameters, options: CreateOptions = {}): Promise<Done> {
    return this.call(
      { method: 'PUT', path: '/api/menu', kinds: { groups: 'json', items: 'json' } },
      parameters,
      options,
    );
  }

  /**
   * The ten best other dishes for one place of a menu, the best first, by what a plan would weigh: the standard,
   * variety, and cost where prices are known. Dishes of the same kind of course that are of the month, and have nothing
   * to avoid. `changes` has, by level, the figures of the mean of the days that the standard judges and that would be
   * others, each before and after; `warnings` what would have to be warned of that is not so now. `DELETE` and `PUT
   * /api/menu/dish` put one in place of the other. The business side only. Permission: `menu.create` or `menu.edit`.
   * @throws CateringError for invalid_input, too_many_matches, menu_too_large, not_signed_in, wrong_side,
   * missing_permission, unit_closed, unit_expired, unit_not_found, menu_not_found, internal, unavailable
   */
  listAlternatives(parameters: ListAlternativesParameters, options: CallOptions = {}): Promise<ListAlternativesResult> {
    return this.call({ method: 'GET', path: '/api/menu/alternatives' }, parameters, options);
  }

  /**
   * What a menu gives each group that eats of it, a day and in the mean of the days, and how a standard judges that.
   * The menu is analysed with its dishes, foods, marks, meal shares and standard as they are now; the `ETag` stands for
   * all of them. `value` is the amount of a day's meals for one head, a lower bound where values are unknown:
   * `coverage` is how much of the grams is known, 1 being all, `missing` names up to ten of the foods that are not.
   * `min`, `max` and `amount` are the figures of the standard for the meals that are eaten; `ul` is that of the whole
   * day. `cost`, where anything eaten has a price, is in yuan for one head, by the prices of the unit, of a submission
   * by those of then: `missing` names up to ten of the foods without price. `judgement` is `不足`, `适量`, `过量` or, where
   * less than 95 % is known, `数据不足`; what the standard has no figure for has none. Shares of energy are parts of 1,
   * salt is in g. With `revision`, the menu is analysed as it was submitted, with everything as it was then: the answer
   * stays the same for ever. A menu whose dishes are made of more than 2,000 different foods is too large. Both sides.
   * Permission: `menu.view`.
   * @throws CateringError for invalid_input, menu_too_large, page_too_large, not_signed_in, missing_permission,
   * unit_closed, unit_expired, unit_not_found, revision_not_found, menu_not_found, internal, unavailable
   */
  analyseMenu(parameters: AnalyseMenuParameters, options: CallOptions = {}): Promise<AnalyseMenuResult> {
    return this.call({ method: 'GET', path: '/api/menu/analysis' }, parameters, options);
  }

  /**
   * The same of a menu that is not stored, as of one that is about to be. Dishes that there are not do not count, and
   * are warned of. Nothing is stored. The business side only. Permission: `menu.create` or `menu.edit`.
   * @throws CateringError for invalid_input, menu_too_large, page_too_large, not_signed_in, wrong_side,
   * missing_permission, unit_closed, unit_expired, unit_not_found, payload_too_large, unsupported_encoding, internal,
   * unavailable
   */
  analyseDraft(parameters: AnalyseDraftParameters, options: CallOptions = {}): Promise<AnalyseDraftResult> {
    return this.call(
      { method: 'POST', path: '/api/menu/analysis', kinds: { groups: 'json', items: 'json' } },
      parameters,
      options,
    );
  }

  /**
   * Gives the own unit a menu that says what another of its menus says. It is a draft. Dishes and standards that are
   * gone are copied as they are. The business side only. Permission: `menu.create`.
   * @throws CateringError for invalid_input, not_signed_in, wrong_side, missing_permission, unit_closed, unit_expired,
   * unit_not_found, revision_not_found, menu_not_found, quota_reached, changed_meanwhile, repeated_request,
   * payload_too_large, unsupported_encoding, internal, unavailable
   */
  copyMenu(parameters: CopyMenuParameters, options: CreateOptions = {}): Promise<Done> {
    return this.call({ method: 'PUT', path: '/api/menu/copy' }, parameters, options);
  }

  /**
   * Has a draft or a rejected menu say again what is live of it: it is published then. The business side only.
   * Permission: `menu.edit`.
   * @throws CateringError for invalid_input, not_signed_in, wrong_side, missing_permission, unit_closed, unit_expired,
   * menu_not_found, menu_pending, menu_published, menu_not_live, changed_meanwhile, payload_too_large,
   * unsupported_encoding, internal, unavailable
   */
  discardMenu(parameters: DiscardMenuParameters, options: CallOptions = {}): Promise<Done> {
    return this.call({ method: 'POST', path: '/api/menu/discard' }, parameters, options);
  }

  /**
   * Removes one dish of a menu, and leaves all others as they are. What does not stand there does not matter. The
   * business side only. Permission: `menu.edit`.
   * @throws CateringError for invalid_input, not_signed_in, wrong_side, missing_permission, unit_closed, unit_expired,
   * menu_not_found, menu_pending, changed_meanwhile, payload_too_large, unsupported_encoding, internal, unavailable
   */
  removeMenuDish(parameters: RemoveMenuDishParameters, options: CallOptions = {}): Promise<Done> {
    return this.call({ method: 'DELETE', path: '/api/menu/dish' }, parameters, options);
  }

  /**
   * Sets one dish of a menu, and leaves all others as they are, whoever changes them at the same moment. A dish that
   * stands there already takes the portion; another one is served last. The business side only. Permission:
   * `menu.edit`.
   * @throws CateringError for invalid_input, not_signed_in, wrong_side, missing_permission, unit_closed, unit_expired,
   * menu_not_found, menu_pending, changed_meanwhile, repeated_request, payload_too_large, unsupported_encoding,
   * internal, unavailable
   */
  setMenuDish(parameters: SetMenuDishParameters, options: CreateOptions = {}): Promise<Done> {
    return this.call({ method: 'PUT', path: '/api/menu/dish' }, parameters, options);
  }

  /**
   * Plans a menu: says what to serve so that the standard is met, at the least cost where prices are known. Nothing is
   * stored; `PUT /api/menu` takes the `items` as they are. What is locked stays. Never served are dishes with
   * ingredients to avoid, and out of their months. `unmet` names each rule that could not be met, where, and in `by` by
   * how much; `text` says why: how far the dishes go, or what other dishes would break (`against`, at most three). A
   * nutrient of which too little is known is among them, with foods without a value in `missing`, at most three.
   * `analysis` is that of the menu with these items. `cost` is in yuan per head and day in the mean of all who eat,
   * with the foods that have no price. The same input, on the same data, always has the same answer; another `seed`
   * gives another menu. The business side only. Permission: `menu.create`.
   * @throws CateringError for invalid_input, too_many_matches, menu_too_large, not_signed_in, wrong_side,
   * missing_permission, unit_closed, unit_expired, unit_not_found, payload_too_large, unsupported_encoding, internal,
   * unavailable
   */
  generateMenu(parameters: GenerateMenuParameters, options: CallOptions = {}): Promise<GenerateMenuResult> {
    return this.call(
      {
        method: 'POST',
        path: '/api/menu/generate',
        kinds: { groups: 'json', template: 'json', rules: 'json', locked: 'json' },
      },
      parameters,
      options,
    );
  }

  /**
   * A page of menus as `GET /api/menu` has it, as a workbook (`.xlsx`): the sheet `食谱` has a row for each menu, the
   * sheet `菜品` one for each dish of each day and meal. It is to read and to reckon with: menus are not uploaded. The
   * sheet for the notice board is `GET /api/menu/sheet.xlsx`. Both sides. Permission: `menu.view`.
   * @throws CateringError for invalid_input, page_too_large, not_signed_in, missing_permission, foreign_unit,
   * unit_closed, unit_expired, unit_not_found, internal, unavailable
   */
  getMenuList(parameters: GetMenuListParameters = {}, options: CallOptions = {}): Promise<Blob> {
    return this.call({ method: 'GET', path: '/api/menu/list.xlsx', answers: 'file' }, parameters, options);
  }

  /**
   * What is to be bought so that all groups are served, in kilograms as bought, for each day of the menu and in all, in
   * the order of the codes; what the catalogue does not have comes last. Of an ingredient `grams` is what is served,
   * `kg` = `grams` / (`edible` / 100) / 1000 × (1 + `reserve` / 100), rounded up to 0.01 kg, each figure by itself,
   * totals too; `cost` is the exact amount times `price` in yuan, and in all that of everything that has a price. An
   * edible share that is unknown or 0 counts as 100 % (flag `edible_unknown`), a code outside the catalogue has the
   * flag `unlisted`. Where nobody eats, it is 0 kg. Items whose dish is gone are told as `missingDishes`. A submission
   * is bought for as it was submitted, with the prices of then; one without prices has no costs. Both sides.
   * Permission: `menu.view`.
   * @throws CateringError for invalid_input, menu_too_large, page_too_large, not_signed_in, missing_permission,
   * unit_closed, unit_expired, unit_not_found, revision_not_found, menu_not_found, internal, unavailable
   */
  getPurchase(parameters: GetPurchaseParameters, options: CallOptions = {}): Promise<GetPurchaseResult> {
    return this.call({ method: 'GET', path: '/api/menu/purchase' }, parameters, options);
  }

  /**
   * The same as a workbook (`.xlsx`) of two sheets that are printed on A4: `采购汇总`, by category with prices and costs,
   * and `按日采购`, with a column for each day. Both sides. Permission: `menu.view`.
   * @throws CateringError for invalid_input, menu_too_large, page_too_large, not_signed_in, missing_permission,
   * unit_closed, unit_expired, unit_not_found, revision_not_found, menu_not_found, internal, unavailable
   */
  getPurchaseWorkbook(parameters: GetPurchaseWorkbookParameters, options: CallOptions = {}): Promise<Blob> {
    return this.call({ method: 'GET', path: '/api/menu/purchase.xlsx', answers: 'file' }, parameters, options);
  }

  /**
   * Takes down what is live of a menu; a published menu is a draft then. What the platform has taken down is reviewed
   * when it is submitted again, whatever the unit's menus need. Both sides. Permission: `menu.retract`.
   * @throws CateringError for invalid_input, not_signed_in, missing_permission, unit_closed, unit_expired,
   * menu_not_found, quota_reached, menu_not_live, changed_meanwhile, payload_too_large, unsupported_encoding, internal,
   * unavailable
   */
  retractMenu(parameters: RetractMenuParameters, options: CallOptions = {}): Promise<Done> {
    return this.call({ method: 'POST', path: '/api/menu/retract' }, parameters, options);
  }

  /**
   * What was done with the menus of the own unit by page, newest first; it outlives the menus. Units read `平台` in place
   * of whoever judges for the platform. With `pending=true`, which is for the platform alone, menus of all units that
   * wait for review, the longest first; `next` is the `from` of what follows. Both sides. Permission: `record.view`.
   * @throws CateringError for invalid_input, not_signed_in, missing_permission, admin_side_only, foreign_unit,
   * unit_closed, unit_expired, unit_not_found, internal, unavailable
   */
  listReviews(parameters: ListReviewsParameters = {}, options: CallOptions = {}): Promise<ListReviewsResult> {
    return this.call({ method: 'GET', path: '/api/menu/review' }, parameters, options);
  }

  /**
   * Judges the revision of a menu that waits for review. Approved, it is live in place of what was; rejected, the menu
   * can be changed and submitted again, and what was live stays so. The admin side only. Permission: `menu.review`.
   * @throws CateringError for invalid_input, not_signed_in, wrong_side, missing_permission, unit_closed, unit_expired,
   * menu_not_found, quota_reached, menu_not_pending, day_full, changed_meanwhile, payload_too_large,
   * unsupported_encoding, internal, unavailable
   */
  reviewMenu(parameters: ReviewMenuParameters, options: CallOptions = {}): Promise<Done> {
    return this.call({ method: 'POST', path: '/api/menu/review' }, parameters, options);
  }

  /**
   * All menus of the own unit, newest first and without pages. A keyword narrows them down. The business side only.
   * Permission: `menu.view`.
   * @throws CateringError for invalid_input, too_many_matches, not_signed_in, wrong_side, missing_permission,
   * unit_closed, unit_expired, internal, unavailable
   */
  selectMenus(parameters: SelectMenusParameters = {}, options: CallOptions = {}): Promise<SelectMenusResult> {
    return this.call({ method: 'GET', path: '/api/menu/select' }, parameters, options);
  }

  /**
   * A menu as a page for the notice board, to be printed on A4 landscape: the week by meal with dishes, their
   * ingredients in grams for one head of each group, allergens of the eight groups of GB 7718-2025, what the groups get
   * of the nutrients that the standard judges, who has submitted it and who has approved it. What is not live says so
   * above the table, on each page. Units read `平台` in place of the platform's people. It needs nothing from elsewhere
   * and runs no script. Both sides. Permission: `menu.view`.
   * @throws CateringError for invalid_input, menu_too_large, page_too_large, not_signed_in, missing_permission,
   * unit_closed, unit_expired, unit_not_found, revision_not_found, menu_not_found, internal, unavailable
   */
  showMenuSheet(parameters: ShowMenuSheetParameters, options: CallOptions = {}): Promise<string> {
    return this.call({ method: 'GET', path: '/api/menu/sheet.html', answers: 'text' }, parameters, options);
  }

  /**
   * The same as a workbook (`.xlsx`) of texts, a column for each day, printed on A4 landscape as wide as one page. Both
   * sides. Permission: `menu.view`.
   * @throws CateringError for invalid_input, menu_too_large, page_too_large, not_signed_in, missing_permission,
   * unit_closed, unit_expired, unit_not_found, revision_not_found, menu_not_found, internal, unavailable
   */
  getMenuWorkbook(parameters: GetMenuWorkbookParameters, options: CallOptions = {}): Promise<Blob> {
    return this.call({ method: 'GET', path: '/api/menu/sheet.xlsx', answers: 'file' }, parameters, options);
  }

  /**
   * Submits a draft or a rejected menu. All that it is made of is frozen as its next revision: dishes, figures of
   * foods, marks, standard and shares of the meals as they are now; nothing changed later changes it. Where the unit's
   * menus are reviewed, or the platform has taken down the last one, it waits for review; else it is published at once.
   * With the `ETag` of `GET /api/menu/analysis`, or of `GET /api/menu`, as `If-Match` it is submitted only where
   * nothing of what was looked at has changed. At most 20 menus of a unit are live on one day, and a menu is submitted
   * 200 times at most. The business side only. Permission: `menu.edit`.
   * @throws CateringError for invalid_input, menu_too_large, page_too_large, not_signed_in, wrong_side,
   * missing_permission, unit_closed, unit_expired, unit_not_found, menu_not_found, quota_reached, menu_pending,
   * menu_published, too_many_revisions, day_full, changed_meanwhile, payload_too_large, unsupported_encoding, internal,
   * unavailable
   */
  submitMenu(parameters: SubmitMenuParameters, options: ChangeOptions = {}): Promise<Done> {
    return this.call({ method: 'POST', path: '/api/menu/submit' }, parameters, options);
  }

  /**
   * Takes back what waits for review: the menu is a draft again. A revision that was live stays so. The business side
   * only. Permission: `menu.edit`.
   * @throws CateringError for invalid_input, not_signed_in, wrong_side, missing_permission, unit_closed, unit_expired,
   * menu_not_found, quota_reached, menu_not_pending, changed_meanwhile, payload_too_large, unsupported_encoding,
   * internal, unavailable
   */
  withdrawMenu(parameters: WithdrawMenuParameters, options: CallOptions = {}): Promise<Done> {
    return this.call({ method: 'POST', path: '/api/menu/withdraw' }, parameters, options);
  }

  /**
   * Deletes a standard for all units that it is assigned to. The admin side only. Permission: `standard.delete`.
   * @throws CateringError for invalid_input, not_signed_in, wrong_side, missing_permission, unit_closed, unit_expired,
   * standard_not_found, changed_meanwhile, payload_too_large, unsupported_encoding, internal, unavailable
   */
  deleteStandard(parameters: DeleteStandardParameters, options: CallOptions = {}): Promise<Done> {
    return this.call({ method: 'DELETE', path: '/api/nutrition' }, parameters, options);
  }

  /**
   * Standards by page, newest first: for the platform all, for a unit those assigned to it, and among `vendors` itself
   * only. Both sides. Permission: `standard.view` or `standard.edit` or `standard.delete`.
   * @throws CateringError for invalid_input, page_too_large, not_signed_in, missing_permission, unit_closed,
   * unit_expired, internal, unavailable
   */
  listStandards(parameters: ListStandardsParameters = {}, options: CallOptions = {}): Promise<ListStandardsResult> {
    return this.call({ method: 'GET', path: '/api/nutrition' }, parameters, options);
  }

  /**
   * Changes a standard: what is absent stays. Units that are no longer among `vendors` cease to see it at the same
   * moment. The admin side only. Permission: `standard.edit`.
   * @throws CateringError for invalid_input, unknown_unit, not_signed_in, wrong_side, missing_permission, unit_closed,
   * unit_expired, standard_not_found, changed_meanwhile, payload_too_large, unsupported_encoding, internal, unavailable
   */
  updateStandard(parameters: UpdateStandardParameters, options: ChangeOptions = {}): Promise<Done> {
    return this.call(
      {
        method: 'POST',
        path: '/api/nutrition',
        kinds: { foodCategoryDay: 'json', foodCategoryWeek: 'json', ingredient: 'json' },
      },
      parameters,
      options,
    );
  }

  /**
   * Creates a standard without figures, assigned to units; `POST /api/nutrition` sets the figures. Its id is in the
   * list. The admin side only. Permission: `standard.create`.
   * @throws CateringError for invalid_input, unknown_unit, not_signed_in, wrong_side, missing_permission, unit_closed,
   * unit_expired, changed_meanwhile, repeated_request, payload_too_large, unsupported_encoding, internal, unavailable
   */
  createStandard(parameters: CreateStandardParameters, options: CreateOptions = {}): Promise<Done> {
    return this.call({ method: 'PUT', path: '/api/nutrition' }, parameters, options);
  }

  /**
   * With `id`, one standard; its `ETag` is for `If-Match` of `POST /api/nutrition`. Without `id`, those assigned to a
   * unit, newest first and without pages: at most 200. A unit sees those assigned to it, and among `vendors` itself
   * only. Both sides. Permission: `standard.view` or `standard.edit` or `menu.view` or `menu.create` or `menu.edit`.
   * @throws CateringError for invalid_input, too_many_matches, page_too_large, not_signed_in, missing_permission,
   * foreign_unit, unit_closed, unit_expired, unit_not_found, standard_not_found, internal, unavailable
   */
  selectStandards(
    parameters: SelectStandardsParameters & { readonly id: number },
    options?: CallOptions,
  ): Promise<SelectStandardsByIdResult>;
  selectStandards(
    parameters?: SelectStandardsParameters & { readonly id?: undefined },
    options?: CallOptions,
  ): Promise<SelectStandardsResult>;
  selectStandards(
    parameters: SelectStandardsParameters = {},
    options: CallOptions = {},
  ): Promise<SelectStandardsResult | SelectStandardsByIdResult> {
    return this.call({ method: 'GET', path: '/api/nutrition/select' }, parameters, options);
  }

  /**
   * Deletes a role of the caller's own unit. Its users stay, without a role and from their next call on without its
   * permissions. Nobody can delete his own role, nor one that holds an item that he does not hold. Both sides.
   * Permission: `role.delete`.
   * @throws CateringError for invalid_input, not_signed_in, missing_permission, outranked, unit_closed, unit_expired,
   * unit_not_found, role_not_found, changed_meanwhile, protected_role, protected_self, payload_too_large,
   * unsupported_encoding, internal, unavailable
   */
  deleteRole(parameters: DeleteRoleParameters, options: CallOptions = {}): Promise<Done> {
    return this.call({ method: 'DELETE', path: '/api/role' }, parameters, options);
  }

  /**
   * All roles of the caller's own unit. The first, of type `系统角色`, holds every item of the side and is that of the main
   * account; it can be neither changed nor deleted. Both sides. Permission: `role.view` or `role.create` or `role.edit`
   * or `role.delete` or `user.view` or `user.create` or `user.edit`.
   * @throws CateringError for invalid_input, not_signed_in, missing_permission, unit_closed, unit_expired,
   * unit_not_found, internal, unavailable
   */
  listRoles(options: CallOptions = {}): Promise<ListRolesResult> {
    return this.call({ method: 'GET', path: '/api/role' }, {}, options);
  }

  /**
   * Changes a role of the caller's own unit: what is absent stays. Its users have the new items from their next call
   * on. Nobody can change his own role, or add an item that he does not hold himself, or take items out of a role that
   * holds one that he does not. Both sides. Permission: `role.edit`.
   * @throws CateringError for invalid_input, unknown_permission_item, not_signed_in, missing_permission, cannot_grant,
   * outranked, unit_closed, unit_expired, unit_not_found, role_not_found, duplicate_role_name, quota_reached,
   * changed_meanwhile, protected_role, protected_self, payload_too_large, unsupported_encoding, internal, unavailable
   */
  updateRole(parameters: UpdateRoleParameters, options: CallOptions = {}): Promise<Done> {
    return this.call({ method: 'POST', path: '/api/role' }, parameters, options);
  }

  /**
   * Creates a role in the caller's own unit. Nobody can grant an item that he does not hold himself. Both sides.
   * Permission: `role.create`.
   * @throws CateringError for invalid_input, unknown_permission_item, not_signed_in, missing_permission, cannot_grant,
   * unit_closed, unit_expired, unit_not_found, duplicate_role_name, quota_reached, changed_meanwhile, repeated_request,
   * payload_too_large, unsupported_encoding, internal, unavailable
   */
  createRole(parameters: CreateRoleParameters, options: CreateOptions = {}): Promise<Done> {
    return this.call({ method: 'PUT', path: '/api/role' }, parameters, options);
  }

  /**
   * The permission items that roles of the caller's side can have. They are the same for all units and change with a
   * release only. Both sides. Permission: `role.view` or `role.create` or `role.edit`.
   * @throws CateringError for invalid_input, not_signed_in, missing_permission, unit_closed, unit_expired, internal,
   * unavailable
   */
  listPermissionItems(options: CallOptions = {}): Promise<ListPermissionItemsResult> {
    return this.call({ method: 'GET', path: '/api/role/item' }, {}, options);
  }

  /**
   * Its address answers 410 for 30 days, and then 404 as if it had never been one. It takes the item of the screen's
   * form. The business side only. Permission: `screen.wall` or `screen.led`.
   * @throws CateringError for invalid_input, not_signed_in, wrong_side, missing_permission, unit_closed, unit_expired,
   * screen_not_found, changed_meanwhile, payload_too_large, unsupported_encoding, internal, unavailable
   */
  deleteScreen(parameters: DeleteScreenParameters, options: CallOptions = {}): Promise<Done> {
    return this.call({ method: 'DELETE', path: '/api/screen' }, parameters, options);
  }

  /**
   * The unit's screens of the forms that the caller may see: `wall` takes item 19, `led` item 20. `seen` is when a
   * screen last asked for what it shows, to about ten minutes; absent: it never did. Addresses are told to nobody
   * again. The business side only. Permission: `screen.wall` or `screen.led`.
   * @throws CateringError for invalid_input, not_signed_in, wrong_side, missing_permission, unit_closed, unit_expired,
   * internal, unavailable
   */
  findScreens(options: CallOptions = {}): Promise<FindScreensResult> {
    return this.call({ method: 'GET', path: '/api/screen' }, {}, options);
  }

  /**
   * Answers once, in `body` alone, the address below which the screen is shown to whoever has it; it is kept nowhere,
   * and a request that is repeated under its `Idempotency-Key` is answered without it. `wall` takes item 19, `led` item
   * 20. A unit has at most 50 screens. The business side only. Permission: `screen.wall` or `screen.led`.
   * @throws CateringError for invalid_input, not_signed_in, wrong_side, missing_permission, unit_closed, unit_expired,
   * unit_not_found, quota_reached, changed_meanwhile, repeated_request, payload_too_large, unsupported_encoding,
   * internal, unavailable
   */
  createScreen(parameters: CreateScreenParameters, options: CreateOptions = {}): Promise<CreateScreenResult> {
    return this.call({ method: 'PUT', path: '/api/screen', kinds: { levels: 'json' } }, parameters, options);
  }

  /**
   * Deletes a user of the caller's own unit and ends all his sessions. Neither the main account nor oneself can be
   * deleted, nor can who holds a permission item that the caller does not. Both sides. Permission: `user.delete`.
   * @throws CateringError for invalid_input, not_signed_in, missing_permission, outranked, unit_closed, unit_expired,
   * user_not_found, changed_meanwhile, protected_main_account, protected_self, payload_too_large, unsupported_encoding,
   * internal, unavailable
   */
  deleteUser(parameters: DeleteUserParameters, options: CallOptions = {}): Promise<Done> {
    return this.call({ method: 'DELETE', path: '/api/user' }, parameters, options);
  }

  /**
   * All users of the caller's own unit, the main account included, with their roles. `time` is when a user was created,
   * in milliseconds since the epoch; `roleId` is 0 where he has no role. Both sides. Permission: `user.view` or
   * `user.create` or `user.edit` or `user.delete`.
   * @throws CateringError for invalid_input, too_many_matches, page_too_large, not_signed_in, missing_permission,
   * unit_closed, unit_expired, unit_not_found, internal, unavailable
   */
  listUsers(options: CallOptions = {}): Promise<ListUsersResult> {
    return this.call({ method: 'GET', path: '/api/user' }, {}, options);
  }

  /**
   * Changes a user of the caller's own unit: what is absent stays. `roleId` 0 revokes the role. A new password ends the
   * user's sessions. Nobody can change his own role, or give permission items that he does not hold, or set the
   * password or take away the role of somebody who holds one that he does not; the main account keeps its role. One's
   * own password is changed by `POST /api/me/password`. Both sides. Permission: `user.edit`.
   * @throws CateringError for invalid_input, unknown_role, not_signed_in, missing_permission, cannot_grant, outranked,
   * unit_closed, unit_expired, user_not_found, changed_meanwhile, protected_main_account, protected_self,
   * payload_too_large, unsupported_encoding, internal, unavailable
   */
  updateUser(parameters: UpdateUserParameters, options: CallOptions = {}): Promise<Done> {
    return this.call({ method: 'POST', path: '/api/user', kinds: { password: 'password' } }, parameters, options);
  }

  /**
   * Creates a user of the caller's own unit, who can sign in at once. Nobody can give a role with permission items that
   * he does not hold himself. Both sides. Permission: `user.create`.
   * @throws CateringError for invalid_input, unknown_role, not_signed_in, missing_permission, cannot_grant,
   * unit_closed, unit_expired, unit_not_found, duplicate_uid, quota_reached, changed_meanwhile, repeated_request,
   * payload_too_large, unsupported_encoding, internal, unavailable
   */
  createUser(parameters: CreateUserParameters, options: CreateOptions = {}): Promise<Done> {
    return this.call({ method: 'PUT', path: '/api/user', kinds: { password: 'password' } }, parameters, options);
  }

  /**
   * Whether a user can be created with this id: user ids and accounts of units are one namespace over the whole
   * service. True is no reservation. Both sides.
   * @throws CateringError for invalid_input, not_signed_in, unit_closed, unit_expired, internal, unavailable
   */
  checkUid(parameters: CheckUidParameters, options: CallOptions = {}): Promise<CheckUidResult> {
    return this.call({ method: 'GET', path: '/api/user/check' }, parameters, options);
  }

  /**
   * A workbook (`.xlsx`) of all users of the caller's own unit: user id (`用户名`), name (`姓名`), role by its name (`角色`),
   * phone (`电话`); another sheet has the names of the roles. Uploaded to `PUT /api/user/sheet.xlsx` as it is, it changes
   * nothing. Passwords are not in it. Both sides. Permission: `user.view` or `user.create` or `user.edit` or
   * `user.delete`.
   * @throws CateringError for invalid_input, too_many_matches, page_too_large, not_signed_in, missing_permission,
   * unit_closed, unit_expired, unit_not_found, internal, unavailable
   */
  getUserSheet(options: CallOptions = {}): Promise<Blob> {
    return this.call({ method: 'GET', path: '/api/user/sheet.xlsx', answers: 'file' }, {}, options);
  }

  /**
   * Makes and changes users of the caller's own unit by a workbook (`.xlsx`) like that of `GET /api/user/sheet.xlsx`,
   * all or none: at most 48 new ones, or 96 that change, in one call. Users are told by their ids (`用户名`); those
   * without a row stay as they are, and nobody is deleted. A column that is missing leaves its field alone; an empty
   * role revokes, an empty phone removes. New users need name and role, and get a password each: it is told in this
   * answer, once, and kept nowhere; a repetition under the same `Idempotency-Key` is answered without. Others keep
   * theirs. Nobody can do more than by `PUT` and `POST /api/user`. What is wrong is told by `file`, `sheet`, `row` and
   * `column`, the first 100, and then nothing is done. Both sides. Permission: `user.create` or `user.edit`.
   * @throws CateringError for invalid_input, too_many_matches, not_signed_in, missing_permission, cannot_grant,
   * outranked, unit_closed, unit_expired, unit_not_found, duplicate_uid, quota_reached, changed_meanwhile,
   * repeated_request, protected_main_account, protected_self, payload_too_large, unsupported_encoding, internal,
   * unavailable
   */
  setUserSheet(parameters: SetUserSheetParameters, options: CreateOptions = {}): Promise<SetUserSheetResult> {
    return this.call({ method: 'PUT', path: '/api/user/sheet.xlsx' }, parameters, options);
  }

  /**
   * Deletes a unit with its users, roles, marks, dishes and assignments. Its sessions end at once, its name and user
   * ids are free again; what one request cannot finish is finished within the hour, or by the same call again. The
   * admin side only. Permission: `unit.delete`.
   * @throws CateringError for invalid_input, not_signed_in, wrong_side, missing_permission, unit_closed, unit_expired,
   * unit_not_found, changed_meanwhile, payload_too_large, unsupported_encoding, internal, unavailable
   */
  deleteUnit(parameters: DeleteUnitParameters, options: CallOptions = {}): Promise<Done> {
    return this.call({ method: 'DELETE', path: '/api/vender' }, parameters, options);
  }

  /**
   * Units by page, newest first, with everything but passwords. `expire` is midnight in UTC of the last day, `status`
   * whether the unit is open. All filters that are given must hold. The admin side only. Permission: `unit.view` or
   * `unit.edit` or `unit.delete`.
   * @throws CateringError for invalid_input, page_too_large, not_signed_in, wrong_side, missing_permission,
   * unit_closed, unit_expired, internal, unavailable
   */
  listUnits(parameters: ListUnitsParameters = {}, options: CallOptions = {}): Promise<ListUnitsResult> {
    return this.call({ method: 'GET', path: '/api/vender' }, parameters, options);
  }

  /**
   * Changes a unit: what is absent stays. The platform may change any, its last day, whether it is open and whether its
   * menus are reviewed included; a unit only itself, and only by its main account. A new `account` is rebound: to a
   * user of the unit, who becomes the main account; or to an id that nobody has, by which the main account is renamed
   * and its sessions end. Both sides. Permission: `unit.edit`.
   * @throws CateringError for invalid_input, not_signed_in, missing_permission, main_account_only, admin_side_only,
   * foreign_unit, unit_closed, unit_expired, unit_not_found, duplicate_account, duplicate_unit_name, changed_meanwhile,
   * payload_too_large, unsupported_encoding, internal, unavailable
   */
  updateUnit(parameters: UpdateUnitParameters, options: ChangeOptions = {}): Promise<Done> {
    return this.call({ method: 'POST', path: '/api/vender' }, parameters, options);
  }

  /**
   * Creates a unit together with its system role, which holds every permission item of units, and its main account,
   * which can sign in at once. The admin side only. Permission: `unit.create`.
   * @throws CateringError for invalid_input, not_signed_in, wrong_side, missing_permission, unit_closed, unit_expired,
   * duplicate_account, duplicate_unit_name, changed_meanwhile, repeated_request, payload_too_large,
   * unsupported_encoding, internal, unavailable
   */
  createUnit(parameters: CreateUnitParameters, options: CreateOptions = {}): Promise<Done> {
    return this.call({ method: 'PUT', path: '/api/vender', kinds: { password: 'password' } }, parameters, options);
  }

  /**
   * Whether a unit can be created with this main account: accounts of units and user ids are one namespace over the
   * whole service. True is no reservation. Both sides.
   * @throws CateringError for invalid_input, not_signed_in, unit_closed, unit_expired, internal, unavailable
   */
  checkAccount(parameters: CheckAccountParameters, options: CallOptions = {}): Promise<CheckAccountResult> {
    return this.call({ method: 'GET', path: '/api/vender/check/account' }, parameters, options);
  }

  /**
   * Whether a unit can be created with this name, which no two units share. True is no reservation. Both sides.
   * @throws CateringError for invalid_input, not_signed_in, unit_closed, unit_expired, internal, unavailable
   */
  checkName(parameters: CheckNameParameters, options: CallOptions = {}): Promise<CheckNameResult> {
    return this.call({ method: 'GET', path: '/api/vender/check/name' }, parameters, options);
  }

  /**
   * How the energy of a day is shared out among the three meals in the own unit, in per cent with exactly two decimals.
   * A new unit has 30.00, 40.00 and 30.00. The business side only. Permission: `config.view` or `config.edit`.
   * @throws CateringError for invalid_input, not_signed_in, wrong_side, missing_permission, unit_closed, unit_expired,
   * unit_not_found, internal, unavailable
   */
  getConfig(options: CallOptions = {}): Promise<GetConfigResult> {
    return this.call({ method: 'GET', path: '/api/vender/config' }, {}, options);
  }

  /**
   * Sets how the energy of a day is shared out among the three meals in the own unit. That the shares make 100 is for
   * the caller to see to. The business side only. Permission: `config.edit`.
   * @throws CateringError for invalid_input, not_signed_in, wrong_side, missing_permission, foreign_unit, unit_closed,
   * unit_expired, unit_not_found, changed_meanwhile, payload_too_large, unsupported_encoding, internal, unavailable
   */
  updateConfig(parameters: UpdateConfigParameters, options: CallOptions = {}): Promise<Done> {
    return this.call({ method: 'POST', path: '/api/vender/config' }, parameters, options);
  }

  /**
   * One unit with all its fields, its picture too. The answer's `ETag` is for `If-Match` of `POST /api/vender`. The
   * platform may ask for any unit and is told how many users and roles it has. Both sides. Permission: `unit.info` or
   * `unit.edit`.
   * @throws CateringError for invalid_input, not_signed_in, missing_permission, foreign_unit, unit_closed,
   * unit_expired, unit_not_found, internal, unavailable
   */
  getInfo(parameters: GetInfoParameters = {}, options: CallOptions = {}): Promise<GetInfoResult> {
    return this.call({ method: 'GET', path: '/api/vender/info' }, parameters, options);
  }

  /**
   * Sets the password of a unit's main account, where it has been forgotten. All sessions of that account end;
   * everybody else's go on. The admin side only. Permission: `unit.edit`.
   * @throws CateringError for invalid_input, not_signed_in, wrong_side, missing_permission, unit_closed, unit_expired,
   * unit_not_found, changed_meanwhile, payload_too_large, unsupported_encoding, internal, unavailable
   */
  setUnitPassword(parameters: SetUnitPasswordParameters, options: CallOptions = {}): Promise<Done> {
    return this.call(
      { method: 'POST', path: '/api/vender/password', kinds: { password: 'password' } },
      parameters,
      options,
    );
  }

  /**
   * Units to choose from, newest first and without pages: at most 5000. With `vendors` those of them that there are.
   * The admin side only. Permission: `unit.view` or `unit.create` or `unit.edit` or `standard.create` or
   * `standard.edit` or `dish.create` or `dish.edit`.
   * @throws CateringError for invalid_input, too_many_matches, not_signed_in, wrong_side, missing_permission,
   * unit_closed, unit_expired, internal, unavailable
   */
  selectUnits(parameters: SelectUnitsParameters = {}, options: CallOptions = {}): Promise<SelectUnitsResult> {
    return this.call({ method: 'GET', path: '/api/vender/select' }, parameters, options);
  }

  /**
   * The same as by GET, as a form: about 1,500 ids are as many as an address has room for at the gateway. The admin
   * side only. Permission: `unit.view` or `unit.create` or `unit.edit` or `standard.create` or `standard.edit` or
   * `dish.create` or `dish.edit`.
   * @throws CateringError for invalid_input, too_many_matches, not_signed_in, wrong_side, missing_permission,
   * unit_closed, unit_expired, payload_too_large, unsupported_encoding, internal, unavailable
   */
  chooseUnits(parameters: ChooseUnitsParameters = {}, options: CallOptions = {}): Promise<ChooseUnitsResult> {
    return this.call({ method: 'POST', path: '/api/vender/select' }, parameters, options);
  }

  /**
   * This description as a page, in Chinese and English: sign in on top, unfold a call, *Try it out*. It loads nothing
   * from elsewhere; it comes compressed where `Accept-Encoding` lets it, and 304 where `If-None-Match` names its
   * `ETag`. Anybody.
   * @throws CateringError for invalid_input, not_found, internal, unavailable
   */
  getDocs(options: CallOptions = {}): Promise<string> {
    return this.call({ method: 'GET', path: '/docs', answers: 'text' }, {}, options);
  }

  /**
   * For whoever watches over the service: 200 where the function runs with all its settings and the table answers, 503
   * where the table does not. It reads one small item, and nobody's data. Anybody.
   * @throws CateringError for invalid_input, internal, unavailable
   */
  checkHealth(options: CallOptions = {}): Promise<Done> {
    return this.call({ method: 'GET', path: '/health' }, {}, options);
  }

  /**
   * This document, OpenAPI 3.1: every call with its parameters, answers and reasons for failure, each with an example.
   * Its texts are Chinese, English where `Accept-Language` prefers it. It changes with a release only and may be kept
   * for five minutes; it comes compressed where `Accept-Encoding` lets it, and 304 where `If-None-Match` names its
   * `ETag`. Anybody.
   * @throws CateringError for invalid_input, not_found, internal, unavailable
   */
  getOpenapi(options: CallOptions = {}): Promise<GetOpenapiResult> {
    return this.call({ method: 'GET', path: '/openapi.json' }, {}, options);
  }

  /**
   * A page for the browser of a screen: what the live menus of today serve, with grams, nutrients against the standard,
   * kinds of food, salt and allergens; from 19:00 on tomorrow, too; on a `wall` also the week. It asks every minute
   * whether there is something new, and gets 304 where `If-None-Match` names its `ETag`; while nobody answers it keeps
   * what it shows and says how old that is. While the unit is closed or has expired the page is blank. Of a failure a
   * browser (`Accept` with `text/html` before JSON) gets a page that tells it, everybody else the envelope. Anybody.
   * @throws CateringError for invalid_input, screen_not_found, screen_deleted, internal, unavailable
   */
  showScreen(parameters: ShowScreenParameters, options: CallOptions = {}): Promise<string> {
    return this.call({ method: 'GET', path: '/screen/{token}', answers: 'text' }, parameters, options);
  }
}
