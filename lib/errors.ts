/** The languages of `desc` and of field messages. */
export type Language = 'zh' | 'en';

/** The same languages as HTTP and HTML name them. */
export const languageTags: Readonly<Record<Language, string>> = { zh: 'zh-CN', en: 'en' };

/** A text for a person, in all languages. */
export type Text = Readonly<Record<Language, string>>;

/** Every reason for which the service can fail: HTTP status, and the text for a person. */
const reasons = {
  invalid_input: { code: 400, zh: '请求参数有误', en: 'Some parameters are not valid' },
  unknown_role: { code: 400, zh: '角色不存在', en: 'There is no such role' },
  unknown_permission_item: { code: 400, zh: '权限项不存在', en: 'There is no such permission item' },
  unknown_unit: { code: 400, zh: '单位不存在', en: 'There is no such unit' },
  too_many_dishes: { code: 400, zh: '单位的菜品编号已用完', en: 'The unit has used up its dish numbers' },
  too_many_matches: { code: 400, zh: '匹配结果过多，请缩小关键字范围', en: 'Too many matches: use a narrower keyword' },
  menu_too_large: { code: 400, zh: '食谱内容过多，请减少菜品', en: 'The menu holds too much: use fewer dishes' },
  page_too_large: {
    code: 400,
    zh: '返回的数据过大，请减小 pageSize，或减少 ids、菜品',
    en: 'The answer is too large: use a smaller pageSize, fewer ids or fewer dishes',
  },
  wrong_password: { code: 400, zh: '原密码不正确', en: 'The old password is not right' },
  repeated_request: {
    code: 400,
    zh: 'Idempotency-Key 已用于另一个请求',
    en: 'The Idempotency-Key was used for another request',
  },
  not_signed_in: { code: 401, zh: '请先登录', en: 'Please sign in first' },
  bad_credentials: { code: 401, zh: '用户名或密码错误', en: 'Wrong user id or password' },
  wrong_side: { code: 403, zh: '当前账号所在端无权使用此功能', en: 'This call is not for your side' },
  missing_permission: { code: 403, zh: '没有操作权限', en: 'Your role lacks the permission for this' },
  main_account_only: { code: 403, zh: '仅单位主账号可操作', en: 'Only the main account of the unit may do this' },
  admin_side_only: { code: 403, zh: '该字段仅管理端可修改', en: 'Only the admin side may change this' },
  foreign_unit: { code: 403, zh: '不能操作其他单位', en: 'This is not your own unit' },
  cannot_grant: { code: 403, zh: '不能授予自己没有的权限', en: 'You cannot grant permissions that you do not hold' },
  outranked: {
    code: 403,
    zh: '对方拥有您没有的权限，不能进行此操作',
    en: 'This user or role holds permissions that you do not hold',
  },
  unit_closed: { code: 403, zh: '单位已关闭', en: 'The unit is closed' },
  unit_expired: { code: 403, zh: '单位已到期', en: 'The unit has expired' },
  not_found: { code: 404, zh: '接口不存在', en: 'There is nothing at this address' },
  unit_not_found: { code: 404, zh: '单位不存在', en: 'There is no such unit' },
  user_not_found: { code: 404, zh: '用户不存在', en: 'There is no such user' },
  role_not_found: { code: 404, zh: '角色不存在', en: 'There is no such role' },
  standard_not_found: { code: 404, zh: '营养标准不存在', en: 'There is no such nutrition standard' },
  revision_not_found: { code: 404, zh: '食谱没有这个版本', en: 'The menu has no such revision' },
  dish_not_found: { code: 404, zh: '菜品不存在', en: 'There is no such dish' },
  menu_not_found: { code: 404, zh: '食谱不存在', en: 'There is no such menu' },
  ingredient_not_found: { code: 404, zh: '食材不存在', en: 'There is no such ingredient' },
  // Nouns that have no text of their own say this.
  thing_not_found: { code: 404, zh: '内容不存在', en: 'There is no such thing' },
  link_not_found: { code: 404, zh: '链接已使用或已失效', en: 'The link was used, or is too old' },
  screen_not_found: { code: 404, zh: '数据大屏不存在', en: 'There is no such screen' },
  duplicate_account: { code: 409, zh: '账号已被占用', en: 'The account is taken' },
  duplicate_uid: { code: 409, zh: '用户名已被占用', en: 'The user id is taken' },
  duplicate_unit_name: { code: 409, zh: '单位名称已被占用', en: 'The unit name is taken' },
  duplicate_role_name: { code: 409, zh: '角色名称已存在', en: 'The role name is taken' },
  duplicate_code: { code: 409, zh: '食材编码已存在', en: 'The code of the ingredient is taken' },
  quota_reached: { code: 409, zh: '单位的数量已达上限', en: 'The unit holds as much of this as it may' },
  menu_pending: { code: 409, zh: '食谱正在审核中', en: 'The menu waits for review' },
  menu_published: { code: 409, zh: '食谱已发布', en: 'The menu is published' },
  allergens_unconfirmed: {
    code: 409,
    zh: '有菜品含忌口人群须忌食的致敏物，或致敏物不明；请逐道核对后确认提交',
    en: 'Dishes reach groups that must avoid them: check them and submit with confirm=allergen',
  },
  forbidden_unconfirmed: {
    code: 409,
    zh: '有标准禁止供应的菜品；请逐道核对后确认提交',
    en: 'Dishes are forbidden by the standard: check them and submit with confirm=forbidden',
  },
  menu_not_pending: { code: 409, zh: '食谱不在审核中', en: 'The menu does not wait for review' },
  menu_not_live: { code: 409, zh: '食谱没有已发布的版本', en: 'No revision of the menu is live' },
  too_many_revisions: {
    code: 409,
    zh: '食谱提交次数已达上限，请复制为新食谱',
    en: 'The menu was submitted as often as it may be: copy it',
  },
  day_full: { code: 409, zh: '当天已发布的食谱已达上限', en: 'As many menus are live on a day as there may be' },
  changed_meanwhile: { code: 409, zh: '数据已被他人修改，请重试', en: 'It was changed meanwhile: try again' },
  protected_role: { code: 409, zh: '系统角色不能修改或删除', en: 'The system role cannot be changed or deleted' },
  protected_main_account: {
    code: 409,
    zh: '主账号不能删除，其角色不能更改',
    en: 'The main account cannot be deleted nor its role changed',
  },
  protected_self: {
    code: 409,
    zh: '不能删除自己，也不能更改或删除自己的角色',
    en: 'You cannot delete yourself, nor change or delete your own role',
  },
  screen_deleted: { code: 410, zh: '数据大屏已删除', en: 'The screen was deleted' },
  payload_too_large: { code: 413, zh: '提交的内容过大', en: 'What you sent is too large' },
  unsupported_encoding: { code: 415, zh: '请求体编码不受支持', en: 'The body is not of the encoding this call takes' },
  too_many_failures: { code: 429, zh: '登录失败次数过多，请稍后再试', en: 'Too many failed sign-ins: try again later' },
  internal: { code: 500, zh: '服务内部错误', en: 'Something went wrong on our side' },
  wrong_table: { code: 503, zh: '数据表属于其他版本的服务', en: 'The table is of another release of the service' },
  unavailable: { code: 503, zh: '服务繁忙，请稍后再试', en: 'The service is busy: try again shortly' },
} as const satisfies Record<string, Text & { code: number }>;

