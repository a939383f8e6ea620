import { useId } from 'preact/hooks';
import type { components } from '../../../.build/workbench/api.ts';
import { api, send } from '../../api/client.ts';
import { choicesOf } from '../../api/enums.ts';
import { Loaded, useAsked } from '../../parts/asked.tsx';
import type { Typed } from '../../parts/editor.tsx';
import { fieldsOf, SelectField, TextField } from '../../parts/field.tsx';
import { dateOf, today } from '../../parts/format.ts';
import { PictureField } from '../../parts/picture.tsx';

export type Unit = components['schemas']['UnitInfo'];

/** What people call the fields of a unit that its main account may change. */
export const labels = {
  ...{ name: '单位名称', category: '类别', province: '省', city: '市', area: '区县', address: '地址' },
  ...{ contacts: '联系人', phone: '电话', email: '邮箱', icon: '图片' },
} as const;

/** What is typed of a unit. Account and review are the platform's. */
export type UnitWork = Record<keyof typeof labels | 'account', string> & { readonly menuReview: 'true' | 'false' };

export const emptyUnit: UnitWork = {
  ...{ account: '', name: '', category: '', province: '', city: '', area: '', address: '', contacts: '', phone: '' },
  ...{ email: '', icon: '', menuReview: 'false' },
};

/** One unit with all that is told of it; without an id the own one. */
export async function readUnit(vender?: number) {
  const query = vender === undefined ? {} : { vender };
  const { body: unit, etag } = await send(api.GET('/api/vender/info', { params: { query } }));
  const { account, name, category, province, city, area, address, contacts, phone, email, icon } = unit;
  const texts = { account, name, category, province, city, area, address, contacts, phone, email, icon };
  return { unit, etag, work: { ...texts, menuReview: unit.menuReview ? 'true' : 'false' } satisfies UnitWork };
}

const optional = ['province', 'city', 'area', 'address', 'contacts', 'phone', 'email'] as const;
const reviews = [
  { value: 'false', text: '提交就发布' },
  { value: 'true', text: '平台审核后发布' },
];

type UnitFieldsProps = Pick<Typed<UnitWork>, 'work' | 'change' | 'failure'> & {
  /** What the platform says of the account; absent where the unit itself changes what it may. */
  readonly account?: string;
};

/** The fields of a unit. */
export function UnitFields({ work, change, failure, account }: UnitFieldsProps) {
  const categories = useId();
  const fieldOf = fieldsOf(work, change, failure);
  const field = (name: keyof UnitWork) => ({ ...fieldOf(name), maxLength: 500, autoComplete: 'off' as const });
  return (
    <>
      <div class="unit-fields">
        {account && <TextField label="主账号" {...field('account')} hint={account} required maxLength={64} />}
        {account && <SelectField label="食谱" {...field('menuReview')} choices={reviews} />}
        <TextField label={labels.name} {...field('name')} required maxLength={100} />
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

const DAY_MS = 86_400_000;
/** So many days before its end a unit is due for renewal. */
export const ENDING_DAYS = 30;

/** The facts of a unit one below the other; without an id of the own one. */
export function Facts({ id }: { readonly id?: number }) {
  const asked = useAsked(`${id}`, () => readUnit(id));
  return <Loaded asked={asked}>{({ unit }) => <FactList unit={unit} />}</Loaded>;
}

/** What is missing is left out. */
function FactList({ unit }: { readonly unit: Unit }) {
  const { account, category, users, roles, status, menuReview, contacts, phone, email } = unit;
  const facts = {
    ...{ 主账号: account, 类别: category, 人员: users === undefined ? '' : `${users} 位用户，${roles} 个角色` },
    ...{ 用到: <LastDay unit={unit} />, 状态: status ? '开放' : '已关闭' },
    食谱: menuReview ? '平台审核后发布' : '提交就发布，不用审核',
    地址: [unit.province, unit.city, unit.area, unit.address].join(' ').trim(),
    ...{ 联系人: contacts, 电话: phone, 邮箱: email },
  };
  return (
    <dl class="facts">
      {unit.icon.startsWith('data:') && <img class="picture" src={unit.icon} alt="" />}
      {Object.entries(facts).map(
        ([name, told]) =>
          told !== '' && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{told}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** The last day of a unit, and how near it is. */
export function LastDay({ unit: { expire } }: { readonly unit: Pick<Unit, 'expire'> }) {
  const date = dateOf(expire);
  const left = Math.round((Date.parse(date) - Date.parse(today())) / DAY_MS);
  return (
    <>
      <time>{date}</time>
      {left < 0 && <b class="high"> 已到期</b>}
      {left >= 0 && left <= ENDING_DAYS && <b class="low"> {left === 0 ? '今天到期' : `还有 ${left} 天`}</b>}
    </>
  );
}
