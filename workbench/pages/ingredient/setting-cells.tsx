import { useId, useRef, useState } from 'preact/hooks';
import { api, send } from '../../api/client.ts';
import { asFailure, type Failure } from '../../api/failure.ts';
import { useDraft } from '../../parts/draft.tsx';
import { typedNumber } from '../../parts/format.ts';
import { type Food, nameOf } from './food.ts';

/** Sends a mark or a price; an empty one is taken away. */
export function sendSetting({ field, code: ingredient, value }: Setting): Promise<unknown> {
  const body = { ingredient };
  if (value === '') return send(api.DELETE(`/api/ingredient/${field === 'price' ? 'price' : 'mark'}`, { body }));
  if (field === 'price')
    return send(api.PUT('/api/ingredient/price', { body: { ...body, price: typedNumber(value) } }));
  return send(api.PUT('/api/ingredient/mark', { body: { ...body, mark: value === '常用' ? '常用' : '忌用' } }));
}

interface SettingCellProps {
  readonly field: 'mark' | 'price';
  readonly food: Food;
  readonly settings: InPlace;
  /** What the service has. */
  readonly had: string;
}

/** The mark of a food, set as it is chosen, or its price, set when it has been typed. */
export function SettingCell({ field, food, settings, had }: SettingCellProps) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const [code, name] = [food.code, nameOf(food)];
  const { value = had, outcome } = settings.find(field, code);
  const control = {
    'aria-label': `${name}的${field === 'mark' ? '标记' : '价格'}`,
    'aria-describedby': id,
    'aria-invalid': outcome instanceof Error,
    value: typed ?? value,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => setTyped(currentTarget.value),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      setTyped(undefined);
      settings.set({ field, code, name, value: currentTarget.value.trim() });
    },
  };
  return (
    <div class="setting">
      {field === 'price' ? (
        <input {...control} inputMode="decimal" autoComplete="off" />
      ) : (
        <select {...control}>
          <option value="">—</option>
          <option value="常用">常用</option>
          <option value="忌用">忌用</option>
        </select>
      )}
      <span id={id} aria-live="polite">
        {outcome === 'saving' && <small>保存中</small>}
        {outcome === 'saved' && <small class="good">已保存</small>}
        {outcome instanceof Error && <span class="wrong">{outcome.about(field) ?? outcome.message}</span>}
      </span>
    </div>
  );
}

/** A value that is set in a row of a list, such as the price of a food. */
export interface Setting {
  /** The field of the call, which a refusal names: `price`. */
  readonly field: string;
  /** What it is set of. */
  readonly code: string;
  readonly name: string;
  /** Empty: taken away. */
  readonly value: string;
}

type Outcome = 'saving' | 'saved' | Failure;
const keyOf = ({ field, code }: Pick<Setting, 'field' | 'code'>) => `${field} ${code}`;

/**
 * Values that are set in place: each is sent as it is set, one after the other. What the service did not take stays, also
 * when the tab is closed. `kept` names it.
 */
export function useInPlace(kept: string, sendOne: (setting: Setting) => Promise<unknown>) {
  const [done, setDone] = useState<Readonly<Record<string, { value: string; outcome: Outcome }>>>({});
  const draft = useDraft<Readonly<Record<string, Setting>>>(kept, {});
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const set = (setting: Setting) => {
    const key = keyOf(setting);
    // A newer value of the same has its own outcome.
    const settle = (outcome: Outcome) =>
      setDone((now) => (now[key]?.value === setting.value ? { ...now, [key]: { ...now[key], outcome } } : now));
    const taken = () => {
      settle('saved');
      draft.change((now) => Object.fromEntries(Object.entries(now).filter(([, one]) => one !== setting)));
    };
    draft.change((now) => ({ ...now, [key]: setting }));
    setDone((now) => ({ ...now, [key]: { value: setting.value, outcome: 'saving' } }));
    const sent = line.current.then(() => sendOne(setting));
    const settled = sent.then(taken, (thrown) => settle(asFailure(thrown)));
    line.current = settled.catch(() => undefined);
  };
  return {
    unsaved: Object.entries(draft.work).flatMap(([key, one]) => (done[key]?.outcome === 'saving' ? [] : [one])),
    /** What was set, if anything, and what has become of it. */
    find: (field: string, code: string) => {
      const key = keyOf({ field, code });
      return { value: draft.work[key]?.value ?? done[key]?.value, outcome: done[key]?.outcome };
    },
    set,
    /** What the service has is read anew: only what is not saved is still shown instead. */
    renew: () => setDone({}),
    /** Forgets what is not saved, too. */
    forget: () => {
      setDone({});
      draft.drop({});
    },
  };
}
export type InPlace = ReturnType<typeof useInPlace>;

/** The most that are named. */
const NAMED = 3;

/** Names what is not saved, wherever it is in the list, with a way to send it again. */
export function Unsaved({ of: { unsaved, set, forget } }: { readonly of: InPlace }) {
  const named = unsaved.slice(0, NAMED).map(({ name, value }) => `${name} ${value || '清除'}`);
  return (
    <span class="low" role="status">
      {unsaved.length > 0 && (
        <>
          {unsaved.length} 处还没有保存：{named.join('、')}
          {unsaved.length > NAMED && ' 等'}{' '}
          <button type="button" class="plain" onClick={() => unsaved.forEach(set)}>
            再保存一次
          </button>
          <button type="button" class="plain" onClick={forget}>
            不要了
          </button>
        </>
      )}
    </span>
  );
}
