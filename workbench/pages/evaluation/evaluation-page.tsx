import { useState } from 'preact/hooks';
import { read, type Schemas } from '../../api/client.ts';
import { download, openPrintPage } from '../../api/file.ts';
import { isPlatform } from '../../api/session.ts';
import { Actions } from '../../parts/actions.tsx';
import { addDays, formatDay, formatDaySpan, today } from '../../parts/dates.ts';
import { formatAmount, toShownUnit } from '../../parts/energy.ts';
import { ChooseOne, TextField } from '../../parts/field.tsx';
import { EvaluationTable } from '../../parts/findings.tsx';
import { formatExact, formatFigure, formatPercent, formatYuan, nameCategory, toPercent } from '../../parts/format.ts';
import { Page, toAddress, useQuery, useSearchParams } from '../../parts/page.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { readUnitName, UnitFinder } from '../../parts/units.tsx';
import { Workbook } from '../../parts/workbook.tsx';

type Report = Schemas['Report'];
type Level = Schemas['ReportLevel'];

/** 评价: what published menus gave over some weeks, judged and evaluated. */
export function EvaluationPage() {
  const { params, setParams } = useSearchParams();
  const { from = `${today().slice(0, 7)}-01`, to = lastOfMonth(from), vender } = params;
  const isUnitMissing = isPlatform() && vender === undefined;
  const query = { from, to, ...(vender === undefined ? {} : { vender: Number(vender) }) };
  const reportQuery = useQuery(JSON.stringify(query), () => readReport(query));
  const print = () => openPrintPage(toAddress('/api/menu/report.html', { from, to, vender: vender ?? '' }));
  const field = (name: 'from' | 'to', value: string) => ({
    ...({ type: 'date', value, error: reportQuery.failure?.messageFor(name) } as const),
    onValue: (changed: string) => setParams({ [name]: changed }, true),
  });
  return (
    <Page title="评价" subtitle={reportQuery.data?.unitName}>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        {isPlatform() && <UnitFinder label="单位" onPick={({ id }) => setParams({ vender: `${id}` })} />}
        <TextField label="从" {...field('from', from)} />
        <TextField label="到" {...field('to', to)} />
        {!isUnitMissing && <Workbook noun="评价" onDownload={() => download('/api/menu/report.xlsx', query)} />}
        <Actions actions={[{ text: '打印', kind: 'button', run: print, isAllowed: !isUnitMissing }]} />
      </form>
      {reportQuery.draw(({ report }) =>
        report ? <ReportView report={report} /> : <p class="empty">先选一个单位，再看它已发布食谱的评价。</p>,
      )}
    </Page>
  );
}

function lastOfMonth(date: string): string {
  const nextMonth = addDays(`${date.slice(0, 7)}-01`, 31).slice(0, 7); // Any month ends within 31 days.
  return addDays(`${nextMonth}-01`, -1);
}

async function readReport(query: { from: string; to: string; vender?: number }) {
  if (isPlatform() && query.vender === undefined) return {};
  const reading = query.vender === undefined ? undefined : readUnitName(query.vender);
  const [report, unitName] = await Promise.all([read('/api/menu/report', query), reading]);
  return { report, unitName };
}

function ReportView({ report }: { readonly report: Report }) {
  const { from, to, days, levels, dishes, foods, swaps, notServed } = report;
  const [chosenName, setChosenName] = useState('');
  const level = levels.find(({ name }) => name === chosenName) ?? levels[0];
  if (level === undefined) {
    return (
      <p class="empty">
        {formatDaySpan(from, to)}没有已发布的食谱。{!isPlatform() && <a href="/w/menus">去看食谱</a>}
      </p>
    );
  }
  const choices = levels.map(({ name, people }) => ({ value: name, text: `${name} ${formatFigure(people)} 人次` }));
  return (
    <div class="stack">
      <p>
        {formatDaySpan(from, to)}，供餐 <b>{days}</b> 天，换菜 {swaps}{' '}
        次。数值是各人群用餐日的平均，按当时发布的内容和标准算；超出参考范围但在标准的允许偏差以内，也算适量。
      </p>
      {notServed.length > 0 && (
        <p class="notice warn">
          {notServed.length} 个供餐日没有已发布的食谱：{notServed.map(formatDay).join('、')}
        </p>
      )}
      <ChooseOne label="人群" choices={choices} value={level.name} onValue={setChosenName} />
      <LevelView level={level} />
      <h2>菜品</h2>
      <Table caption="菜品次数" columns={dishColumns} rows={dishes} empty="没有菜品。" />
      <h2>食材</h2>
      <Table caption="食材用量" columns={foodColumns} rows={foods} empty="没有食材。" />
    </div>
  );
}

