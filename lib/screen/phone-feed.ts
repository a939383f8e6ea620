import { mealNames } from '../domain/meal.ts';
import type { PhoneMeal, PhoneView } from '../domain/screen/phone-view.ts';
import { addDays } from '../domain/values/calendar.ts';
import { cleanText } from '../text/clean-text.ts';

/** The maximum bytes of a line by RFC 5545. */
const MAX_LINE_BYTES = 75;

/** The content of a calendar without events. RFC 5545 demands a component: here a time zone. */
const EMPTY_CALENDAR = [
  ...['BEGIN:VTIMEZONE', 'TZID:Etc/UTC', 'BEGIN:STANDARD', 'DTSTART:19700101T000000', 'TZOFFSETFROM:+0000'],
  ...['TZOFFSETTO:+0000', 'END:STANDARD', 'END:VTIMEZONE'],
];

/** Writes menus as a calendar (RFC 5545) with an all-day event for each meal. `screenId` is the phone page's id. */
export function writeFeed({ unit: unitName, changed: changedAt = 0, days }: PhoneView, screenId: number): string {
  const timestamp = new Date(changedAt).toISOString().replace(/[-:]|\.\d+/g, '');
  const events = days.flatMap(({ date, menus }) =>
    menus.flatMap(({ id: menuId, name: menuName, meals }) =>
      meals.flatMap((phoneMeal) => [
        'BEGIN:VEVENT',
        // The id does not depend on the dishes, so a changed meal replaces its event.
        `UID:${menuId}-${screenId}-${date}-${phoneMeal.meal}@catering`,
        `DTSTAMP:${timestamp}`,
        ...listEventLines(date, menuName, phoneMeal),
        'END:VEVENT',
      ]),
    ),
  );
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//catering//menu//ZH',
    'METHOD:PUBLISH',
    // Calendars fetch it every four hours. The first line is of RFC 7986, the second one for older calendars.
    'REFRESH-INTERVAL;VALUE=DURATION:PT4H',
    'X-PUBLISHED-TTL:PT4H',
    `X-WR-CALNAME:${escapeText(`${unitName} 食谱`.trim())}`,
    ...(events.length === 0 ? EMPTY_CALENDAR : events),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

function listEventLines(date: string, menuName: string, { meal, dishes }: PhoneMeal): string[] {
  const dishTexts = dishes.map(({ name: dishName, whom: recipientsSuffix = '', allergens, allergensKnown }) => {
    const name = `${dishName}${recipientsSuffix}`;
    const allergenNotes = [...allergens, ...(allergensKnown ? [] : ['成分不明'])];
    return { name, description: allergenNotes.length === 0 ? name : `${name}：${allergenNotes.join('、')}` };
  });
  const toBasicDate = (isoDate: string) => isoDate.replaceAll('-', '');
  return [
    `DTSTART;VALUE=DATE:${toBasicDate(date)}`,
    `DTEND;VALUE=DATE:${toBasicDate(addDays(date, 1))}`,
    `SUMMARY:${escapeText(`${mealNames[meal]}：${dishTexts.map(({ name }) => name).join('、')}`)}`,
    `DESCRIPTION:${[menuName, ...dishTexts.map(({ description }) => description)].map(escapeText).join('\\n')}`,
    'TRANSP:TRANSPARENT',
  ];
}

function escapeText(text: string): string {
  return cleanText(text).replace(/[\\;,]/g, '\\$&');
}

/** Folds a line that is too long, between characters. */
function foldLine(line: string): string {
  let folded = '';
  let remainingBytes = MAX_LINE_BYTES;
  for (const character of line) {
    const characterBytes = Buffer.byteLength(character);
    if (characterBytes > remainingBytes) {
      folded += '\r\n ';
      // The space that begins the next line counts.
      remainingBytes = MAX_LINE_BYTES - 1;
    }
    folded += character;
    remainingBytes -= characterBytes;
  }
  return folded;
}
