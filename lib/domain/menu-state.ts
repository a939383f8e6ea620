import { AppError, type Reason } from '../errors.ts';

/** What a menu can be: drafted, waiting for review, rejected, published. */
export const menuStates = ['草稿', '待审核', '已驳回', '已发布'] as const;
export type MenuState = (typeof menuStates)[number];

/** What a transition takes, and what it leads to. */
interface Rule {
  /** By the state before, the state after; it is not made from any other. */
  readonly from: Readonly<Partial<Record<MenuState, MenuState>>>;
  /** Whether a revision of the menu must be live, or must not be. */
  readonly live?: 'needed' | 'forbidden';
  /** Why it is not made from another state; from 待审核 always because the menu waits. */
  readonly otherwise: Extract<Reason, 'menu_published' | 'menu_not_pending' | 'menu_pending'>;
}

/** Every way from one state of a menu to another. */
const transitions = {
  edit: { from: { 草稿: '草稿', 已驳回: '草稿', 已发布: '草稿' }, otherwise: 'menu_pending' },
  /** What is live becomes what the menu says again. */
  discard: { from: { 草稿: '已发布', 已驳回: '已发布' }, live: 'needed', otherwise: 'menu_published' },
  submit: { from: { 草稿: '待审核', 已驳回: '待审核' }, otherwise: 'menu_published' },
  /** Submitted where nobody has to review it. */
  publish: { from: { 草稿: '已发布', 已驳回: '已发布' }, otherwise: 'menu_published' },
  withdraw: { from: { 待审核: '草稿' }, otherwise: 'menu_not_pending' },
  approve: { from: { 待审核: '已发布' }, otherwise: 'menu_not_pending' },
  reject: { from: { 待审核: '已驳回' }, otherwise: 'menu_not_pending' },
  /** What is live is so no longer. */
  retract: {
    from: { 草稿: '草稿', 待审核: '待审核', 已驳回: '已驳回', 已发布: '草稿' },
    live: 'needed',
    otherwise: 'menu_pending',
  },
  delete: { from: { 草稿: '草稿', 已驳回: '已驳回' }, live: 'forbidden', otherwise: 'menu_published' },
} as const satisfies Record<string, Rule>;

export type Transition = keyof typeof transitions;

/** A menu as far as transitions go by it. */
interface Standing {
  readonly state: MenuState;
  /** The revision that is live, if any. */
  readonly live?: object | undefined;
}

/** Why a transition cannot be made; undefined where it can. */
export function findObstacle({ state, live }: Standing, transition: Transition): Reason | undefined {
  const rule: Rule = transitions[transition];
  if (rule.from[state] === undefined) {
    return state === '待审核' ? 'menu_pending' : rule.otherwise;
  }
  if (rule.live === 'needed' && !live) return 'menu_not_live';
  return rule.live === 'forbidden' && live ? 'menu_published' : undefined;
}

/**
 * The state after a transition.
 * @throws AppError `menu_pending`, `menu_published`, `menu_not_pending`, `menu_not_live` where it cannot be made.
 */
export function stateAfter(menu: Standing, transition: Transition): MenuState {
  const obstacle = findObstacle(menu, transition);
  if (obstacle) throw new AppError(obstacle);
  const rule: Rule = transitions[transition];
  return rule.from[menu.state] ?? menu.state;
}
