import { useId, useRef, useState } from 'preact/hooks';
import { api, type Failure, requireFailure, send } from '../../api/client.ts';
import { Actions } from '../../parts/actions.tsx';
import { useDraft } from '../../parts/editor.tsx';
import { Options, toChoices } from '../../parts/field.tsx';
import { listNames, parseNumber } from '../../parts/format.ts';
import { type Food, foodName } from './food.ts';

export type SettingField = 'mark' | 'price';
/** A mark or a price of a food, as set in the list. An empty value removes it. */
type Setting = Readonly<Record<'code' | 'name' | 'value', string>> & { readonly field: SettingField };

const toSettingKey = ({ field, code }: Pick<Setting, 'field' | 'code'>) => `${field} ${code}`;

function sendSetting({ field, code: ingredient, value }: Setting): Promise<unknown> {
  const body = { ingredient };
  if (value === '') return send(api.DELETE(`/api/ingredient/${field}`, { body }));
  if (field === 'price')
    return send(api.PUT('/api/ingredient/price', { body: { ...body, price: parseNumber(value) } }));
  return send(api.PUT('/api/ingredient/mark', { body: { ...body, mark: value === '常用' ? '常用' : '忌用' } }));
}

/** Saves marks and prices one after the other. Values that could not be saved stay in the browser. */
export function useSettings() {
  const { draft: unsavedByKey, change, reset } = useDraft<Readonly<Record<string, Setting>>>('ingredient settings', {});
  // What came of the settings that were sent: the saved value, or why it was refused.
  const [outcomeByKey, setOutcomes] = useState<Readonly<Record<string, string | Failure>>>({});
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const save = (setting: Setting) => {
    const key = toSettingKey(setting);
    const setOutcome = (outcome: string | Failure) => setOutcomes((current) => ({ ...current, [key]: outcome }));
    const onSaved = () => {
      setOutcome(setting.value);
      // A newer value of the same setting is not saved yet.
      change((current) => Object.fromEntries(Object.entries(current).filter(([, other]) => other !== setting)));
    };
    change((current) => ({ ...current, [key]: setting }));
    const sent = queue.current.catch(() => undefined).then(() => sendSetting(setting));
    queue.current = sent.then(onSaved, (thrown) => setOutcome(requireFailure(thrown)));
  };
  return {
    ...{ unsavedByKey, outcomeByKey, save },
    /** Forgets the outcomes, so that the cells show the values of the list that was read again. */
    clearOutcomes: () => setOutcomes({}),
    discard: () => [setOutcomes({}), reset({})],
  };
}
export type Settings = ReturnType<typeof useSettings>;

/** The unsaved settings of the whole list, with a retry. */
export function UnsavedSettings({ settings: { unsavedByKey, save, discard } }: { readonly settings: Settings }) {
  const unsaved = Object.values(unsavedByKey);
  const texts = unsaved.map(({ name, value }) => `${name} ${value || '清除'}`);
  const isAllowed = unsaved.length > 0;
  const actions = [
    { text: '再保存一次', run: () => unsaved.forEach(save), isAllowed },
    { text: '不要了', run: discard, isAllowed },
  ];
  return (
    <span class="low" role="status">
      {unsaved.length > 0 && `${unsaved.length} 处还没有保存：${listNames(texts, '处')} `}
      <Actions actions={actions} />
    </span>
  );
}

const marks = ['常用', '忌用'] as const;
type SettingCellProps = { field: SettingField; food: Food; settings: Settings; savedValue: string };

/** A cell that saves the mark or price of a food after it is typed or chosen. `savedValue` is the service's value. */
export function SettingCell({ field, food, settings, savedValue }: SettingCellProps) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const [code, name] = [food.code, foodName(food)];
  const key = toSettingKey({ field, code });
  const [unsavedValue, outcome] = [settings.unsavedByKey[key]?.value, settings.outcomeByKey[key]];
  const isFailed = outcome instanceof Error;
  const control = {
    'aria-label': `${name}的${field === 'mark' ? '标记' : '价格'}`,
    'aria-describedby': id,
    'aria-invalid': isFailed,
    value: typed ?? unsavedValue ?? (isFailed ? savedValue : (outcome ?? savedValue)),
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => setTyped(currentTarget.value),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      setTyped(undefined);
      settings.save({ field, code, name, value: currentTarget.value.trim() });
    },
  };
  return (
    <div class="row">
      {field === 'price' ? (
        <input {...control} inputMode="decimal" autoComplete="off" />
      ) : (
        <select {...control}>
          <Options choices={toChoices(marks)} none="—" />
        </select>
      )}
      <span id={id} aria-live="polite">
        {isFailed && <span class="wrong">{outcome.messageFor(field) ?? outcome.message}</span>}
        {unsavedValue === undefined && outcome !== undefined && <small class="good">已保存</small>}
      </span>
    </div>
  );
}
