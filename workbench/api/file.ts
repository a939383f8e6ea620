import { type Answer, api, send } from './client.ts';

/** Saves a file that a call answers (`parseAs: 'blob'`) under the name that the service gives it. */
export async function download(call: Promise<Answer<Blob>>): Promise<void> {
  const { body, fileName } = await call;
  const address = URL.createObjectURL(body);
  const link = Object.assign(document.createElement('a'), { href: address, download: fileName ?? '' });
  link.click();
  // The browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** It is at hand as long as the person chooses: a browser may forget one that nobody holds. */
const chooser = Object.assign(document.createElement('input'), { type: 'file' });

/** Lets the person choose a file of these kinds (`.xlsx,.csv`). */
export function chooseFile(accept: string, onFile: (file: File) => unknown): void {
  chooser.accept = accept;
  // The same file may be chosen again.
  chooser.value = '';
  chooser.onchange = () => chooser.files?.[0] && onFile(chooser.files[0]);
  chooser.click();
}

/**
 * Opens what prints in a tab of its own, by a link that is good once. `path` is a GET with its query:
 * `/api/menu/sheet.html?id=1`.
 * @throws Failure if the service makes no link
 */
export async function openPrinted(path: string): Promise<void> {
  // A browser lets a click open a tab, not the answer to a call.
  const tab = window.open('', '_blank');
  try {
    const { body } = await send(api.POST('/api/link', { body: { path } }));
    if (tab) tab.location.href = body.address;
    else location.href = body.address;
  } catch (failure) {
    tab?.close();
    throw failure;
  }
}