/** Everything that can be wrong with one field. `{name}` is replaced by the problem's property of that name. */
const problems = {
  required: { zh: '必填', en: 'is required' },
  empty: { zh: '不能为空', en: 'must not be empty' },
  reason: { zh: '驳回时请写明要改什么', en: 'must say what is to be changed where a menu is rejected' },
  repeated: { zh: '重复出现', en: 'is given more than once' },
  malformed: { zh: '格式有误', en: 'is malformed' },
  text: { zh: '含有不允许的字符', en: 'has characters that are not allowed' },
  reserved: { zh: '是平台专用的名称', en: 'is reserved for the platform' },
  too_long: { zh: '不能超过 {max} 个字符', en: 'must be at most {max} characters' },
  fits: { zh: '不超过 {max} 时可以返回', en: 'fits into an answer up to {max}' },
  without_pictures: { zh: '为 false 时不返回图片', en: 'leaves the pictures out where it is false' },
  too_many: { zh: '不能超过 {max} 个', en: 'must be at most {max} of them' },
  integer: { zh: '应为 {min} 至 {max} 的整数', en: 'must be an integer from {min} to {max}' },
  decimal: {
    zh: '应为 {min} 至 {max} 的数，最多 {digits} 位小数',
    en: 'must be a number from {min} to {max} with at most {digits} decimals',
  },
  ids: { zh: '应为以逗号分隔的整数', en: 'must be integers separated by commas' },
  months: { zh: '应为 1 至 12 的月份，以逗号分隔', en: 'must be months from 1 to 12 separated by commas' },
  boolean: { zh: '应为 true 或 false', en: 'must be true or false' },
  dates: { zh: '应为 YYYY-MM-DD 格式的日期，以逗号分隔', en: 'must be dates as YYYY-MM-DD separated by commas' },
  date: { zh: '应为 YYYY-MM-DD 格式的日期', en: 'must be a date as YYYY-MM-DD' },
  monday: { zh: '应为星期一', en: 'must be a Monday' },
  off_and_on: { zh: '不能同时放假和上班：{names}', en: 'cannot be off and on at once: {names}' },
  days: { zh: '应为 {names} 之间的日期', en: 'must be a day within {names}' },
  swap_day: { zh: '只能换今天或明天的菜（{names}）', en: 'must be today or tomorrow ({names})' },
  days_fit: { zh: '一次最多可以返回 {max} 天', en: 'fits into an answer with up to {max} days' },
  menu_fits: { zh: '一天的内容也过大，请按食谱查询', en: 'makes the answer small enough: even one day holds too much' },
  digest: {
    zh: '应为密码 MD5 大写十六进制的后 16 位',
    en: 'must be the last 16 characters of the upper-case MD5 hex digest',
  },
  own_password: {
    zh: '修改自己的密码请使用 POST /api/me/password',
    en: 'is your own: POST /api/me/password changes it',
  },
  not_taken: { zh: '此接口不接受该参数', en: 'is not taken by this call' },
  icon: {
    zh: '应为 base64 图片数据（png、jpeg、gif、webp）',
    en: 'must be a base64 data string of a png, jpeg, gif or webp image',
  },
  icon_too_large: { zh: '不能超过 {max} KB', en: 'must be at most {max} KB' },
  printable: { zh: '应为 1 至 {max} 个可见的 ASCII 字符', en: 'must be 1 to {max} visible ASCII characters' },
  etags: { zh: '应为 * 或带引号的 ETag', en: 'must be * or quoted ETags' },
  json: { zh: '应为 JSON 文本', en: 'must be JSON text' },
  object: { zh: '应为 JSON 对象', en: 'must be a JSON object' },
  list: { zh: '应为 JSON 数组', en: 'must be a JSON array' },
  allergen: { zh: '“{names}”须忌食', en: 'must be avoided by {names}' },
  forbidden: { zh: '标准禁止供应（{names}）', en: 'is forbidden by the standard ({names})' },
  amount: { zh: '应为不小于 0 的数', en: 'must be a number of at least 0' },
  no_bound: { zh: '应有 min 或 max', en: 'must have a min or a max' },
  min_over_max: { zh: 'min 不能大于 max', en: 'has a min above its max' },
  other_food: {
    zh: '为 {names}，而食材名称对应 {meant}',
    en: 'is {names}, but the name beside it is that of {meant}',
  },
  unknown_code: {
    zh: '食材目录和本单位菜品中都没有该编码：{names}',
    en: 'is neither in the catalogue nor in a dish of the unit: {names}',
  },
  meant_code: { zh: '不存在：{names}，应为 {meant}', en: 'does not exist: {names}; {meant} is meant' },
  unknown_food: { zh: '食材目录中没有：{names}', en: 'is not in the catalogue: {names}' },
  ambiguous_food: { zh: '“{names}”可能是 {meant}', en: '"{names}" may be {meant}' },
  no_grams: { zh: '“{names}”没有克数', en: 'has no grams for "{names}"' },
  not_in_sheet: { zh: '工作表「{names}」中没有对应的行', en: 'has no row in the sheet "{names}"' },
  changed_dish: {
    zh: '菜品「{names}」在下载后已被修改（现为版本 {max}），请重新下载',
    en: 'the dish "{names}" was changed after the download (it has version {max} now): download it again',
  },
  code: { zh: '应为 1 至 {max} 个字符的食材编码', en: 'must be an ingredient code of 1 to {max} characters' },
  implausible: {
    zh: '每 100 克食物中不可能有：{names}',
    en: 'holds what 100 g of no food can have: {names}',
  },
  grams: { zh: '应为大于 0 且不超过 {max} 的克数', en: 'must be grams above 0, at most {max}' },
  between: { zh: '应为 {min} 至 {max} 的数', en: 'must be a number from {min} to {max}' },
  too_many_dishes: { zh: '不能超过 {max} 种不同的菜品', en: 'must be at most {max} different dishes' },
  choice: { zh: '应为以下之一：{names}', en: 'must be one of: {names}' },
  unknown: { zh: '不存在：{names}', en: 'does not exist: {names}' },
  full: { zh: '已达上限：{names}', en: 'holds as much as it may: {names}' },
  taken: { zh: '已被占用', en: 'is taken' },
  too_many_users: {
    zh: '一次最多新建 {maxCreated} 人，或修改 {max} 人，请分几次上传',
    en: 'makes more than {maxCreated} users or changes more than {max} at once: send it in parts',
  },
  not_allowed: { zh: '不允许：{names}', en: 'is not allowed: {names}' },
} as const satisfies Record<string, Text>;

