import { KJ_PER_KCAL } from '../domain/ingredient/plausibility.ts';
import { type Meal, mealNames } from '../domain/meal.ts';
import type { PhoneDay, PhoneDish, PhoneGroup, PhoneMenu, PhoneView } from '../domain/screen/phone-view.ts';
import { DAYS_OF_WEEK, formatDate, toDay, toWeekdayName } from '../domain/values/calendar.ts';
import { joinMarkup, type Markup, markup, trustedMarkup } from '../text/markup.ts';
import { makeContentPolicy, type ScreenPage, writeHead } from './page.ts';
import { PHONE_SCRIPT, REFRESH_INTERVAL_S } from './script.ts';
import { dayIds, idByAllergen, styleByForm } from './style.ts';
import { formatAmount, TODAY } from './words.ts';

/** The attribute of a cell by its judgement. 适量, the usual one, needs none. `unsure` is for dishes with unknown allergens. */
const attributeByJudgement = {
  不足: markup` class="low"`,
  适量: '',
  过量: markup` class="high"`,
  数据不足: markup` class="gap"`,
} as const;

interface PhoneOptions {
  readonly timeZone: string;
  /** The address of the calendar feed; absent in a preview. */
  readonly feed?: string;
}

/**
 * Draws a phone page, which shows one day at a time. Without days it is empty and reloads itself. The inputs `d0`, `d1`, …
 * choose a day; `a0`, `a1`, … choose the allergens that the reader cannot eat. The style shows the day, and strikes out the
 * dishes, with the same class. Dishes and cells omit their optional end tags, which would take a fifth of the page.
 */
export function drawPhone(view: PhoneView, options: PhoneOptions): ScreenPage {
  const isBlank = view.days.length === 0;
  const html = markup`<!doctype html>
<html lang="zh-CN">
<head>
${writeHead(`${view.unit} 食谱`.trim(), styleByForm.phone)}
${isBlank ? markup`<meta http-equiv="refresh" content="${REFRESH_INTERVAL_S}">` : ''}
</head>
<body>
<main>${isBlank ? '' : writePage(view, options)}</main>
<script>${trustedMarkup(PHONE_SCRIPT)}</script>
</body>
</html>
`;
  const isPreview = options.feed === undefined;
  return { html: html.toString(), policy: makeContentPolicy(PHONE_SCRIPT, [styleByForm.phone], isPreview) };
}

function writePage(view: PhoneView, { timeZone, feed }: PhoneOptions): Markup {
  const { unit: unitName, today, changed: changedAt, published: publishedAt, days, left: omittedCount } = view;
  const publishedDay = publishedAt === undefined ? undefined : toDay(publishedAt, timeZone);
  const omissionNote = omittedCount === 0 ? '' : `另有 ${omittedCount} 份食谱未显示。`;
  const allergenInputs = Array.from(
    idByAllergen,
    ([name, id]) => markup`<input type="checkbox" id="${id}" value="${name}"><label for="${id}">${name}</label>`,
  );
  return markup`<h1>${unitName} 食谱</h1>
${changedAt === undefined ? '' : markup`<small>${formatDate(toDay(changedAt, timeZone))}更新</small>`}
${writeDayChoice(days, today)}
${writeNextWeekNote(days, publishedDay)}
<p class="pick">不能吃什么？选中后，含有它或成分不明的菜会变灰。只记在这部手机上。</p>
${joinMarkup(allergenInputs)}
${joinMarkup(days.map((day, dayIndex) => writeDay(day, dayIndex, today)))}
<footer><p>克数为每人可食部的生重。菜名下是所含的致敏物质，按所用食材列出。能量和营养素为每人每日的估算值，按单位采用的营养标准评价。${omissionNote}</p>
${feed === undefined ? '' : markup`<p><a href="${feed}">加到手机日历</a> <a hidden id="webcal" href="${feed}">订阅（webcal）</a></p>`}</footer>`;
}

/** Explains when the next week will be shown, unless some of it is shown already. */
function writeNextWeekNote(days: readonly PhoneDay[], publishedDay: string | undefined): string | Markup {
  const nextWeek = days.slice(DAYS_OF_WEEK);
  if (nextWeek.some(({ menus }) => menus.length > 0) || nextWeek.every(({ off }) => off)) return '';
  const example = publishedDay && `（本周的食谱是 ${formatDate(publishedDay)} 周${toWeekdayName(publishedDay)}公示的）`;
  return markup`<p class="pick">下周的食谱公示后，就会出现在这里${example ?? ''}。</p>`;
}

