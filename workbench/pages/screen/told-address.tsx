import { toSvgPath } from 'lean-qr/extras/svg';
import { generate } from 'lean-qr/nano';
import { useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.tsx';
import * as css from './screen.module.css';
import { forms, type ScreenFacts } from './screens.ts';

interface ToldAddressProps {
  readonly screen: ScreenFacts;
  readonly address: string;
  readonly onClose: () => void;
}

/** The address of a screen, which is told this once: to read, to copy, to take with a camera. */
export function ToldAddress({ screen: { name, form }, address, onClose }: ToldAddressProps) {
  const [copied, setCopied] = useState('复制地址');
  // A page that was not reached by HTTPS has no clipboard.
  const writing = async () => navigator.clipboard.writeText(address);
  const copy = () =>
    writing().then(
      () => setCopied('已复制'),
      () => setCopied('请选中地址，按 Ctrl+C'),
    );
  return (
    <Dialog title={`「${name}」的地址`} onClose={onClose}>
      <p class="notice warn">地址只显示这一次，请现在就用上。丢了可以在列表里「换新地址」。</p>
      <div class={`${css.told} grid`}>
        <Code text={address} />
        <div class="stack">
          <output aria-label="地址">{address}</output>
          <ol>
            {forms[form].steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <small>拿到地址的人都能看到公示的食谱。</small>
        </div>
      </div>
      <div class="actions">
        <button type="button" onClick={onClose}>
          已经用上了
        </button>
        <button type="button" class="main" onClick={copy}>
          {copied}
        </button>
      </div>
    </Dialog>
  );
}

/** A QR code, black on white in the dark, too: cameras read nothing else. So much around it is white. */
function Code({ text, quiet = 4 }: { readonly text: string; readonly quiet?: number }) {
  const code = generate(text);
  const size = code.size + 2 * quiet;
  return (
    <svg class={css.code} viewBox={`${-quiet} ${-quiet} ${size} ${size}`} role="img" aria-label="地址的二维码">
      <path d={toSvgPath(code)} />
    </svg>
  );
}
