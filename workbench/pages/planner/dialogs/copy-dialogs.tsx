import { useState } from 'preact/hooks';
import { addDays } from '../../../parts/dates.ts';
import { ChooseOne, SelectField, TextField, toChoices, toNamedChoices } from '../../../parts/field.tsx';
import { FormDialog } from '../../../parts/form.tsx';
import type { MenuDialogProps } from '../open-menu.ts';
import type { PlanningProps } from '../planning.ts';
import { TakenWeeks, useTargetWeeks } from '../target-weeks.tsx';
import { copyPart, describeSlot, isIn, listDayNumbers, type Part } from '../week.ts';

type CopyProps = PlanningProps & Pick<MenuDialogProps, 'onClose'>;

const weekCountChoices = [1, 2, 3, 4].map((count) => ({ value: String(count), text: `${count} 周` }));

/** The dialog that copies a menu to other weeks, as it is or with all but its locked dishes planned anew. */
export function CopyWeeks({ planning: { menu, planner }, onClose }: CopyProps) {
  const [start, setStart] = useState(addDays(menu.facts.value.start, 7));
  const [weekCount, setWeekCount] = useState('1');
  const [method, setMethod] = useState('copy');
  const targetWeeks = useTargetWeeks(menu, start, Number(weekCount));
  const lockedItems = menu.week.value.items.filter((item) => item.locked);
  const varyText =
    lockedItems.length > 0 ? `锁定的 ${lockedItems.length} 道照搬，其余换一批` : '全部换一批；要留的菜先锁定';
  const methods = toNamedChoices({ copy: '每道菜照搬', vary: varyText });
  const write = async () => void planner.copy(targetWeeks, method === 'copy' ? undefined : lockedItems);
  const isReady = () => targetWeeks.isReady && targetWeeks.targets.length > 0;
  return (
    <FormDialog title="复制到别的周" submitLabel="复制" {...{ write, onClose, isReady }}>
      {() => (
        <>
          <p class="faint">份量和人群都照搬，复制出来的是草稿。</p>
          <ChooseOne label="怎么复制" choices={methods} value={method} onValue={setMethod} />
          <TextField label="第一天" type="date" value={start} onValue={setStart} />
          <SelectField label="复制到几周" choices={weekCountChoices} value={weekCount} onValue={setWeekCount} />
          <TakenWeeks {...targetWeeks} />
        </>
      )}
    </FormDialog>
  );
}

/** The dialog that copies a day to another day, or a meal to another meal of the week. */
export function CopyPart({ planning, onClose }: CopyProps) {
  const { menu, narrowWindowDay } = planning;
  const week = menu.week.value;
  const days: Part[] = listDayNumbers(week).map((day) => ({ day }));
  const parts = [...days, ...days.flatMap(({ day }) => week.meals.map((meal) => ({ day, meal })))];
  const [sourceText, setSourceText] = useState(() => describeSlot(week, { day: narrowWindowDay }));
  const [chosenText, setChosenText] = useState('');
  const from = parts.find((part) => describeSlot(week, part) === sourceText);
  const targets = parts.filter((part) => part !== from && (part.meal === undefined) === (from?.meal === undefined));
  const nextTarget = targets.find(({ day, meal }) => day === (from?.day ?? 0) + 1 && meal === from?.meal);
  const to = targets.find((part) => describeSlot(week, part) === chosenText) ?? nextTarget ?? targets[0];
  const targetText = to ? describeSlot(week, to) : '';
  const listChoices = (choices: readonly Part[]) => toChoices(choices.map((part) => describeSlot(week, part)));
  const replacedCount = week.items.filter((item) => to && isIn(item, to) && !item.locked).length;
  const write = async () => {
    if (from && to && planning.applyEdit(copyPart(week, from, to))) onClose();
  };
  return (
    <FormDialog title="复制一天或一餐" submitLabel="复制" {...{ write, onClose }} onSaved={() => undefined}>
      {() => (
        <>
          <SelectField label="把" choices={listChoices(parts)} value={sourceText} onValue={setSourceText} />
          <SelectField label="复制到" choices={listChoices(targets)} value={targetText} onValue={setChosenText} />
          {replacedCount > 0 && <p class="low">那里的 {replacedCount} 道菜会换掉，锁定的不动。换错了可以撤销。</p>}
        </>
      )}
    </FormDialog>
  );
}
