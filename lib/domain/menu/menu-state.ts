import { AppError, type Reason } from '../../errors.ts';

/** The states of a menu: draft, waiting for review, rejected, published. */
export const menuStates = ['草稿', '待审核', '已驳回', '已发布'] as const;
export type MenuState = (typeof menuStates)[number];

interface TransitionRule {
  /** By the state from which the transition is possible, the state after it. */
  readonly from: Readonly<Partial<Record<MenuState, MenuState>>>;
  /** Whether the menu must have a live revision, or must not. */
  readonly live?: 'needed' | 'forbidden';
  /** The reason why it is not possible from another state. From 待审核 the reason is always `menu_pending`. */
  readonly otherwise: Extract<Reason, 'menu_published' | 'menu_not_pending' | 'menu_pending'>;
}

const transitions = {
  edit: { from: { 草稿: '草稿', 已驳回: '草稿', 已发布: '草稿' }, otherwise: 'menu_pending' },
  /** The menu gets the content of its live revision again. */
  discard: { from: { 草稿: '已发布', 已驳回: '已发布' }, live: 'needed', otherwise: 'menu_published' },
  submit: { from: { 草稿: '待审核', 已驳回: '待审核' }, otherwise: 'menu_published' },
  /** A submission that nobody has to review. */
  publish: { from: { 草稿: '已发布', 已驳回: '已发布' }, otherwise: 'menu_published' },
  withdraw: { from: { 待审核: '草稿' }, otherwise: 'menu_not_pending' },
  approve: { from: { 待审核: '已发布' }, otherwise: 'menu_not_pending' },
  reject: { from: { 待审核: '已驳回' }, otherwise: 'menu_not_pending' },
  /** The live revision is taken down. */
  retract: {
    from: { 草稿: '草稿', 待审核: '待审核', 已驳回: '已驳回', 已发布: '草稿' },
    live: 'needed',
    otherwise: 'menu_pending',
  },
  /** The live revision serves another dish. The state of the draft stays. */
  swap: { from: { 草稿: '草稿', 已驳回: '已驳回', 已发布: '已发布' }, live: 'needed', otherwise: 'menu_pending' },
  delete: { from: { 草稿: '草稿', 已驳回: '已驳回' }, live: 'forbidden', otherwise: 'menu_published' },
} as const satisfies Record<string, TransitionRule>;

export type Transition = keyof typeof transitions;

/** What a transition depends on: the state of the draft, and whether there is a live revision. */
interface TransitionFacts {
  readonly state: MenuState;
  readonly live?: object | undefined;
}

/** Finds the reason why a transition is not possible; undefined where it is possible. */
export function findObstacle({ state, live }: TransitionFacts, transition: Transition): Reason | undefined {
  const rule: TransitionRule = transitions[transition];
  if (rule.from[state] === undefined) return state === '待审核' ? 'menu_pending' : rule.otherwise;
  if (rule.live === 'needed' && !live) return 'menu_not_live';
  return rule.live === 'forbidden' && live ? 'menu_published' : undefined;
}

/** @throws AppError `menu_pending`, `menu_published`, `menu_not_pending`, `menu_not_live` where the transition is not possible. */
export function getStateAfter(menu: TransitionFacts, transition: Transition): MenuState {
  const obstacle = findObstacle(menu, transition);
  if (obstacle) throw new AppError(obstacle);
  const rule: TransitionRule = transitions[transition];
  return rule.from[menu.state] ?? menu.state;
}
