import { useState } from 'preact/hooks';
import { type Failure, requireFailure } from '../api/failure.ts';
import { chooseFile } from '../api/file.ts';
import { Actions, useSubmit } from './actions.tsx';
import { Dialog } from './dialog.tsx';
import { showToast } from './toast.tsx';

interface WorkbookProps {
  /** What the workbook contains, as its buttons name it: 菜品. */
  readonly noun: string;
  readonly onDownload: () => Promise<unknown>;
  /** Uploads a changed workbook; returns the service's message. Absent: it can only be downloaded. */
  readonly onUpload?: (file: File) => Promise<string>;
  readonly onDone?: () => void;
  /** The file types that can be uploaded. */
  readonly accept?: string;
}

/** Buttons to download and upload a workbook. A dialog explains a failure, and lists the wrong cells of an upload. */
export function Workbook({ noun, onDownload, onUpload, onDone, accept = '.xlsx' }: WorkbookProps) {
  const { isSending, submit } = useSubmit();
  const [failure, setFailure] = useState<Failure>();
  const submitWithDialog = (run: () => Promise<unknown>) =>
    submit(() => run().catch((thrown) => setFailure(requireFailure(thrown))));
  const upload = async (file: File) => {
    showToast((await onUpload?.(file)) ?? '');
    onDone?.();
  };
  const chooseAndUpload = () => chooseFile(accept, (file) => submitWithDialog(() => upload(file)));
  const button = { kind: 'button', isDisabled: isSending } as const;
  return (
    <>
      <Actions
        actions={[
          { ...button, text: `下载${noun}表`, run: () => submitWithDialog(onDownload) },
          { ...button, text: `上传${noun}表`, run: chooseAndUpload, isAllowed: onUpload !== undefined },
        ]}
      />
      {failure && <WorkbookErrors noun={noun} failure={failure} onClose={() => setFailure(undefined)} />}
    </>
  );
}

/** Explains why a workbook failed, and lists its wrong cells. */
function WorkbookErrors({ noun, failure, onClose }: { noun: string; failure: Failure; onClose: () => void }) {
  return (
    <Dialog title={`${noun}表没有处理成功`} onClose={onClose} closeLabel="知道了" isWide>
      <p class="notice bad">{failure.advice}</p>
      {failure.messages.length > 0 && (
        <>
          <p>请在表里改正下面这些地方再上传，目前什么都没有改动：</p>
          <ul class="wrong-cells">
            {failure.messages.map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}
