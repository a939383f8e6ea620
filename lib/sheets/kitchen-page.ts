import type { KitchenMeal } from '../domain/purchase/kitchen.ts';
import { joinMarkup, type Markup, markup, trustedMarkup } from '../text/markup.ts';
import * as words from './kitchen-words.ts';
import { drawPage } from './page.ts';

const columnCount = words.kitchenColumns.length;
/** The type is larger than on other pages, since cooks read this one from a distance. */
const STYLE = trustedMarkup(`@page{size:A4 portrait}
body{font-size:11pt}.day+.day{break-before:page}.day tbody th{background:none}.day .band th{background:#d5e0d0}
.day thead th{font-size:9pt}.number{padding-inline:.5mm;text-align:right}.day p{font-size:9pt}@media screen{main{width:210mm}.day+.day{margin-top:12mm}}`);

/** Writes the ingredients of each pot to print on A4, each day on pages of its own: at least one day, all of one menu. */
export function drawKitchenPage(sheets: readonly words.KitchenSheet[]): string {
  const { unitName = '', menuName = '' } = sheets[0]?.facts ?? {};
  return drawPage(`${unitName} ${menuName} ${words.KITCHEN_TITLE}`, joinMarkup(sheets.map(drawDay)), STYLE);
}

function drawDay(sheet: words.KitchenSheet): Markup {
  const totalWidth = words.kitchenColumns.reduce((sum, { width }) => sum + width, 0);
  const toPercent = (width: number) => Math.round((100 * width) / totalWidth);
  const colTags = words.kitchenColumns.map(({ width }) => markup`<col width="${toPercent(width)}%">`);
  const headerCells = words.kitchenColumns.map(({ header }) => markup`<th scope="col">${header}</th>`);
  return markup`<article class="day"><header>
<h1>${sheet.facts.unitName}<span>${words.KITCHEN_TITLE}</span></h1>
${joinMarkup(words.listDayNotes(sheet).map((note) => markup`<p>${note}</p>`))}
</header>
<table><colgroup>${colTags}</colgroup><thead><tr>${headerCells}</tr></thead>
${joinMarkup(sheet.day.meals.map(drawMeal))}
</table></article>`;
}

function drawMeal(meal: KitchenMeal): Markup {
  return markup`<tbody><tr class="band"><th colspan="${columnCount}" scope="rowgroup">${words.describeMeal(meal)}</th></tr>
${joinMarkup(meal.pots.map(drawPot))}</tbody>`;
}

/** Draws a row for each ingredient, its cells in the order of `kitchenColumns`. The pot's, the first three, span all rows. */
function drawPot(pot: words.Pot): Markup {
  const { name, peopleCount, method, ingredients } = pot;
  const ingredientCells = ingredients.map((ingredient) => {
    // Water is not bought.
    const { name: foodName, netKg, boughtKg = '' } = ingredient;
    const kilogramCells = [netKg, boughtKg].map((kilograms) => markup`<td class="number">${kilograms}</td>`);
    return markup`<td>${foodName}</td>${kilogramCells}<td>${words.describeRemarks(ingredient)}</td>`;
  });
  // The note takes the column of remarks, the last of the ingredient's four.
  if (ingredientCells.length === 0) ingredientCells.push(markup`<td colspan="3"></td><td>${words.NO_INGREDIENTS}</td>`);
  const rowSpan = markup`rowspan="${ingredientCells.length}"`;
  const potCells = markup`<th scope="rowgroup" ${rowSpan}>${name}</th><td class="number" ${rowSpan}>${peopleCount}</td><td ${rowSpan}>${method}</td>`;
  return joinMarkup([
    ...words.listNotices(pot).map((notice) => markup`<tr><td colspan="${columnCount}">${notice}</td></tr>`),
    ...ingredientCells.map((cells, rowIndex) => markup`<tr>${rowIndex === 0 ? potCells : ''}${cells}</tr>`),
  ]);
}
