import { useState } from 'preact/hooks';
import { type Failure, requireFailure } from '../../api/failure.ts';
import { WorkbookErrors } from '../../parts/workbook.tsx';
import type { Food } from './dish.tsx';
import { type Answers, type Preview, PreviewDialog, sendTable } from './food-questions.tsx';

/** Makes a table of one dish from pasted lines of foods and amounts. The header of the spreadsheet is left out. */
function toTable(text: string): File {
  const lines = text
    .split(/[\r\n]+/)
    .map((line) => line.replace(/\t+/g, ' ').trim())
    .filter(Boolean);
  const foods = lines.filter((line, index) => index > 0 || /\d/.test(line) || !/食材|名称|用量|克/.test(line));
  const rows = foods.map((food) => `粘贴的内容,素菜,"${food.replaceAll('"', '""')}"`);
  return new File([['菜名,标记,食材', ...rows].join('\n')], '粘贴.csv');
}

/** Reads pasted rows of a spreadsheet or 猪肉50g，青椒30g as foods, as the service reads workbooks. It asks what is not clear. */
export function usePastedFoods(onFoods: (foods: Food[]) => void) {
  const [pending, setPending] = useState<{ readonly table: File; readonly preview: Preview }>();
  const [failure, setFailure] = useState<Failure>();
  const read = async (table: File, answers: Answers) => {
    const { body } = await sendTable(table, undefined, answers, true);
    if (body === undefined) return;
    if (body.questions.length > 0) return setPending({ table, preview: body });
    setPending(undefined);
    onFoods(
      body.created
        .flatMap(({ ingredient }) => ingredient)
        .map(({ key, value, isMain = false }) => ({ key, value: `${value}`, isMain })),
    );
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (!/[\t\n]|\D\d/.test(text.trim())) return;
    event.preventDefault();
    read(toTable(text), {}).catch((thrown) => setFailure(requireFailure(thrown)));
  };
  const dialog = (
    <>
      {pending && (
        <PreviewDialog
          title="粘贴的食材"
          preview={{ ...pending.preview, created: [] }}
          confirmLabel="加入"
          onConfirm={(answers) => read(pending.table, answers)}
          onClose={() => setPending(undefined)}
        />
      )}
      {failure && <WorkbookErrors noun="粘贴的" failure={failure} onClose={() => setFailure(undefined)} />}
    </>
  );
  return { onPaste, dialog };
}
