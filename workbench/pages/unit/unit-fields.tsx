import { useId } from 'preact/hooks';
import { api, send } from '../../api/client.ts';
import { choicesOf } from '../../api/enums.ts';
import { fieldsOf, SelectField, TextField } from '../../parts/field.tsx';
import { PictureField } from '../../parts/picture.tsx';
import { useTaken } from '../../parts/taken.ts';
import type { Typed } from '../../parts/versioned-form.tsx';
import { labels, type UnitWork } from './unit.ts';

const optional = ['province', 'city', 'area', 'address', 'contacts', 'phone', 'email'] as const;
const reviews = [
  { value: 'false', text: '提交就发布' },
  { value: 'true', text: '平台审核后发布' },
];

interface UnitFieldsProps extends Typed<UnitWork> {
  /** What the platform says of the account; absent where the unit itself changes what it may. */
  readonly account?: { readonly wrong?: string | undefined; readonly hint: string };
}

/** The fields of a unit. */
export function UnitFields({ work, change, failure, saved, account }: UnitFieldsProps) {
  const categories = useId();
  const taken = useTaken(work.name.trim() === saved.name ? '' : work.name, (name) =>
    send(api.GET('/api/vender/check/name', { params: { query: { name } } })),
  );
  const fieldOf = fieldsOf(work, change, failure);
  const field = (name: keyof UnitWork) => ({ ...fieldOf(name), maxLength: 500, autoComplete: 'off' as const });
  const { wrong = failure?.about('account'), hint } = account ?? {};
  return (
    <>
      <div class="grid">
        {account && <TextField label="主账号" {...field('account')} {...{ wrong, hint }} required maxLength={64} />}
        {account && <SelectField label="食谱" {...field('menuReview')} choices={reviews} />}
        <TextField label={labels.name} {...field('name')} {...(taken && { wrong: taken })} required maxLength={100} />
        <TextField label={labels.category} {...field('category')} required list={categories} />
        {optional.map((name) => (
          <TextField key={name} label={labels[name]} {...field(name)} />
        ))}
      </div>
      <datalist id={categories}>
        {choicesOf('category').map(({ value }) => (
          <option key={value} value={value} />
        ))}
      </datalist>
      <PictureField icon={work.icon} onIcon={(icon) => change({ icon })} wrong={failure?.about('icon')} />
    </>
  );
}
