import { analysisOf, toInput } from '../analysis.ts';
import { done, type Expected, fails } from '../answer.ts';
import { choice, freeText, given, id, inQuery, maybe, needed, pageOf, paging } from '../arguments.ts';
import { defineKind, type Kind, type Situation } from '../kind.ts';
import { contentOf, findMenu, type ModelMenu, menuIds, menusOf } from '../menu-arguments.ts';
import { membersOf, type World } from '../world.ts';
import { unitOf } from './dish.ts';
import { findOwn, refuseUnit, servable } from './menu.ts';

interface ModelReview {
  readonly menu: number;
  readonly name: string;
  readonly revision: number;
  readonly action: string;
  readonly uid: string;
  readonly time: number;
  readonly comment: string;
  readonly byPlatform: boolean;
}

export const reviewsOf = (world: World, unit: number) => membersOf<ModelReview>(world, 'record', unit).list;

function note(
  { world, caller }: Situation,
  { id: menu, name, submitted }: ModelMenu,
  action: string,
  { comment = '', revision = submitted.length }: { readonly comment?: string; readonly revision?: number } = {},
): void {
  const who = { uid: caller.user.uid, byPlatform: caller.isPlatform };
  reviewsOf(world, unitOf(menu)).push({ menu, name, revision, action, ...who, time: world.now, comment });
}

const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** Whether twenty other menus are live on one of its days. */
function isFull(world: World, menu: ModelMenu): boolean {
  const others = menusOf(world, unitOf(menu.id)).list.filter((one) => one !== menu && one.live !== undefined);
  const spans = others.map(({ submitted, live = 0 }) => submitted[live - 1]).filter((said) => said !== undefined);
  return Array.from({ length: menu.days }, (_, index) => dayAfter(menu.start, index)).some(
    (day) => spans.filter(({ start, days }) => start <= day && dayAfter(start, days - 1) >= day).length >= 20,
  );
}

/** The fields because of which a menu cannot be submitted. */
function findMissing(world: World, { id: own, items, standard }: ModelMenu): string[] {
  const unit = unitOf(own);
  const isAssigned = standard === undefined || world.standards.get(standard)?.vendors.includes(unit);
  return [
    ...items.flatMap(({ dish }, index) => (servable(world, unit, dish) ? [] : [`items.${index}.dish`])),
    ...(items.length === 0 ? ['items'] : []),
    ...(isAssigned ? [] : ['standard']),
  ];
}

const chosenMenu = {
  weight: 3,
  choose: (draw: Parameters<Kind['choose']>[0], viewpoint: Parameters<Kind['choose']>[1]) => ({
    id: needed(draw, 'id', () => id(draw, 'id', menuIds(viewpoint))),
  }),
};

const submitMenu = defineKind({
  ...chosenMenu,
  route: 'POST /api/menu/submit',
  weight: 6,
  answer: (situation, { id: wanted }): Expected => {
    const { world, caller } = situation;
    const menu = findOwn(world, caller.unit, wanted);
    if (!menu) return fails('menu_not_found');
    if (menu.state === '待审核') return fails('menu_pending');
    if (menu.state === '已发布') return fails('menu_published');
    const missing = findMissing(world, menu);
    if (missing.length > 0) return fails('invalid_input', ...missing);
    const needsReview = world.units.get(caller.unit)?.menuReview || menu.mustBeReviewed;
    if (!needsReview && isFull(world, menu)) return fails('day_full');
    // A frozen menu has the present names of its dishes.
    const names = Object.fromEntries(
      menu.items.map(({ dish }) => [dish, servable(world, caller.unit, dish)?.name ?? '']),
    );
    const analysis = analysisOf(world, caller.unit, menu);
    const bought = toInput(world, caller.unit, menu);
    menu.submitted.push({ ...contentOf({ ...menu, names }), analysis, bought });
    menu.state = needsReview ? '待审核' : '已发布';
    if (needsReview) menu.waits = { uid: caller.user.uid, time: world.now };
    else menu.live = menu.submitted.length;
    note(situation, menu, needsReview ? '提交' : '免审');
    return done();
  },
});

const withdrawMenu = defineKind({
  ...chosenMenu,
  route: 'POST /api/menu/withdraw',
  answer: (situation, { id: wanted }): Expected => {
    const menu = findOwn(situation.world, situation.caller.unit, wanted);
    if (!menu) return fails('menu_not_found');
    if (menu.state !== '待审核') return fails('menu_not_pending');
    Object.assign(menu, { state: '草稿', waits: undefined });
    note(situation, menu, '撤回');
    return done();
  },
});

const discardMenu = defineKind({
  ...chosenMenu,
  route: 'POST /api/menu/discard',
  answer: ({ world, caller: { unit } }, { id: wanted }): Expected => {
    const menu = findOwn(world, unit, wanted);
    if (!menu) return fails('menu_not_found');
    if (menu.state === '待审核') return fails('menu_pending');
    if (menu.state === '已发布') return fails('menu_published');
    const said = menu.submitted[(menu.live ?? 0) - 1];
    if (!said) return fails('menu_not_live');
    Object.assign(menu, contentOf(said), { state: '已发布', modify: Math.max(world.now, menu.modify + 1) });
    return done();
  },
});