export type Reason = keyof typeof reasons;

/** A problem of one field, with the figures that its text needs. */
export interface Problem {
  readonly code: keyof typeof problems;
  readonly min?: number;
  readonly max?: number;
  readonly digits?: number;
  readonly maxCreated?: number;
  readonly names?: string;
  readonly meant?: string;
}

/** A problem with a text of its own, such as one in a row of a file. */
interface TextProblem {
  readonly text: Text;
}

/** A position in an uploaded file. */
interface FilePosition {
  /** The name of the file as it was sent. */
  readonly file: string;
  /** Name of the worksheet; absent in a CSV file, and where the problem concerns the whole file. */
  readonly sheet?: string | undefined;
  /** Counted from 1, as in a spreadsheet; absent where the problem concerns the whole file. */
  readonly row?: number | undefined;
  /** The column's header where it is known, otherwise its letter. */
  readonly column?: string | undefined;
}

/** A problem and the field that has it. */
export interface FieldProblem {
  readonly field: string;
  readonly problem: Problem | TextProblem;
  readonly position?: FilePosition;
}

interface AppErrorDetail {
  /** All bad fields. */
  readonly fields?: readonly FieldProblem[];
  /** Seconds after which another attempt makes sense. */
  readonly retryAfter?: number;
  readonly cause?: unknown;
}

