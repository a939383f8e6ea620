import type { components } from '../../.build/workbench/api.ts';

type Refused = components['schemas']['Failure'];

/** Why a call failed: the service's reason, or `offline` where nothing was answered. */
export type Reason = Refused['reason'] | 'offline';

/** What people do next, where the service's own sentence does not say it. */
const nextSteps: Partial<Record<Reason, string>> = {
  offline: '请检查网络，然后重试。',
  missing_permission: '请联系单位主账号开通权限。',
  outranked: '请由权限更高的用户操作。',
  quota_reached: '请先删除不再使用的内容。',
  changed_meanwhile: '请查看对方的修改后再保存。',
  page_too_large: '请缩小筛选范围。',
  too_many_failures: '请稍后再登录。',
  unit_closed: '请联系平台开通。',
  unit_expired: '请联系平台续期。',
  internal: '请稍后重试；若仍出错，请把时间告诉平台。',
  unavailable: '服务繁忙，请稍后重试。',
};

/** A refused call, as the service tells it. */
export class Failure extends Error {
  readonly reason: Reason;
  /** What is wrong with each field, by its name (`ingredient.0.value`). */
  readonly fields: ReadonlyMap<string, string>;
  /** All that is wrong, in the service's order. A workbook may have many wrong cells under one name. */
  readonly messages: readonly string[];
  /** Seconds after which another try makes sense. */
  readonly retryAfter: number | undefined;

  constructor(
    { reason, desc, errors = [] }: Pick<Refused, 'desc' | 'errors'> & { reason: Reason },
    retryAfter?: number,
  ) {
    super(desc);
    this.reason = reason;
    this.fields = new Map(errors.map(({ field, message }) => [field, message]));
    this.messages = errors.map(({ message }) => message);
    this.retryAfter = retryAfter;
  }

  /** The whole sentence: what went wrong, and what to do. */
  get advice(): string {
    const wait =
      this.retryAfter !== undefined && this.retryAfter > 60
        ? `约 ${Math.ceil(this.retryAfter / 60)} 分钟后可重试。`
        : '';
    return [`${this.message}。`, wait || (nextSteps[this.reason] ?? '')].join('');
  }

  /** What is wrong with a field and with the parts of it, as one sentence. */
  about(field: string): string | undefined {
    const told = [...this.fields].filter(([name]) => name === field || name.startsWith(`${field}.`));
    return told.length === 0 ? undefined : told.map(([, message]) => message).join('；');
  }
}

/** The failure that was thrown. Anything else is a defect of ours and is thrown on. */
export function asFailure(thrown: unknown): Failure {
  if (thrown instanceof Failure) return thrown;
  throw thrown;
}
