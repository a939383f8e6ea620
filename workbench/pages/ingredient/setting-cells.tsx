import { useId, useRef, useState } from 'preact/hooks';
import { api, send } from '../../api/client.ts';
import { asFailure, type Failure } from '../../api/failure.ts';
import { useDraft } from '../../parts/editor.tsx';
import { nameSome, typedNumber } from '../../parts/format.ts';
import { Steps } from '../../parts/steps.tsx';
import { type Food, nameOf } from './food.ts';

type Field = 'mark' | 'price';
/** A mark or a price of a food, as it is set in a row of the list. An empty value takes it away. */
type Setting = Readonly<Record<'code' | 'name' | 'value', string>> & { readonly field: Field };

const keyOf = ({ field, code }: Pick<Setting, 'field' | 'code'>) => `${field} ${code}`;

function sendSetting({ field, code: ingredient, value }: Setting): Promise<unknown> {
  const body = { ingredient };
  if (value === '') return send(api.DELETE(`/api/ingredient/${field}`, { body }));
  if (field === 'price')
    return send(api.PUT('/api/ingredient/price', { body: { ...body, price: typedNumber(value) } }));
  return send(api.PUT('/api/ingredient/mark', { body: { ...body, mark: value === '常用' ? '常用' : '忌用' } }));
}

/**
 * Marks and prices that are set in place: each is sent as it is set, one after the other. What the service did not take
 * stays, also when the tab is closed.
 */
export function useSettings() {
  const { work: unsaved, change, drop } = useDraft<Readonly<Record<string, Setting>>>('ingredient settings', {});
  const [done, setDone] = useState<Readonly<Record<string, string | Failure>>>({});
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const set = (setting: Setting) => {
    const key = keyOf(setting);
    const settle = (outcome: string | Failure) => setDone((now) => ({ ...now, [key]: outcome }));
    const taken = () => {
      settle(setting.value);
      // A newer value of the same is not saved yet.
      change((now) => Object.fromEntries(Object.entries(now).filter(([, one]) => one !== setting)));
    };
    change((now) => ({ ...now, [key]: setting }));
    const sent = line.current.catch(() => undefined).then(() => sendSetting(setting));
    line.current = sent.then(taken, (thrown) => settle(asFailure(thrown)));
  };
  return {
    ...{ unsaved, done, set },
    /** What the service has is read anew: only what is not saved is still shown instead. */
    renew: () => setDone({}),
    forget: () => {
      setDone({});
      drop({});
    },
  };
}
export type Settings = ReturnType<typeof useSettings>;

/** Names what is not saved, wherever it is in the list, with a way to send it again. */
export function Unsaved({ of: { unsaved, set, forget } }: { readonly of: Settings }) {
  const all = Object.values(unsaved);
  const named = all.map(({ name, value }) => `${name} ${value || '清除'}`);
  const steps = [
    { text: '再保存一次', act: () => all.forEach(set) },
    { text: '不要了', act: forget },
  ];
  return (
    <span class="low" role="status">
      {all.length > 0 && (
        <>
          {all.length} 处还没有保存：{nameSome(named, '处')} <Steps steps={steps} />
        </>
      )}
    </span>
  );
}

type SettingCellProps = { field: Field; food: Food; settings: Settings; had: string };

/** The mark of a food, set as it is chosen, or its price, set when it has been typed. The service has what it `had`. */
export function SettingCell({ field, food, settings, had }: SettingCellProps) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const [code, name] = [food.code, nameOf(food)];
  const key = keyOf({ field, code });
  const [kept, outcome] = [settings.unsaved[key]?.value, settings.done[key]];
  const isWrong = outcome instanceof Error;
  const control = {
    'aria-label': `${name}的${field === 'mark' ? '标记' : '价格'}`,
    'aria-describedby': id,
    'aria-invalid': isWrong,
    value: typed ?? kept ?? (isWrong ? had : (outcome ?? had)),
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => setTyped(currentTarget.value),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      setTyped(undefined);
      settings.set({ field, code, name, value: currentTarget.value.trim() });
    },
  };
  return (
    <div class="row">
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
        {isWrong && <span class="wrong">{outcome.about(field) ?? outcome.message}</span>}
        {kept === undefined && outcome !== undefined && <small class="good">已保存</small>}
      </span>
    </div>
  );
}
