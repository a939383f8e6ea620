import type { RenderableProps } from 'preact';
import { api, type Schemas, send } from '../../api/client.ts';
import { listEnumChoices } from '../../api/enums.ts';
import { isPlatform } from '../../api/session.ts';
import { toDate } from '../../parts/dates.ts';
import type { Version } from '../../parts/editor.tsx';
import { SelectField, TextField, toNamedChoices } from '../../parts/field.tsx';
import type { FormState } from '../../parts/form.tsx';
import { PictureField } from '../../parts/picture.tsx';

export type Unit = Schemas['UnitInfo'];

/** The labels of the fields that the unit's main account may change, too. */
export const labels = {
  ...{ name: '单位名称', category: '类别', province: '省', city: '市', area: '区县', address: '地址' },
  ...{ contacts: '联系人', phone: '电话', email: '邮箱', icon: '图片' },
} as const;
type PlatformField = Exclude<keyof Schemas['UpdateUnitForm'], keyof typeof labels | 'venderId' | 'status'>;
export const platformLabels = {
  ...{ account: '主账号', expire: '用到哪天（含）', menuReview: '食谱要平台审核' },
} as const satisfies Record<PlatformField, string>;

/** The typed fields of a unit. */
export type UnitWork = Record<keyof typeof labels | 'account' | 'expire', string> & {
  readonly menuReview: 'true' | 'false';
};

/** Reads a unit to edit; without an id, the user's own unit. */
export async function readUnit(vender?: number): Promise<Version<UnitWork>> {
  const query = vender === undefined ? {} : { vender };
  const { body, etag } = await send(api.GET('/api/vender/info', { params: { query } }));
  const { account, name, category, province, city, area, address, contacts, phone, email, icon } = body;
  const texts = { account, name, category, province, city, area, address, contacts, phone, email, icon };
  return { work: { ...texts, expire: toDate(body.expire), menuReview: body.menuReview ? 'true' : 'false' }, etag };
}

const optionalFields = ['province', 'city', 'area', 'address', 'contacts', 'phone', 'email'] as const;
const reviewChoices = toNamedChoices({ false: '提交就发布', true: '平台审核后发布' });

type UnitFieldsProps = RenderableProps<FormState<UnitWork> & { accountHint?: string; isReadOnly?: boolean }>;

/** The fields of a unit; on the platform's side also those that only the platform changes. */
export function UnitFields({ accountHint: hint, isReadOnly = false, children, ...form }: UnitFieldsProps) {
  const field = (name: keyof UnitWork) => ({ ...form.field(name), maxLength: 500, autoComplete: 'off' as const });
  return (
    <fieldset class="stack" disabled={isReadOnly}>
      <div class="grid">
        <TextField label={labels.name} {...field('name')} required maxLength={100} />
        <TextField label={labels.category} {...field('category')} required suggestions={listEnumChoices('category')} />
        {isPlatform() && (
          <>
            <TextField label={platformLabels.account} {...field('account')} hint={hint} required maxLength={64} />
            <TextField label={platformLabels.expire} {...field('expire')} type="date" required />
            <SelectField label="食谱" {...field('menuReview')} choices={reviewChoices} />
          </>
        )}
        {children}
        {optionalFields.map((name) => (
          <TextField key={name} label={labels[name]} {...field(name)} />
        ))}
      </div>
      <PictureField {...form.field('icon')} />
    </fieldset>
  );
}