/** Writes the choice of a day, by week. The first day from today on that has menus is chosen, or else today. */
function writeDayChoice(days: readonly PhoneDay[], today: string): Markup {
  const firstServedIndex = days.findIndex(({ date, menus }) => date >= today && menus.length > 0);
  const chosenIndex = firstServedIndex < 0 ? days.findIndex(({ date }) => date === today) : firstServedIndex;
  const dayChoices = days.map(({ date, off, menus }, dayIndex) => {
    const [, month = 0, day = 0] = date.split('-').map(Number);
    const label = markup`周${toWeekdayName(date)}<b>${month}/${day}</b>${off ? '休' : ''}`;
    const id = dayIds[dayIndex] ?? '';
    const input = markup`<input type="radio" name="day" id="${id}"${dayIndex === chosenIndex ? ' checked' : ''}>`;
    return markup`${input}<label for="${id}"${menus.length === 0 ? markup` class="none"` : ''}>${label}</label>`;
  });
  const writeWeek = (name: string, week: readonly Markup[]) => markup`<p class="pick">${name}</p>\n${joinMarkup(week)}`;
  return markup`${writeWeek('本周', dayChoices.slice(0, DAYS_OF_WEEK))}\n${writeWeek('下周', dayChoices.slice(DAYS_OF_WEEK))}`;
}

function writeDay({ date, off, menus }: PhoneDay, dayIndex: number, today: string): Markup {
  const todayNote = date === today ? markup` <small>${TODAY}</small>` : '';
  const nothingServed = markup`<p>${off ? '休息' : '没有公示的食谱'}</p>`;
  const writeName = ({ name }: PhoneMenu) => (menus.length > 1 ? markup`<h3 class="menu">${name}</h3>` : '');
  const menuMarkups = menus.map((menu) => markup`${writeName(menu)}${writeMenu(menu)}`);
  return markup`<section class="day ${dayIds[dayIndex] ?? ''}"><h2>${formatDate(date)} 星期${toWeekdayName(date)}${todayNote}</h2>
${menuMarkups.length > 0 ? joinMarkup(menuMarkups) : nothingServed}</section>`;
}

function writeMenu({ meals, groups }: PhoneMenu): Markup {
  const mealMarkups = meals.map(({ meal, dishes }) => {
    return markup`<h3>${mealNames[meal]}${writeEnergy(meal, groups)}</h3>
<ul>${joinMarkup(dishes.map(writeDish))}</ul>`;
  });
  return joinMarkup([joinMarkup(mealMarkups), joinMarkup(groups.map(writeGroup))]);
}

/** Writes the energy of a meal: once if it is the same for all groups, otherwise for each group that has the meal. */
function writeEnergy(meal: Meal, groups: readonly PhoneGroup[]): string | Markup {
  const energies = groups.flatMap((group) => {
    const kJ = group.meals.find((groupMeal) => groupMeal.meal === meal)?.energy.rawJSON ?? '0';
    const kJText = formatAmount(kJ);
    // The group does not take the meal, or its energy rounds to nothing.
    if (kJText === '0') return [];
    const energy = `${group.energyKnown ? '' : '≥'}${kJText}\u00a0kJ（${formatKcal(kJ)}\u00a0千卡）`;
    return [{ name: group.name, energy }];
  });
  const isSameForAll = energies.length === groups.length && new Set(energies.map(({ energy }) => energy)).size === 1;
  const texts = isSameForAll
    ? energies.slice(0, 1).map(({ energy }) => energy)
    : energies.map(({ name, energy }) => `${name} ${energy}`);
  return texts.length === 0 ? '' : markup` <small>${texts.join('、')}</small>`;
}

function formatKcal(kJ: string): string {
  return formatAmount(String(Number(kJ) / Number(KJ_PER_KCAL)));
}

/** Describes the grams of a dish: once if they are the same for all who get it, otherwise for each group. */
function describeGrams(grams: PhoneDish['grams']): string {
  const texts = grams.map(({ grams: amount }) => `${formatAmount(amount.rawJSON)}\u00a0克`);
  if (new Set(texts).size <= 1) return texts[0] ?? '';
  return grams.map(({ group }, groupIndex) => `${group} ${texts[groupIndex]}`).join('、');
}

function writeDish({ name, whom = '', picture, allergens, allergensKnown, grams }: PhoneDish): Markup {
  const classes = [...allergens.flatMap((key) => idByAllergen.get(key) ?? []), ...(allergensKnown ? [] : ['unsure'])];
  const allergenNotes = [...allergens, ...(allergensKnown ? [] : ['成分不明'])].join('、');
  const image = picture === undefined ? '' : markup`<img src="${picture}" alt="" loading="lazy">`;
  return markup`<li${classes.length === 0 ? '' : markup` class="${classes.join(' ')}"`}>${image}<b>${name}${whom} <small>${describeGrams(grams)}</small></b>${allergenNotes === '' ? '' : markup`<p>${allergenNotes}`}`;
}

function writeGroup({ name: groupName, nutrients }: PhoneGroup, groupIndex: number, groups: readonly PhoneGroup[]) {
  if (nutrients.length === 0) return '';
  const rows = nutrients.map(({ key, name, unit, value, judgement, known }) => {
    const kcalText = key === 'energy' ? `（${formatKcal(value.rawJSON)} 千卡）` : '';
    const amount = `${known ? '' : '≥'}${formatAmount(value.rawJSON)} ${unit}${kcalText}`;
    return markup`<tr><th>${name}<td>${amount}<td${attributeByJudgement[judgement]}>${judgement}`;
  });
  return markup`<details${groupIndex === 0 ? ' open' : ''}><summary>营养${groups.length === 1 ? '' : `：${groupName}`}</summary>
<table>${joinMarkup(rows)}</table></details>`;
}
