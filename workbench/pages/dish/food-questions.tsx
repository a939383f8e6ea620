import { useState } from 'preact/hooks';
import { api, read, type Schemas, send, toUploadFields, uploadOptions } from '../../api/client.ts';
import { Dialog, useSubmit } from '../../parts/actions.tsx';
import { ChooseOne } from '../../parts/field.tsx';
import { Finder } from '../../parts/finder.tsx';
import { listNames } from '../../parts/format.ts';
import { Lines } from '../../parts/page.tsx';
import { WorkbookErrors } from '../../parts/workbook.tsx';
import type { Food } from './dish.tsx';

/** What a table of dishes would create and change, and which foods are asked about. */
export type Preview = Schemas['DishPreview'];
/** The codes of foods by what the table calls them; an empty one leaves the food out. */
export type Answers = Readonly<Record<string, string>>;

type SentTable = { file: File; vender?: number | undefined; answers: Answers; isPreview: boolean };

/** Sends a table of dishes of the unit `vender`; absent: the person's own. In a preview nothing is stored. */
export function sendTable({ file, vender, answers, isPreview }: SentTable) {
  const body = { preview: `${isPreview}` as const, answers, files: toUploadFields(file) };
  const owned = vender === undefined ? body : { vender, ...body };
  return send(api.PUT('/api/dish/sheet.xlsx', { body: owned, ...uploadOptions }));
}

interface PreviewDialogProps {
  readonly title: string;
  readonly preview: Preview;
  readonly confirmLabel: string;
  readonly onConfirm: (answers: Answers) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Shows what a table would do, and asks which foods it means. Only when all is answered it can be confirmed. */
export function PreviewDialog({ title, preview, confirmLabel, onConfirm, onClose }: PreviewDialogProps) {
  const [answers, setAnswers] = useState<Answers>({});
  const { created, changed, unchanged, questions, unread } = preview;
  const missingCount = questions.filter((question) => answers[question.text] === undefined).length;
  const describe = (verb: string, dishes: Preview['created']) => {
    const names = dishes.map(({ name }) => name);
    return names.length > 0 && `${verb} ${names.length} 道：${listNames(names, '道')}`;
  };
  const effects = [describe('新建', created), describe('修改', changed), unchanged > 0 && `${unchanged} 道没有变化`];
  const describeUnread = ({ sheet, columns }: Preview['unread'][number]) =>
    columns?.map((column) => `「${column}」列`) ?? `工作表「${sheet}」`;
  const text = missingCount > 0 ? `还有 ${missingCount} 种没有选` : confirmLabel;
  const confirm = { text, kind: 'main', isDisabled: missingCount > 0, run: () => onConfirm(answers) } as const;
  return (
    <Dialog title={title} onClose={onClose} closeLabel="取消" actions={[confirm]} isWide>
      <Lines lines={effects} />
      {unread.length > 0 && <p class="notice">没有读取：{unread.flatMap(describeUnread).join('、')}</p>}
      <div class="stack">
        {questions.length > 0 && <p class="notice warn">有些食材不能确定是目录里的哪一种，请选一下：</p>}
        {questions.map((question) => (
          <QuestionView
            key={question.text}
            question={question}
            answer={answers[question.text]}
            onAnswer={(code) => setAnswers({ ...answers, [question.text]: code })}
          />
        ))}
      </div>
    </Dialog>
  );
}

type Question = Preview['questions'][number];
type QuestionProps = { question: Question; answer: string | undefined; onAnswer: (code: string) => void };

/** A question about a food. The answer ` ` chooses none of its choices, of which one has an empty value. */
function QuestionView({ question: { text, proposals, rows }, answer = ' ', onAnswer }: QuestionProps) {
  const [found, setFound] = useState<Question['proposals']>([]);
  const offered = [...proposals, ...found];
  const choices = offered.map(({ code, name, category }) => ({ value: code, text: `${name}（${category}）` }));
  const none = { value: '', text: '不要这种食材' };
  const uses = rows.map(({ row, dish, amount }) => `第 ${row} 行 ${dish} ${amount}`);
  return (
    <section>
      <ChooseOne label={`「${text}」是哪一种？`} choices={[...choices, none]} value={answer} onValue={onAnswer} />
      <p class="faint">{listNames(uses, '处')}</p>
      <FoodFinder
        label={`给「${text}」找别的食材`}
        onPick={({ code, alias, name, category }) => {
          if (!choices.some(({ value }) => value === code))
            setFound([...found, { code, name: alias ?? name, category }]);
          onAnswer(code);
        }}
      />
    </section>
  );
}

/** Makes a table of one dish from pasted lines of foods and amounts. The header of the spreadsheet is left out. */
function toTable(text: string): File {
  const lines = text.split(/[\r\n]+/).flatMap((line) => line.replace(/\t+/g, ' ').trim() || []);
  const foods = lines.filter((line, index) => index > 0 || /\d/.test(line) || !/食材|名称|用量|克/.test(line));
  const rows = foods.map((food) => `粘贴的内容,素菜,"${food.replaceAll('"', '""')}"`);
  return new File([['菜名,标记,食材', ...rows].join('\n')], '粘贴.csv');
}

/** Reads pasted rows of a spreadsheet or 猪肉50g，青椒30g as foods, as the service reads workbooks. It asks what is not clear. */
export function usePastedFoods(onFoods: (foods: Food[]) => void) {
  const [pending, setPending] = useState<{ readonly table: File; readonly preview: Preview }>();
  const { failure, submit, clearFailure } = useSubmit();
  const readFoods = async (table: File, answers: Answers) => {
    const { body } = await sendTable({ file: table, answers, isPreview: true });
    if (body === undefined) return;
    if (body.questions.length > 0) return setPending({ table, preview: body });
    setPending(undefined);
    const found = body.created.flatMap(({ ingredient }) => ingredient);
    onFoods(found.map(({ key, value, isMain = false }) => ({ key, value: `${value}`, isMain })));
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (!/[\t\n]|\D\d/.test(text.trim())) return;
    event.preventDefault();
    void submit(() => readFoods(toTable(text), {}));
  };
  const dialog = (
    <>
      {pending && (
        <PreviewDialog
          title="粘贴的食材"
          preview={{ ...pending.preview, created: [] }}
          confirmLabel="加入"
          onConfirm={(answers) => readFoods(pending.table, answers)}
          onClose={() => setPending(undefined)}
        />
      )}
      {failure && <WorkbookErrors noun="粘贴的" failure={failure} onClose={clearFailure} />}
    </>
  );
  return { onPaste, dialog };
}

/** The number of matches that a search fetches. Exact and frequently used ones are listed first. */
const MAX_MATCHES = 100;

type Ingredient = Schemas['Ingredient'];
type FoodFinderProps = { label: string; hint?: string; onPick: (food: Ingredient) => void };

export function FoodFinder({ onPick, ...texts }: FoodFinderProps) {
  const find = async (keyword: string) => {
    const { content } = await read('/api/ingredient', { keyword, pageSize: MAX_MATCHES });
    const rank = ({ name, alias, mark }: Ingredient) =>
      alias === keyword || name === keyword ? 0 : mark === '常用' ? 1 : mark === '忌用' ? 3 : 2;
    return content.sort((one, other) => rank(one) - rank(other));
  };
  const drawResult = ({ name, alias, category, own, mark }: Ingredient) => (
    <>
      {alias ?? name} <small>{[alias && name, category, own && '自有', mark].filter(Boolean).join(' · ')}</small>
    </>
  );
  return <Finder {...texts} {...{ find, drawResult, onPick }} resultKey={({ code }) => code} />;
}
