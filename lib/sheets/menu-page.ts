import type { SheetEnergy } from '../domain/menu-sheet/energy.ts';
import type { SheetAmount, SheetFigures } from '../domain/menu-sheet/figures.ts';
import type { SheetDish, SheetGroup, SheetMeal } from '../domain/menu-sheet/meals.ts';
import type { MenuSheet } from '../domain/menu-sheet/sheet.ts';
import { cleanText } from '../text/clean-text.ts';
import { escapeMarkup } from '../text/markup.ts';
import {
  CATEGORIES,
  describeGroup,
  gatherNotes,
  listFacts,
  NUTRITION,
  nameDish,
  TITLE,
  tellAllergens,
  tellRange,
} from './menu-words.ts';
import { PAGE_STYLE } from './page-style.ts';

/** How many figures one table has: as many as fit on A4. Others follow in further tables. */
const COLUMNS = 16;

/**
 * Writes the sheet as a page for a browser, which prints it on A4 landscape. Each meal is a table of its own, so that
 * every printed page names the meal and the days, and says where the menu stands. Pages break between dishes.
 */
export function drawMenuPage(sheet: MenuSheet): string {
  const { unit, name, standing, nutrition, categories } = sheet;
  const title = print(`${unit} ${name} ${TITLE}`);
  return `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
<header>
<h1>${print(unit)}<span>${TITLE}</span></h1>
${standing.isLive ? '' : `<p class="warning">${print(standing.text)}</p>`}
<dl>
${listFacts(sheet)
  .map(([term, text]) => `<div><dt>${print(term)}</dt><dd>${print(text)}</dd></div>`)
  .join('\n')}
</dl>
</header>
${drawWeek(sheet)}
${drawFigures(NUTRITION, nutrition, sheet)}
${drawFigures(CATEGORIES, categories, sheet)}
<footer>
${gatherNotes(sheet)
  .map((note) => `<p>${print(note)}</p>`)
  .join('\n')}
</footer>
</main>
</body>
</html>
`;
}

/** The meals, each with its energy, and then the energy of the days. With one meal that is the same. */
function drawWeek(sheet: MenuSheet): string {
  const { meals, energy } = sheet;
  if (meals.length === 1) return meals.map((meal) => drawMeal({ ...meal, energy }, sheet)).join('');
  const whole = drawEnergy(energy);
  return [...meals.map((meal) => drawMeal(meal, sheet)), whole && drawDays('全天', '', [whole], sheet)].join('\n');
}

function drawMeal({ name, order, days, energy }: SheetMeal, sheet: MenuSheet): string {
  const cells = days.map((dishes) =>
    dishes.length === 0 ? '<td class="none">—</td>' : `<td><ul>${dishes.map(drawDish).join('')}</ul></td>`,
  );
  return drawDays(name, order, [`<tr class="dishes">${cells.join('')}</tr>`, drawEnergy(energy)], sheet);
}

/** A table with a column for each day. */
function drawDays(name: string, order: string, rows: readonly string[], { days, standing }: MenuSheet): string {
  const heads = days.map(({ date, weekday }) => `<th scope="col">${print(weekday)} <span>${print(date)}</span></th>`);
  return `<section><table class="week">
<thead>
${drawBand(`${print(name)} <span>${print(order)}</span>`, days.length, standing)}
<tr>${heads.join('')}</tr>
</thead>
<tbody>${rows.join('\n')}</tbody>
</table></section>`;
}

/** The first row of a table, which each printed page repeats: what it is, and whether it may not be put up. */
function drawBand(title: string, width: number, { isLive, text }: MenuSheet['standing']): string {
  const warning = isLive ? '' : ` <strong>${print(text)}</strong>`;
  return `<tr class="band"><th colspan="${width}" scope="colgroup">${title}${warning}</th></tr>`;
}

/** The energy of each day; nothing where nobody eats. */
function drawEnergy(days: readonly (readonly SheetEnergy[])[]): string {
  if (days.every((groups) => groups.length === 0)) return '';
  const cells = days.map((groups) => {
    const told = groups.map(({ letter, value, judgement = '' }) => print(`${letter} ${value} kJ ${judgement}`.trim()));
    return told.length === 0
      ? '<td class="none">—</td>'
      : `<td>能量 ${told.map((one) => `<span>${one}</span>`).join(' ')}</td>`;
  });
  return `<tr class="energy">${cells.join('')}</tr>`;
}

function drawDish(dish: SheetDish): string {
  const parts = dish.ingredients.map(({ name, grams }, index) => {
    const end = index + 1 < dish.ingredients.length ? '、' : '';
    return `${print(name)} <b>${print(grams)}</b>${end}`;
  });
  const allergens = tellAllergens(dish);
  return [
    `<li><h2>${print(nameDish(dish))}</h2>`,
    parts.length === 0 ? '' : `<p>${parts.join('')}</p>`,
    allergens === '' ? '' : `<p class="allergens">${print(allergens)}</p>`,
    '</li>',
  ].join('');
}

function drawFigures(
  title: string,
  { columns, groups: amounts }: SheetFigures,
  { groups, standing }: MenuSheet,
): string {
  const count = Math.ceil(columns.length / COLUMNS);
  const width = Math.ceil(columns.length / count);
  return Array.from({ length: count }, (_, index) => {
    const [from, to] = [index * width, (index + 1) * width];
    const heads = columns
      .slice(from, to)
      .map(({ name, unit }) => `<th scope="col">${print(name)}<span>${print(unit)}</span></th>`);
    const rows = groups.map((group, of) => drawAmounts(group, (amounts[of] ?? []).slice(from, to)));
    return `<section><table class="figures">
<colgroup><col class="names">${'<col>'.repeat(heads.length)}</colgroup>
<thead>${drawBand(print(title), heads.length + 1, standing)}<tr><td></td>${heads.join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody>
</table></section>`;
  }).join('\n');
}

function drawAmounts(group: SheetGroup, amounts: readonly (SheetAmount | undefined)[]): string {
  return `<tr><th scope="row">${print(describeGroup(group))}</th>${amounts.map(drawAmount).join('')}</tr>`;
}

function drawAmount(amount: SheetAmount | undefined): string {
  if (!amount) return '<td class="none">—</td>';
  const { value, also, judgement } = amount;
  const line = (text: string | undefined, kind: string) =>
    text === undefined ? '' : `<div class="${kind}">${print(text)}</div>`;
  const isFine = judgement === undefined || judgement === '适量';
  return `<td>${line(value, 'value')}${line(also, 'also')}${line(tellRange(amount), 'range')}${line(judgement, isFine ? 'fine' : 'off')}</td>`;
}

/** Text from outside, escaped for use between tags: on one line, and without invisible characters. */
function print(text: string): string {
  return escapeMarkup(cleanText(text));
}
