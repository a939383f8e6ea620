import type { AmountColumn, SheetAmount } from '../domain/menu-sheet/figures.ts';
import type { SheetDish, SheetEnergy, SheetMeal } from '../domain/menu-sheet/meals.ts';
import type { MenuSheet } from '../domain/menu-sheet/sheet.ts';
import { joinMarkup, type Markup, markup } from '../text/markup.ts';
import * as words from './menu-words.ts';
import { drawPage } from './page.ts';

/** The maximum number of amount columns that fit on A4. Further columns follow in more tables. */
const MAX_AMOUNT_COLUMNS = 16;

/**
 * Writes the sheet as a page that browsers print on A4 landscape. Each meal has its own table, so that every printed
 * page names the meal and the days and says whether the menu is published. Pages break between dishes.
 */
export function drawMenuPage(sheet: MenuSheet): string {
  const { unitName, name, status } = sheet;
  return drawPage(
    `${unitName} ${name} ${words.MENU_TITLE}`,
    markup`<header>
<h1>${unitName}<span>${words.MENU_TITLE}</span></h1>
${status.isLive ? '' : markup`<p class="warning">${status.text}</p>`}
<dl>
${joinMarkup(words.listFacts(sheet).map(({ term, text }) => markup`<div><dt>${term}</dt><dd>${text}</dd></div>`))}
</dl>
</header>
${drawWeek(sheet)}
<div class="together">
${joinMarkup(words.listAmountTables(sheet).map((table) => drawAmountTables(table, sheet)))}
<footer>
${joinMarkup(words.listNotes(sheet).map((note) => markup`<p>${note}</p>`))}
</footer>
</div>`,
  );
}

/** Draws each meal with its energy, then the energy of the days, which alone is judged: a single meal shows it as its own. */
function drawWeek(sheet: MenuSheet): Markup {
  const { meals, energiesByDay } = sheet;
  if (meals.length === 1) return joinMarkup(meals.map((meal) => drawMeal({ ...meal, energiesByDay }, sheet)));
  const dayEnergy = drawEnergy(energiesByDay, '全天能量');
  return joinMarkup(meals.map((meal, index) => drawMeal(meal, sheet, index + 1 < meals.length ? '' : dayEnergy)));
}

/** Draws a table with a column for each day. `lastRow` follows the energy of the meal. */
function drawMeal(meal: SheetMeal, { days, status }: MenuSheet, lastRow: string | Markup = ''): Markup {
  const { name, gramsLegend, dishesByDay, energiesByDay } = meal;
  const cells = dishesByDay.map((dishes) =>
    dishes.length === 0 ? markup`<td class="none">—</td>` : markup`<td><ul>${dishes.map(drawDish)}</ul></td>`,
  );
  const rows = [markup`<tr class="dishes">${cells}</tr>`, drawEnergy(energiesByDay, '能量'), lastRow];
  const headerCells = days.map(({ date, weekday }) => markup`<th scope="col">${weekday} <span>${date}</span></th>`);
  return markup`<section><table class="week">
<thead>
<tr class="band"><th colspan="${days.length}" scope="colgroup">${name} <span>${gramsLegend}</span>${drawWarning(status)}</th></tr>
<tr>${headerCells}</tr>
</thead>
<tbody>${joinMarkup(rows)}</tbody>
</table></section>`;
}

/** Draws a warning for an unpublished menu. It stands in the head of each table, which each printed page repeats. */
function drawWarning({ isLive, text }: MenuSheet['status']): string | Markup {
  return isLive ? '' : markup` <strong>${text}</strong>`;
}

/** Draws the energy of each day; nothing if nobody eats. */
function drawEnergy(energiesByDay: readonly (readonly SheetEnergy[])[], label: string): string | Markup {
  if (energiesByDay.every((energies) => energies.length === 0)) return '';
  const cells = energiesByDay.map((energies) => {
    const texts = energies.map(({ letter, kJ, judgement = '' }) => `${letter} ${kJ} kJ ${judgement}`.trim());
    if (texts.length === 0) return markup`<td class="none">—</td>`;
    const spans = texts.map((text) => markup`<span>${text}</span>`);
    return markup`<td>${label} ${joinMarkup(spans, ' ')}</td>`;
  });
  return markup`<tr class="energy">${cells}</tr>`;
}

function drawDish(dish: SheetDish): Markup {
  const ingredients = dish.ingredients.map(({ name, grams }, index) => {
    const separator = index + 1 < dish.ingredients.length ? '、' : '';
    return markup`${name} <b>${grams}</b>${separator}`;
  });
  const allergens = words.describeAllergens(dish);
  const ingredientMarkup = ingredients.length === 0 ? '' : markup`<p>${ingredients}</p>`;
  const allergenMarkup = allergens === '' ? '' : markup`<p class="allergens">${allergens}</p>`;
  return markup`<li><h2>${words.nameDish(dish)}</h2> ${ingredientMarkup} ${allergenMarkup}</li>`;
}

/** Draws a table with a row for each group; several, one below the other, if it has too many columns for the page. */
function drawAmountTables({ heading, columns }: words.AmountTable, { groups, status }: MenuSheet): Markup {
  const tableCount = Math.ceil(columns.length / MAX_AMOUNT_COLUMNS);
  const columnsPerTable = Math.ceil(columns.length / tableCount);
  const tables = Array.from({ length: tableCount }, (_, tableIndex) => {
    const shownColumns = columns.slice(tableIndex * columnsPerTable, (tableIndex + 1) * columnsPerTable);
    const headerCells = shownColumns.map(({ name, unit }) => markup`<th scope="col">${name} <span>${unit}</span></th>`);
    // An amount in two units needs more room.
    const isWide = ({ amounts }: AmountColumn) => amounts.some((amount) => amount?.equivalent !== undefined);
    const colTags = shownColumns.map((column) => markup`<col${isWide(column) ? markup` class="wide"` : ''}>`);
    const rows = groups.map((group, groupIndex) => {
      const cells = shownColumns.map(({ amounts }) => drawAmount(amounts[groupIndex]));
      return markup`<tr><th scope="row">${words.describeGroup(group)}</th>${cells}</tr>`;
    });
    return markup`<section><table class="figures">
<colgroup><col class="names">${colTags}</colgroup>
<thead><tr><th class="title" scope="col">${heading}${drawWarning(status)}</th>${headerCells}</tr></thead>
<tbody>${joinMarkup(rows)}</tbody>
</table></section>`;
  });
  return joinMarkup(tables);
}

function drawAmount(amount: SheetAmount | undefined): Markup {
  if (!amount) return markup`<td class="none">—</td>`;
  const { value, equivalent, judgement } = amount;
  const drawSpan = (text: string | undefined, className: string) =>
    text === undefined ? '' : markup`<span class="${className}">${text}</span> `;
  const judgementSpan = drawSpan(judgement, judgement === '适量' ? 'fine' : 'off');
  const lowerSpans = [drawSpan(equivalent, 'also'), drawSpan(words.describeRange(amount), 'range')];
  return markup`<td>${drawSpan(value, 'value')}${judgementSpan}<div>${lowerSpans}</div></td>`;
}