function LevelView({ level }: { readonly level: Level }) {
  const { energyShares, salt, kinds, evaluation, cost } = level.average;
  const { protein, fat, carbohydrate } = energyShares;
  return (
    <>
      <h2>膳食评价</h2>
      <EvaluationTable evaluation={evaluation} />
      <h2>营养素与食物类别</h2>
      <p>
        供能：蛋白质 {formatPercent(protein)}，脂肪 {formatPercent(fat)}，碳水 {formatPercent(carbohydrate)}
        ；食盐（全部钠折算） {formatFigure(salt)} g；食物 {formatFigure(kinds)} 种
        {cost &&
          `；成本 ${formatYuan(cost.value)}${cost.missingCount > 0 ? `，${cost.missingCount} 种食材没有价格` : ''}`}
        。
      </p>
      {!level.judged && <p class="notice warn">有的日子的营养标准里没有「{level.level}」，均值只列出含量。</p>}
      <Table caption="日均与判定" columns={figureColumns} rows={listFigures(level)} empty="没有数据。" />
    </>
  );
}

const listFigures = ({ average: { nutrients, categories, judgedShares = [] }, below, above }: Level) =>
  [
    ...nutrients.map((nutrient) => ({ ...nutrient, range: describeRange(toShownUnit(nutrient)) })),
    ...judgedShares.map(toPercent).map((share) => ({ ...share, key: share.name, range: describeRange(share) })),
    ...categories.map(({ amount, ...rest }) => ({ ...rest, key: rest.name, unit: 'g', range: formatFigure(amount) })),
  ].map((row) => ({ ...row, below: describeDays(row.key, below), above: describeDays(row.key, above) }));

function describeRange({ min, max }: Pick<Level['average']['nutrients'][number], 'min' | 'max'>): string {
  if (min !== undefined && max !== undefined) return `${formatFigure(min)}–${formatFigure(max)}`;
  if (min !== undefined) return `≥ ${formatFigure(min)}`;
  return max === undefined ? '' : `≤ ${formatFigure(max)}`;
}

function describeDays(key: string, dayCounts: Level['below']): string {
  const days = dayCounts.find((count) => count.key === key)?.days;
  return days === undefined ? '' : `${days} 天`;
}

const toneByJudgement: Readonly<Record<string, string>> = { 不足: 'low', 过量: 'high', 适量: 'good' };

const figureColumns: readonly Column<ReturnType<typeof listFigures>[number]>[] = [
  { name: '项目', cell: ({ name }) => nameCategory(name) },
  { name: '日均', isNumber: true, cell: ({ value, unit }) => formatAmount(value, unit) },
  { name: '参考范围', isNumber: true, cell: ({ range }) => range },
  { name: '评价', cell: ({ judgement: text }) => text && <b class={toneByJudgement[text] ?? 'faint'}>{text}</b> },
  { name: '不足', cell: ({ below }) => below },
  { name: '过量', cell: ({ above }) => above },
];
const dishColumns: readonly Column<Report['dishes'][number]>[] = [
  { name: '菜品', cell: ({ name }) => name },
  { name: '次数', isNumber: true, cell: ({ times }) => times },
];
const foodColumns: readonly Column<Report['foods'][number]>[] = [
  { name: '食材', cell: ({ name }) => name },
  { name: '采购量 kg', isNumber: true, cell: ({ kilograms }) => formatExact(kilograms) },
  { name: '金额 元', isNumber: true, cell: ({ cost }) => (cost === undefined ? '' : formatExact(cost)) },
];
