import { toSvgPath } from 'lean-qr/extras/svg';
import { generate } from 'lean-qr/nano';
import { useState } from 'preact/hooks';
import { Dialog } from '../../parts/actions.tsx';
import * as css from './screen.module.css';
import { forms, type ScreenFacts } from './screens.ts';

interface AddressDialogProps {
  readonly screen: ScreenFacts;
  readonly address: string;
  readonly onClose: () => void;
}

/** Shows the address of a screen as text and as a QR code. The service reveals it only once. */
export function AddressDialog({ screen: { name, form }, address, onClose }: AddressDialogProps) {
  const [copyLabel, setCopyLabel] = useState('复制地址');
  // Without HTTPS there is no clipboard.
  const writeAddress = async () => navigator.clipboard.writeText(address);
  const copy = () =>
    writeAddress().then(
      () => setCopyLabel('已复制'),
      () => setCopyLabel('请选中地址，按 Ctrl+C'),
    );
  return (
    <Dialog title={`「${name}」的地址`} onClose={onClose}>
      <p class="notice warn">地址只显示这一次，请现在就用上。丢了可以在列表里「换新地址」。</p>
      <div class={`${css.address} grid`}>
        <QrCode text={address} />
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
          {copyLabel}
        </button>
      </div>
    </Dialog>
  );
}

/** A QR code with a quiet zone, in modules. It is black on white in dark mode too: cameras need that. */
function QrCode({ text, quietZone = 4 }: { readonly text: string; readonly quietZone?: number }) {
  const code = generate(text);
  const size = code.size + 2 * quietZone;
  return (
    <svg class={css.code} viewBox={`${-quietZone} ${-quietZone} ${size} ${size}`} role="img" aria-label="地址的二维码">
      <path d={toSvgPath(code)} />
    </svg>
  );
}
