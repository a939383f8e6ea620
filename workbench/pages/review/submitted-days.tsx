import { Actions } from '../../parts/actions.tsx';
import { formatDay } from '../../parts/dates.ts';
import { formatEnergy } from '../../parts/energy.ts';
import { formatFigure, formatYuan } from '../../parts/format.ts';
import { type Column, Table } from '../../parts/table.tsx';
import type { Analysis } from '../planner/menu-calls.ts';
import * as weeks from '../planner/week.ts';
import * as css from './review.module.css';
import type { MenuChanges, Submission } from './submission.ts';

const MAX_COMMENT_LENGTH = 150; // The service's limit.

/** The portion and the groups of an item, as they follow its name: ` ×2（教师）`. Empty: one portion for everybody. */
const describeServing = ({ portion, groups = [] }: Pick<Submission['menu']['items'][number], 'portion' | 'groups'>) =>
  `${portion === 1 ? '' : ` ×${portion}`}${groups.length === 0 ? '' : `（${groups.join('、')}）`}`;

/** The comments that a reviewer is writing, by `partKey`. An empty text: opened, nothing typed yet. */
export type CommentDraft = Readonly<Record<string, string>>;

interface SubmittedDaysProps {
  readonly submission: Submission;
  /** The differences from an earlier submission; undefined where none are shown. */
  readonly changes: MenuChanges | undefined;
  /** The comments that the reviewer writes, while the submission waits; otherwise undefined. */
  readonly draft: CommentDraft | undefined;
  readonly onComment: (key: string, text: string) => void;
}

/** The submitted week, a row for each day. */
export function SubmittedWeek(props: SubmittedDaysProps) {
  const { menu, analysis } = props.submission;
  const columns: Column<number>[] = [
    {
      name: '日期',
      cell: (day) => (
        <>
          <time>{`${weeks.weekdayOf(menu, day)} ${formatDay(weeks.dateOf(menu, day))}`}</time>
          <Comments {...props} part={{ day }} />
        </>
      ),
    },
    ...menu.meals.map((meal) => ({
      name: weeks.mealNames[meal],
      cell: (day: number) => <SlotDishes {...props} slot={{ day, meal }} />,
    })),
    { name: '每人', cell: (day) => <PartTotals levels={analysis.levels} day={day} /> },
  ];
  return <Table caption="每天的菜" columns={columns} rows={weeks.listDayNumbers(menu)} empty="" />;
}

/** One submitted day: its meals with the grams of each dish. A reviewer can comment on each part. */
export function SubmittedDay({ day, ...props }: SubmittedDaysProps & { readonly day: number }) {
  const { menu, analysis } = props.submission;
  const columns: Column<weeks.Meal>[] = [
    {
      name: '餐次',
      cell: (meal) => (
        <>
          {weeks.mealNames[meal]} <Comments {...props} part={{ day, meal }} isDetailed />
        </>
      ),
    },
    { name: '菜品', cell: (meal) => <SlotDishes {...props} slot={{ day, meal }} isDetailed /> },
    { name: '每人', cell: (meal) => <PartTotals levels={analysis.levels} day={day} meal={meal} /> },
  ];
  return (
    <>
      <div class="row">
        <PartTotals levels={analysis.levels} day={day} />
        <Comments {...props} part={{ day }} isDetailed />
      </div>
      <Table caption="这一天的菜" columns={columns} rows={menu.meals} empty="" />
    </>
  );
}

/** Energy and cost of a day for one person of each group, or the energy of a meal. */
const PartTotals = ({ levels, day, meal }: weeks.Part & { readonly levels: Analysis['levels'] }) => (
  <ul>
    {levels.map(({ name, days }) => {
      const totals = days.find((dayTotals) => dayTotals.day === day);
      const energy = meal
        ? totals?.meals.find((served) => served.meal === meal)?.energy
        : totals?.nutrients.find(({ key }) => key === 'energy')?.value;
      const cost = meal ? undefined : totals?.cost;
      if (energy === undefined && !cost) return null;
      return (
        <li key={name}>
          {levels.length > 1 && `${name} `}
          {energy !== undefined && <span class="number">{formatEnergy(energy)}</span>}
          {energy !== undefined && cost && ' · '}
          {cost && <span class="number">{formatYuan(cost.value)}</span>}
        </li>
      );
    })}
  </ul>
);

/** With `isDetailed` the grams of each dish are shown, and the reviewer can write comments. */
type SlotProps = SubmittedDaysProps & { readonly slot: weeks.Slot; readonly isDetailed?: boolean };

function SlotDishes({ slot, isDetailed = false, ...props }: SlotProps) {
  const { changes, submission } = props;
  // Without an earlier revision every dish is new, so none is marked.
  const slotChanges = changes?.from === undefined ? [] : changes.items.filter((change) => weeks.isIn(change, slot));
  return (
    <>
      <ul class={isDetailed ? '' : css.served}>
        {submission.menu.items
          .filter((item) => weeks.isIn(item, slot))
          .map((item) => {
            const change = slotChanges.find(({ dish }) => dish === item.dish);
            const text = `${item.name}${describeServing(item)}`;
            return (
              <li key={item.dish}>
                {change ? <ins class="good">{text}</ins> : text}
                {change && <small> {change.before ? `原来${describeServing(change.before) || ' ×1'}` : '新'}</small>}
                {isDetailed && item.grams !== undefined && <small> {formatFigure(item.grams)} g </small>}
                <Comments {...props} part={item} isDetailed={isDetailed} />
              </li>
            );
          })}
        {slotChanges
          .filter(({ after }) => after === undefined)
          .map(({ dish, name }) => (
            <li key={dish}>
              <del class="faint">{name}</del> <small>去掉</small>
            </li>
          ))}
      </ul>
      {!isDetailed && <Comments {...props} part={slot} />}
    </>
  );
}

/** The day, meal or dish that a comment is on. A dish has its name, too. */
type CommentTarget = weeks.Part & { readonly dish?: number; readonly name?: string };
type CommentsProps = SubmittedDaysProps & { readonly part: CommentTarget; readonly isDetailed?: boolean };

/** Focuses an input that the person has just opened: it is still empty. */
function focusEmpty(input: HTMLInputElement | null): void {
  if (input?.value === '') input.focus();
}

/** The comments on a day, a meal or a dish; for its reviewer also the one that they write. */
function Comments({ submission: { menu, comments, isWaiting }, draft, onComment, part, isDetailed }: CommentsProps) {
  const key = weeks.partKey(part);
  const draftText = draft?.[key];
  const target = `「${weeks.describeSlot(menu, part)}${part.name ?? ''}」`;
  // While the submission waits, its comments are those of the last rejection.
  const label = isWaiting ? '上次意见' : '意见';
  const shownTexts = weeks.listComments(comments, part).map((text) => `${label}：${text}`);
  if (draftText && !isDetailed) shownTexts.push(`意见：${draftText}`);
  return (
    <>
      {shownTexts.map((text) => (
        <b key={text} class={`${css.comment} high`}>
          {text}
        </b>
      ))}
      {isDetailed && draft && draftText === undefined && (
        <Actions target={target} actions={[{ text: '写意见', run: () => onComment(key, '') }]} />
      )}
      {isDetailed && draftText !== undefined && (
        <input
          ref={focusEmpty}
          aria-label={`意见${target}`}
          placeholder="要改什么"
          maxLength={MAX_COMMENT_LENGTH}
          value={draftText}
          onInput={(event) => onComment(key, event.currentTarget.value)}
        />
      )}
    </>
  );
}
