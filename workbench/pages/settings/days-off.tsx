import { useState } from 'preact/hooks';
import { api, send } from '../../api/client.ts';
import { holds } from '../../api/session.ts';
import { byLabels, type Typed, VersionedForm } from '../../parts/editor.tsx';
import { TextField } from '../../parts/field.tsx';
import { dayAfter, longDay, mondayOf, today } from '../../parts/format.ts';
import { toast } from '../../parts/toast.tsx';

const DAY_MS = 86_400_000;
/** The service takes no longer lists. */
const MOST_DAYS = 366;
const WEEK = [0, 1, 2, 3, 4, 5, 6] as const;
const labels = { off: '放假', on: '照常供餐' } as const;

/** The days off, those that are served although the platform has them off, and those that the platform has off. */
type Work = Readonly<Record<keyof typeof labels | 'usual', readonly string[]>>;

/** 放假日历: the days on which nothing is served. The platform sets those of everybody. */
export function DaysOff() {
  return (
    <VersionedForm
      {...{
        what: '放假日历',
        draft: 'calendar',
        tell: byLabels<Work>(labels),
        action: '保存放假日历',
        read: readCalendar,
      }}
      write={({ off, on }, params) => {
        const body = { ...(off && { off: off.join() }), ...(on && { on: on.join() }) };
        return send(api.POST('/api/vender/calendar', { params, body }));
      }}
      isReady={mayEdit}
      onSaved={() => toast('已保存放假日历')}
    >
      {(typed) => <Days {...typed} />}
    </VersionedForm>
  );
}

const mayEdit = () => holds(3, 22);

function Days({ work, change }: Typed<Work>) {
  const isOff = (date: string) => work.off.includes(date) || (work.usual.includes(date) && !work.on.includes(date));
  // Only what differs from what the platform says is an entry.
  const set = (days: readonly string[], toOff: boolean) => {
    const added = days.filter((date) => work.usual.includes(date) !== toOff);
    const others = (list: keyof Work) => work[list].filter((date) => !days.includes(date));
    change({
      off: [...others('off'), ...(toOff ? added : [])].sort(),
      on: [...others('on'), ...(toOff ? [] : added)].sort(),
    });
  };
  return (
    <>
      <Month isOff={isOff} onDay={(date) => set([date], !isOff(date))} />
      {mayEdit() && <Span onSpan={set} />}
    </>
  );
}

type MonthProps = { readonly isOff: (date: string) => boolean; readonly onDay: (date: string) => void };

function Month({ isOff, onDay }: MonthProps) {
  const [first, setFirst] = useState(`${today().slice(0, 7)}-01`);
  const month = first.slice(0, 7);
  const mondays = WEEK.map((week) => dayAfter(mondayOf(first), week * 7)).filter((date) => date.slice(0, 7) <= month);
  const turn = (text: string, days: number) => (
    <button type="button" onClick={() => setFirst(`${dayAfter(first, days).slice(0, 7)}-01`)}>
      {text}
    </button>
  );
  const cell = (date: string) => (
    <button
      {...{ type: 'button', class: isOff(date) ? 'off' : '', disabled: !mayEdit(), onClick: () => onDay(date) }}
      aria-label={`${longDay(date)}${isOff(date) ? ' 放假' : ''}`}
    >
      {Number(date.slice(8))}
    </button>
  );
  return (
    <table class="month">
      <caption>
        {turn('上个月', -1)} <b>{`${month.slice(0, 4)}年${Number(month.slice(5))}月`}</b> {turn('下个月', 31)}
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
        {mondays.map((monday) => (
          <tr key={monday}>
            {WEEK.map((index) => dayAfter(monday, index)).map((date) => (
              <td key={date}>{date.startsWith(month) && cell(date)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A holiday of many days, set in one step. */
function Span({ onSpan }: { readonly onSpan: (days: readonly string[], toOff: boolean) => void }) {
  const [first, setFirst] = useState('');
  const [last, setLast] = useState('');
  const length = first === '' || last < first ? 0 : (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
  const days = Array.from({ length: Math.min(length, MOST_DAYS) }, (_, index) => dayAfter(first, index));
  return (
    <div class="filters">
      <TextField label="从" type="date" value={first} onValue={setFirst} />
      <TextField label="到" type="date" value={last} onValue={setLast} min={first} />
      <button type="button" disabled={days.length === 0} onClick={() => onSpan(days, true)}>
        放假{days.length > 0 && ` ${days.length} 天`}
      </button>
      <button type="button" disabled={days.length === 0} onClick={() => onSpan(days, false)}>
        不放假
      </button>
    </div>
  );
}

async function readCalendar() {
  const { body, etag } = await send(api.GET('/api/vender/calendar'));
  const work: Work = { off: body.off, on: body.on, usual: body.usual?.off ?? [] };
  return { work, etag };
}
