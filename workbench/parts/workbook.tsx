import { useState } from 'preact/hooks';
import { asFailure, type Failure } from '../api/failure.ts';
import { chooseFile } from '../api/file.ts';
import { Dialog } from './dialog.tsx';
import { Steps, useSending } from './steps.tsx';
import { toast } from './toast.tsx';

interface WorkbookProps {
  /** What it holds: 菜品. */
  readonly noun: string;
  readonly onDownload: () => Promise<unknown>;
  /** Sends a changed workbook; answers what the service did with it. Absent: it can only be read. */
  readonly onUpload?: (file: File) => Promise<string>;
  readonly onDone?: () => void;
  /** The kinds of files that can be sent back. */
  readonly accept?: string;
}

/** A workbook to take down, to change and to send back; a refusal lists the cells that are wrong. */
export function Workbook({ noun, onDownload, onUpload, onDone, accept = '.xlsx' }: WorkbookProps) {
  const { isSending, sending } = useSending();
  const [refused, setRefused] = useState<Failure>();
  const attempt = (run: () => Promise<unknown>) =>
    sending(() => run().catch((thrown) => setRefused(asFailure(thrown))));
  const upload = async (file: File) => {
    toast((await onUpload?.(file)) ?? '');
    onDone?.();
  };
  const choose = () => chooseFile(accept, (file) => attempt(() => upload(file)));
  const step = { kind: 'button', isDisabled: isSending } as const;
  return (
    <>
      <Steps
        steps={[
          { ...step, text: `下载${noun}表`, act: () => attempt(onDownload) },
          { ...step, text: `上传${noun}表`, act: choose, may: onUpload !== undefined },
        ]}
      />
      {refused && <Refused noun={noun} failure={refused} onClose={() => setRefused(undefined)} />}
    </>
  );
}

/** What is wrong with a workbook, cell by cell. Nothing of it was taken. */
function Refused({ noun, failure, onClose }: { noun: string; failure: Failure; onClose: () => void }) {
  return (
    <Dialog title={`${noun}表没有处理成功`} onClose={onClose} close="知道了" wide>
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
