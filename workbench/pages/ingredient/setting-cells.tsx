import { useId, useState } from 'preact/hooks';
import { api, send } from '../../api/client.ts';
import { typedNumber } from '../../parts/format.ts';
import type { InPlace, Setting } from '../../parts/in-place.tsx';
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
