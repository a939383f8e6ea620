import type { components } from '../../../.build/workbench/api.ts';
import { api, send } from '../../api/client.ts';

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