/** A failure whose reason is answered to the caller. Any other error is our defect, answered as `internal`. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly reason: Reason;
  readonly fields: readonly FieldProblem[];
  readonly retryAfter: number | undefined;

  constructor(reason: Reason, detail: AppErrorDetail = {}) {
    super(reason, { cause: detail.cause });
    this.reason = reason;
    this.fields = detail.fields ?? [];
    this.retryAfter = detail.retryAfter;
  }
}

/** Bad input in one field: 400 `invalid_input` unless another reason fits better. */
export function badField(field: string, problem: Problem, reason: Reason = 'invalid_input', cause?: unknown): AppError {
  return new AppError(reason, { fields: [{ field, problem }], cause });
}

/** The HTTP status of a reason. */
export function findHttpStatus(reason: Reason): number {
  return reasons[reason].code;
}

/** Returns the text of a reason for a person. */
export function describeReason(reason: Reason, language: Language): string {
  return reasons[reason][language];
}

/** Returns the text of a field's problem for a person, with its figures filled in. */
export function describeProblem(problem: FieldProblem['problem'], language: Language): string {
  if ('text' in problem) return problem.text[language];
  return fillIn(problems[problem.code][language], { ...problem });
}

/** Replaces each `{name}` in a text by the figure of that name. */
export function fillIn(text: string, figures: Readonly<Record<string, unknown>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(figures[name] ?? ''));
}

/** Every reason, for the generated documentation. */
export const allReasons = Object.keys(reasons).filter((key): key is Reason => key in reasons);
