import { api, Failure, type GetArguments, type GetPath, readFile, send } from './client.ts';

/** Saves the file that a path answers under the name that the service gives it. */
export async function download<Path extends GetPath>(...[path, query]: GetArguments<Path>): Promise<void> {
  const { body, fileName } = await readFile(path, query);
  const href = URL.createObjectURL(body);
  Object.assign(document.createElement('a'), { href, download: fileName ?? '' }).click();
  // The browser reads the file after the click. A minute is enough to begin.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/** The file input is global, because browsers may collect a detached one while a person chooses. */
const fileInput = Object.assign(document.createElement('input'), { type: 'file' });

/** Copies a chosen file: what is sent after a preview is what the preview was of. @throws Failure if the file is gone */
export async function copyFile(file: File): Promise<File> {
  const bytes = await file.arrayBuffer().catch(() => {
    throw new Failure({ reason: 'unreadable_file', desc: '读不了这个文件，它可能被移动、改名或删除了' });
  });
  return new File([bytes], file.name, { type: file.type });
}

/** Opens the browser's file chooser for these types (`.xlsx,.csv`). */
export function chooseFile(accept: string, onFile: (file: File) => unknown): void {
  fileInput.accept = accept;
  // Without this, choosing the same file again would not fire `change`.
  fileInput.value = '';
  fileInput.onchange = () => fileInput.files?.[0] && onFile(fileInput.files[0]);
  fileInput.click();
}

/** Opens a page to print (`/api/menu/sheet.html?id=1`) in a new tab, by a link that works once. @throws Failure */
export async function openPrintPage(path: string): Promise<void> {
  // A browser opens a tab only during the click, not after the answer.
  const tab = window.open('', '_blank');
  // The new tab has a copy of the session, which would outlive signing out.
  tab?.sessionStorage.clear();
  try {
    const { body } = await send(api.POST('/api/link', { body: { path } }));
    (tab ?? window).location.href = body.address;
  } catch (failure) {
    tab?.close();
    throw failure;
  }
}
