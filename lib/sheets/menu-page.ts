import type { SheetDish, SheetGroup, SheetMeal } from '../domain/menu-sheet/meals.ts';
import type { SheetAmount, SheetEnergy, SheetNutrition } from '../domain/menu-sheet/nutrition.ts';
import type { MenuSheet } from '../domain/menu-sheet/sheet.ts';
import { cleanText } from '../text/clean-text.ts';
import { escapeMarkup } from '../text/markup.ts';
import { describeGroup, gatherNotes, listFacts, TITLE, tellAllergens } from './menu-words.ts';
import { PAGE_STYLE } from './page-style.ts';

/** How many nutrients one table has: as many as fit on A4. Other nutrients follow in further tables. */
const COLUMNS = 12;

/**
 * Writes the sheet as a page for a browser, which prints it on A4 landscape. Each printed page has the headings, and
 * nothing is cut. A row is not split, apart from the first one, which would leave the first page empty.
 */
export function drawMenuPage(sheet: MenuSheet): string {
  const { unit, name, standing, nutrition } = sheet;
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
${drawNutrition(nutrition)}
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

function drawWeek({ name, days, meals, energy, standing }: MenuSheet): string {
  const width = days.length + 1;
  const warning = standing.isLive
    ? ''
    : `<tr class="warning"><th colspan="${width}" scope="colgroup">${print(standing.text)}</th></tr>\n`;
  const heads = days.map(({ date, weekday }) => `<th scope="col">${print(weekday)} <span>${print(date)}</span></th>`);
  return `<table class="week">
<caption>${print(name)}</caption>
<colgroup><col class="names">${'<col>'.repeat(days.length)}</colgroup>
<thead>
${warning}<tr><td></td>${heads.join('')}</tr>
</thead>
<tbody>
${meals.map(drawMeal).join('\n')}
<tr class="energy"><th scope="row">当日能量</th>${energy.map(drawEnergy).join('')}</tr>
</tbody>
</table>`;
}

function drawMeal({ name, order, days }: SheetMeal): string {
  const head = order === '' ? '' : `<span>${print(order)}</span>`;
  const cells = days.map((dishes) =>
    dishes.length === 0 ? '<td class="none">—</td>' : `<td><ul>${dishes.map(drawDish).join('')}</ul></td>`,
  );
  return `<tr><th scope="row">${print(name)}${head}</th>${cells.join('')}</tr>`;
}

function drawDish(dish: SheetDish): string {
  const parts = dish.ingredients.map(({ name, grams }, index) => {
    const end = index + 1 < dish.ingredients.length ? '、' : '';
    return `<span>${print(name)} <b>${print(grams)}</b>${end}</span>`;
  });
  const allergens = tellAllergens(dish);
  return [
    `<li><h2>${print(dish.name)}${dish.isGone ? '（菜品已删除）' : ''}</h2>`,
    parts.length === 0 ? '' : `<p>${parts.join('')}</p>`,
    allergens === '' ? '' : `<p class="allergens">${print(allergens)}</p>`,
    '</li>',
  ].join('');
}

function drawEnergy(groups: readonly SheetEnergy[]): string {
  if (groups.length === 0) return '<td class="none">—</td>';
  const lines = groups.map(({ letter, value, judgement }) =>
    [letter, value, judgement]
      .filter(Boolean)
      .map((one) => print(one ?? ''))
      .join(' '),
  );
  return `<td>${lines.map((line) => `<div>${line}</div>`).join('')}</td>`;
}

function drawNutrition({ nutrients, groups }: SheetNutrition): string {
  const count = Math.ceil(nutrients.length / COLUMNS);
  const columns = Math.ceil(nutrients.length / count);
  return Array.from({ length: count }, (_, index) => {
    const [from, to] = [index * columns, (index + 1) * columns];
    const heads = nutrients
      .slice(from, to)
      .map(({ name, unit }) => `<th scope="col">${print(name)}<span>${print(unit)}</span></th>`);
    const rows = groups.map(({ group, amounts }) => drawAmounts(group, amounts.slice(from, to)));
    const caption = index === 0 ? '<caption>每人每日营养（各供餐日的平均）</caption>\n' : '';
    return `<table class="nutrition">
${caption}<colgroup><col class="names">${'<col>'.repeat(heads.length)}</colgroup>
<thead><tr><td></td>${heads.join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody>
</table>`;
  }).join('\n');
}

function drawAmounts(group: SheetGroup, amounts: readonly (SheetAmount | undefined)[]): string {
  return `<tr><th scope="row">${print(describeGroup(group))}</th>${amounts.map(drawAmount).join('')}</tr>`;
}

function drawAmount(amount: SheetAmount | undefined): string {
  if (!amount) return '<td class="none">—</td>';
  const { value, also, range, judgement } = amount;
  const line = (text: string | undefined, kind: string) =>
    text === undefined ? '' : `<div class="${kind}">${print(text)}</div>`;
  const isFine = judgement === undefined || judgement === '适量';
  return `<td>${line(value, 'value')}${line(also, 'also')}${line(range, 'range')}${line(judgement, isFine ? 'fine' : 'off')}</td>`;
}

/** Text from outside, escaped for use between tags: on one line, and without invisible characters. */
function print(text: string): string {
  return escapeMarkup(cleanText(text));
}
