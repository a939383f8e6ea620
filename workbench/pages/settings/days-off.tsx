import { useState } from 'preact/hooks';
import { api, send } from '../../api/client.ts';
import { may } from '../../api/session.ts';
import { Actions, showToast } from '../../parts/actions.tsx';
import { addDays, countDays, formatLongDay, listDates, today, toMonday } from '../../parts/dates.ts';
import { describeByLabels } from '../../parts/editor.tsx';
import { TextField } from '../../parts/field.tsx';
import { type FormState, VersionedForm } from '../../parts/form.tsx';
import * as css from './settings.module.css';

const MAX_DATES = 366; // One span sets a leap year at most.
const fieldLabels = { off: '放假', on: '照常供餐' } as const;

/** The unit's days off, its exceptions from the platform's days off, and the platform's days off (`usual`). */
type CalendarWork = Readonly<Record<keyof typeof fieldLabels | 'usual', readonly string[]>>;

/** 放假日历: the days without meals. The platform sets the usual ones for all units. */
export function DaysOff() {
  return (
    <VersionedForm
      {...{ subject: '放假日历', draftKey: 'calendar', submitLabel: '保存放假日历' }}
      {...{ read: readCalendar, describe: describeByLabels<CalendarWork>(fieldLabels) }}
      write={(_, { changes: { off, on }, params }) => {
        const body = { ...(off && { off: off.join() }), ...(on && { on: on.join() }) };
        return send(api.POST('/api/vender/calendar', { params, body }));
      }}
      isReady={(_, isChanged) => isChanged && mayEdit()}
      onSaved={() => showToast('已保存放假日历')}
    >
      {(form) => <Days {...form} />}
    </VersionedForm>
  );
}

const mayEdit = () => may('calendar.edit');

function Days({ work, change }: FormState<CalendarWork>) {
  const isOff = (date: string) => work.off.includes(date) || (work.usual.includes(date) && !work.on.includes(date));
  // Only differences from the platform's calendar are stored.
  const setDates = (dates: readonly string[], shouldBeOff: boolean) => {
    const exceptions = dates.filter((date) => work.usual.includes(date) !== shouldBeOff);
    const otherDates = (list: keyof CalendarWork) => work[list].filter((date) => !dates.includes(date));
    change({
      off: [...otherDates('off'), ...(shouldBeOff ? exceptions : [])].sort(),
      on: [...otherDates('on'), ...(shouldBeOff ? [] : exceptions)].sort(),
    });
  };
  return (
    <>
      <Month isOff={isOff} onDate={(date) => setDates([date], !isOff(date))} />
      {mayEdit() && <SpanForm onSpan={setDates} />}
    </>
  );
}

/** A month as a table of six weeks, the most that it touches. */
function Month({ isOff, onDate }: { isOff: (date: string) => boolean; onDate: (date: string) => void }) {
  const [firstDate, setFirstDate] = useState(`${today().slice(0, 7)}-01`);
  const month = firstDate.slice(0, 7);
  const dates = listDates(toMonday(firstDate), 6 * 7);
  const weeks = [0, 7, 14, 21, 28, 35].map((index) => dates.slice(index, index + 7));
  // From the first of a month one day back, or 31 days on, is in the month before or after.
  const monthButton = (text: string, days: -1 | 31) => {
    const showOtherMonth = () => setFirstDate(`${addDays(firstDate, days).slice(0, 7)}-01`);
    return <Actions actions={[{ text, kind: 'button', run: showOtherMonth }]} />;
  };
  const dayButton = (date: string) => (
    <button
      {...{ type: 'button', class: isOff(date) ? css.off : '', disabled: !mayEdit(), onClick: () => onDate(date) }}
      aria-label={`${formatLongDay(date)}${isOff(date) ? ' 放假' : ''}`}
    >
      {Number(date.slice(8))} {isOff(date) && '休'}
    </button>
  );
  return (
    <table class={css.month}>
      <caption>
        {monthButton('上个月', -1)} <b>{`${month.slice(0, 4)}年${Number(month.slice(5))}月`}</b>{' '}
        {monthButton('下个月', 31)}
      </caption>
      <thead>
        <tr>
          {[...'一二三四五六日'].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((date) => (
              <td key={date}>{date.startsWith(month) && dayButton(date)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function SpanForm({ onSpan }: { readonly onSpan: (dates: readonly string[], isOff: boolean) => void }) {
  const [first, setFirst] = useState('');
  const [last, setLast] = useState('');
  const dayCount = first === '' || last < first ? 0 : countDays(first, last) + 1;
  const dates = listDates(first, Math.min(dayCount, MAX_DATES));
  const buttonProps = { kind: 'button', isDisabled: dates.length === 0 } as const;
  const actions = [
    { ...buttonProps, text: dates.length > 0 ? `放假 ${dates.length} 天` : '放假', run: () => onSpan(dates, true) },
    { ...buttonProps, text: '不放假', run: () => onSpan(dates, false) },
  ] as const;
  return (
    <div class="filters">
      <TextField label="从" type="date" value={first} onValue={setFirst} />
      <TextField label="到" type="date" value={last} onValue={setLast} min={first} />
      <Actions actions={actions} />
    </div>
  );
}

async function readCalendar() {
  const { body, etag } = await send(api.GET('/api/vender/calendar'));
  const work: CalendarWork = { off: body.off, on: body.on, usual: body.usual?.off ?? [] };
  return { work, etag };
}
