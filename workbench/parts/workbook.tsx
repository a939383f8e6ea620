import type { Failure } from '../api/client.ts';
import { chooseFile, copyFile } from '../api/file.ts';
import { Actions, Dialog, showToast, useSubmit } from './actions.tsx';
import { formatSpans } from './format.ts';
import { groupBy } from './group.ts';
import { Lines } from './page.tsx';

interface WorkbookProps {
  readonly noun: string;
  readonly onDownload: () => Promise<unknown>;
  /** Uploads a changed workbook; returns the service's message, if it is done. Absent: it can only be downloaded. */
  readonly onUpload?: (file: File) => Promise<string | undefined>;
  readonly onDone?: () => void;
  readonly accept?: string;
}

/** Buttons to download and upload a workbook. A dialog explains a failure, and lists the wrong cells of an upload. */
export function Workbook({ noun, onDownload, onUpload, onDone, accept = '.xlsx' }: WorkbookProps) {
  const { isSending, failure, submit, clearFailure } = useSubmit();
  const upload = async (file: File) => {
    const message = await onUpload?.(await copyFile(file));
    if (message === undefined) return;
    showToast(message);
    onDone?.();
  };
  const chooseAndUpload = () => chooseFile(accept, (file) => submit(() => upload(file)));
  const button = { kind: 'button', isDisabled: isSending } as const;
  const actions = [
    { ...button, text: `下载${noun}表`, run: () => submit(onDownload) },
    { ...button, text: `上传${noun}表`, run: chooseAndUpload, isAllowed: onUpload !== undefined },
  ] as const;
  return (
    <>
      <Actions actions={actions} />
      {failure && <WorkbookErrors noun={noun} failure={failure} onClose={clearFailure} />}
    </>
  );
}

/** Explains why a workbook failed, and lists its wrong cells. */
export const WorkbookErrors = ({ noun, failure, onClose }: { noun: string; failure: Failure; onClose: () => void }) => (
  <Dialog title={`${noun}表没有处理成功`} onClose={onClose} closeLabel="知道了" isWide>
    <p class="notice bad">
      {failure.errors.length > 0 ? '请在表里改正下面这些地方再上传，目前什么都没有改动：' : failure.advice}
    </p>
    {failure.errors.length > 0 && <WrongCells errors={failure.errors} />}
  </Dialog>
);

/** Lists wrong cells by what is wrong. A file is named once. */
function WrongCells({ errors }: Pick<Failure, 'errors'>) {
  const files = [...new Set(errors.flatMap(({ file }) => file ?? []))];
  const toPlace = ({ file, sheet, column }: Failure['errors'][number]) =>
    [files.length > 1 && file, sheet && `工作表「${sheet}」`, column && `「${column}」`].filter(Boolean).join(' ');
  return (
    <div class="wrong-cells stack">
      {groupBy(errors, describeProblem).map(([problem, group]) => (
        <section key={problem}>
          <h3>
            {problem} {group.length > 1 && <small>{group.length} 处</small>}
          </h3>
          <Lines lines={groupBy(group, toPlace).map(describeCells)} />
        </section>
      ))}
      {files.length === 1 && <p class="faint">文件：{files[0]}</p>}
    </div>
  );
}

/** The place of wrong cells, and their rows: 「食材」 第 2、5–9 行. */
function describeCells([place, cells]: [place: string, cells: Failure['errors']]): string {
  const rows = formatSpans(cells.flatMap(({ row }) => row ?? []));
  return rows === '' ? place : `${place} 第 ${rows} 行`;
}

/** The service's sentence without the position of the cell, with which it begins. */
function describeProblem({ message, file = '', sheet, row, column }: Failure['errors'][number]): string {
  const inSheet = sheet === undefined ? '' : ` 工作表「${sheet}」`;
  const position = `${file}${inSheet}${row === undefined ? '' : ` 第 ${row} 行`}${column === undefined ? '' : `「${column}」`}：`;
  return message.startsWith(position) ? message.slice(position.length) : message;
}