const retractMenu = defineKind({
  route: 'POST /api/menu/retract',
  weight: 3,
  choose: (draw, viewpoint) => ({
    ...chosenMenu.choose(draw, viewpoint),
    comment: needed(draw, 'comment', () => {
      const comment = freeText(draw, 'comment', '停供');
      return comment.means === '' ? { ...comment, bad: ['comment'] } : comment;
    }),
  }),
  answer: (situation, { id: wanted, comment }): Expected => {
    const { world, caller } = situation;
    const menu = caller.isPlatform ? findMenu(world, wanted) : findOwn(world, caller.unit, wanted);
    if (!menu) return fails('menu_not_found');
    const { live: revision } = menu;
    if (revision === undefined) return fails('menu_not_live');
    menu.live = undefined;
    if (menu.state === '已发布') menu.state = '草稿';
    if (caller.isPlatform) menu.mustBeReviewed = true;
    note(situation, menu, '下架', { comment, revision });
    return done();
  },
});

const reviewMenu = defineKind({
  route: 'POST /api/menu/review',
  weight: 5,
  choose: (draw, viewpoint) => ({
    ...chosenMenu.choose(draw, viewpoint),
    revision: needed(draw, 'revision', () => id(draw, 'revision', [1, 1, 2, 3])),
    result: needed(draw, 'result', () => choice(draw, 'result', ['通过', '驳回'])),
    comment: maybe(draw, () => freeText(draw, 'comment', '盐太多')),
  }),
  answer: (situation, { id: wanted, revision, result, comment = '' }): Expected => {
    const { world } = situation;
    if (result === '驳回' && comment === '') return fails('invalid_input', 'comment');
    const menu = findMenu(world, wanted);
    if (!menu) return fails('menu_not_found');
    if (menu.state !== '待审核') return fails('menu_not_pending');
    if (menu.submitted.length !== revision) return fails('changed_meanwhile');
    if (result === '通过' && isFull(world, menu)) return fails('day_full');
    menu.waits = undefined;
    menu.state = result === '通过' ? '已发布' : '已驳回';
    if (result === '通过') Object.assign(menu, { live: revision, mustBeReviewed: false });
    note(situation, menu, result, { comment });
    return done();
  },
});

/** All waiting menus, the longest waiting first; those of one moment are in the order of their ids as texts. */
function listPending(world: World) {
  const menus = [...world.units.keys()].flatMap((unit) => menusOf(world, unit).list);
  const key = ({ id: own, waits }: ModelMenu) => `${String(waits?.time).padStart(16, '0')}#${own}`;
  return menus
    .filter(({ waits }) => waits)
    .sort((a, b) => (key(a) < key(b) ? -1 : 1))
    .map((menu) => ({ key: key(menu), menu }));
}

/** An entry of the list. Only the list knows the names of menu and unit at the submission. */
function toPending({ id: own, name, start, days, submitted, waits }: ModelMenu) {
  return { menu: own, vender: unitOf(own), name, start, days, revision: submitted.length, ...waits };
}

const listReviews = defineKind({
  route: 'GET /api/menu/review',
  weight: 4,
  choose: (draw, viewpoint) => ({
    vender:
      viewpoint.home === 0 || draw.rarely(4) ? id(draw, 'vender', [...viewpoint.world.units.keys()], 0) : undefined,
    menu: draw.rarely(3) ? id(draw, 'menu', menuIds(viewpoint)) : undefined,
    action: draw.rarely(4) ? inQuery(choice(draw, 'action', ['通过', '提交', '免审', ''])) : undefined,
    pending: draw.rarely(3) ? given('true', true) : undefined,
    ...paging(draw),
  }),
  view: (json) =>
    json.body?.next === undefined
      ? json
      : {
          ...json,
          body: {
            ...json.body,
            content: json.body.content.map(({ venderName: _, ...rest }: Record<string, unknown>) => rest),
          },
        },
  answer: ({ world, caller }, { vender, menu, action, pending, ...page }) => {
    if (pending) {
      if (!caller.isPlatform) return fails('admin_side_only');
      const { pageSize = 20 } = page;
      const all = listPending(world);
      const content = all.slice(0, pageSize).map((one) => toPending(one.menu));
      return done({ content, next: all[pageSize]?.key ?? '' });
    }
    const wrong = refuseUnit(world, caller, vender);
    if (wrong) return wrong;
    const found = reviewsOf(world, vender ?? caller.unit)
      .filter((review) => (menu === undefined || review.menu === menu) && (action ?? review.action) === review.action)
      .map(({ byPlatform, uid, ...review }) => ({ ...review, uid: byPlatform && !caller.isPlatform ? '平台' : uid }));
    return done(pageOf(found.toReversed(), page));
  },
});

export const kinds: readonly Kind[] = [submitMenu, withdrawMenu, discardMenu, retractMenu, reviewMenu, listReviews];
