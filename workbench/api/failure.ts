import type { components } from '../../.build/workbench/api.ts';

type FailureBody = components['schemas']['Failure'];

/** Why a call failed: the service's reason, `offline` without an answer, or a file that could not be sent. */
export type Reason = FailureBody['reason'] | 'offline' | 'unreadable_file';

/** What a person can do next, for reasons whose own sentence does not say it. */
const adviceByReason: Partial<Record<Reason, string>> = {
  offline: '请检查网络，然后重试。',
  unreadable_file: '请重新选择。',
  missing_permission: '请联系单位主账号开通权限。',
  outranked: '请由权限更高的用户操作。',
  quota_reached: '请先删除不再使用的内容。',
  changed_meanwhile: '请查看对方的修改后再保存。',
  page_too_large: '请缩小筛选范围。',
  too_many_failures: '请稍后再登录。',
  unit_closed: '请联系平台开通。',
  unit_expired: '请联系平台续期。',
  internal: '请稍后重试；若仍出错，请把时间告诉平台。',
};

/** A call that failed, with the service's explanation. */
export class Failure extends Error {
  readonly reason: Reason;
  /** The message for each wrong field, by its name (`ingredient.0.value`). */
  readonly messageByField: ReadonlyMap<string, string>;
  /** All errors in the service's order. A workbook may have many wrong cells under one name. */
  readonly errors: NonNullable<FailureBody['errors']>;
  /** The seconds to wait before a retry. */
  readonly retryAfter: number | undefined;

  constructor(
    { reason, desc, errors = [] }: Pick<FailureBody, 'desc' | 'errors'> & { reason: Reason },
    retryAfter?: number,
  ) {
    super(reason === 'invalid_input' ? '填写的内容有误' : desc);
    this.reason = reason;
    this.messageByField = new Map(errors.map(({ field, message }) => [field, message]));
    this.errors = errors;
    this.retryAfter = retryAfter;
  }

  /** What went wrong and what to do, as a text for people. */
  get advice(): string {
    const waitAdvice =
      this.retryAfter !== undefined && this.retryAfter > 60
        ? `约 ${Math.ceil(this.retryAfter / 60)} 分钟后可重试。`
        : '';
    const problems = [...new Set(this.messageByField.values())].join('；');
    const advice = waitAdvice || (adviceByReason[this.reason] ?? '');
    return `${this.message}${problems && `：${problems}`}。${advice}`;
  }

  /** The messages for a field and its parts, as one text. */
  messageFor(field: string): string | undefined {
    const matches = [...this.messageByField].filter(([name]) => name === field || name.startsWith(`${field}.`));
    return matches.length === 0 ? undefined : matches.map(([, message]) => message).join('；');
  }
}

/** Returns what was caught if it is a Failure. Anything else is a defect and is thrown again. */
export function requireFailure(thrown: unknown): Failure {
  if (thrown instanceof Failure) return thrown;
  throw thrown;
}
