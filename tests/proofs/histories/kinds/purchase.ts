import type { PurchaseInput } from '../../../../lib/domain/purchase/purchase.ts';
import { readRows } from '../../../../lib/spreadsheet/rows.ts';
import { purchaseOf, toInput } from '../analysis.ts';
import { done, type Expected, fails } from '../answer.ts';
import { given, id, maybe, needed } from '../arguments.ts';
import type { Draw } from '../draw.ts';
import { defineKind, type Kind, type Situation, type Viewpoint } from '../kind.ts';
import { findMenu, menuIds } from '../menu-arguments.ts';
import { unitOf } from './dish.ts';
import { findOwn } from './menu.ts';

function choosePurchase(draw: Draw, viewpoint: Viewpoint) {
  return {
    id: needed(draw, 'id', () => id(draw, 'id', menuIds(viewpoint))),
    revision: draw.rarely(3) ? id(draw, 'revision', [0, 1, 2, 3], 0) : undefined,
    reserve: maybe(draw, () =>
      draw.rarely(10) ? { sent: '100.5', means: '', bad: ['reserve'] } : given('12.5', '12.50'),
    ),
  };
}

interface Asked {
  readonly id: number;
  readonly revision?: number | undefined;
}

/** What is bought for: the revision that is asked for, or else the live one, or else the present content. */
function findBought({ world, caller }: Situation, asked: Asked): PurchaseInput | Expected {
  const menu = caller.isPlatform ? findMenu(world, asked.id) : findOwn(world, caller.unit, asked.id);
  if (!menu) return fails('menu_not_found');
  const revision = asked.revision ?? menu.live ?? 0;
  if (revision === 0) return toInput(world, unitOf(asked.id), menu);
  return menu.submitted[revision - 1]?.bought ?? fails('revision_not_found');
}

const getPurchase = defineKind({
  route: 'GET /api/menu/purchase',
  weight: 2,
  choose: choosePurchase,
  answer: (situation, { reserve = '0.00', ...asked }): Expected => {
    const bought = findBought(situation, asked);
    return 'kind' in bought ? bought : done(purchaseOf(bought, reserve));
  },
});

/** The bought ingredients of the workbook, by code. */
const getPurchaseWorkbook = defineKind({
  route: 'GET /api/menu/purchase.xlsx',
  weight: 1,
  choose: choosePurchase,
  read: (file) => {
    const rows = readRows('a.xlsx', file).rows.map(({ cells }) => cells);
    const amounts = rows
      .slice(rows.findIndex(([code]) => code === '编码') + 1)
      .filter(([, name]) => name !== undefined);
    const body = amounts.flatMap(([code = '', name, , kg]) => (name ? [[code, Number(kg)]] : []));
    return { code: 200, desc: '成功', success: true, body };
  },
  answer: (situation, { reserve = '0.00', ...asked }): Expected => {
    const bought = findBought(situation, asked);
    if ('kind' in bought) return bought;
    const { total } = JSON.parse(JSON.stringify(purchaseOf(bought, reserve)));
    const groups = Map.groupBy<string, { category: string; code: string; kg: number }>(
      total,
      ({ category }) => category,
    );
    return done([...groups.values()].flat().map(({ code, kg }) => [code, kg]));
  },
});

export const kinds: readonly Kind[] = [getPurchase, getPurchaseWorkbook];
