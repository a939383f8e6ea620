import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ElementHandle, KeyInput, Locator, Point, SerializedAXNode } from 'puppeteer-core';
import { findInaccessible } from '../browser/axe.ts';
import { listElsewhere, type WatchedPage } from '../browser/browser.ts';

/** So long a page may take to show something. The machines of tests are slow. */
const PATIENCE_MS = 20_000;
/** What the page itself has given up is no fault. */
const GIVEN_UP = 'net::ERR_ABORTED';
/** The keys of a page's outline that say in which state a thing is. */
const STATES = ['checked', 'disabled', 'expanded', 'invalid', 'pressed', 'selected'] as const;

/** What is on a page and what can be done on it, by roles and names, as people and screen readers find it. */
export class WorkbenchPage {
  readonly watched: WatchedPage;
  readonly #url: string;

  constructor(watched: WatchedPage, url: string) {
    this.watched = watched;
    this.#url = url;
  }

  /** Opens a path, such as `/w/dish`. */
  async goTo(path: string): Promise<void> {
    await this.watched.page.goto(`${this.#url}${path}`, { waitUntil: 'networkidle0' });
  }

  /** Waits until nothing is loading any more. */
  async settle(): Promise<void> {
    await this.watched.page.waitForNetworkIdle({ idleTime: 100, timeout: PATIENCE_MS });
  }

  /** The path that the page shows, with its query. */
  path(): string {
    return this.watched.page.url().slice(this.#url.length);
  }

  async click(role: string, name: string): Promise<void> {
    await this.#act(role, name, (one) => one.click());
  }

  /** Puts a text into a field in place of what is there; an option into a choice. */
  async fill(role: string, name: string, text: string): Promise<void> {
    await this.#act(role, name, (one) => one.fill(text));
  }

  /** Chooses files by a click on something. */
  async choose(role: string, name: string, ...files: string[]): Promise<void> {
    const [chooser] = await Promise.all([this.watched.page.waitForFileChooser(), this.click(role, name)]);
    await chooser.accept(files);
  }

  /** Puts the focus on something. */
  async focus(role: string, name: string): Promise<void> {
    await (await this.#wait(role, name)).focus();
  }

  /** Presses keys one after the other, such as `Tab` or `Control+c`. */
  async press(...combinations: string[]): Promise<void> {
    const { keyboard } = this.watched.page;
    for (const combination of combinations) {
      const keys = combination.split('+').map(toKey);
      for (const key of keys) await keyboard.down(key);
      for (const key of keys.toReversed()) await keyboard.up(key);
    }
  }

  /** Drags one thing to another with the mouse. */
  async drag(from: readonly [role: string, name: string], to: readonly [role: string, name: string]): Promise<void> {
    const { mouse } = this.watched.page;
    const start = await this.#middleOf(...from);
    await mouse.move(start.x, start.y);
    await mouse.down();
    await mouse.move(start.x + 8, start.y + 8);
    // The place may be there only while something is dragged.
    const end = await this.#middleOf(...to);
    await mouse.move(end.x, end.y, { steps: 4 });
    await mouse.up();
  }

  /** Waits until the page shows a text. */
  async see(...texts: string[]): Promise<void> {
    for (const text of texts) await this.#until(`document.body.innerText.includes(${quote(text)})`, `「${text}」`);
  }

  /** Waits until the page does not show a text any more. */
  async expectGone(text: string): Promise<void> {
    await this.#until(`!document.body.innerText.includes(${quote(text)})`, `no 「${text}」 any more`);
  }

  /** Waits until something with this role and name is there. */
  async find(role: string, name: string): Promise<void> {
    await (await this.#wait(role, name)).dispose();
  }

  /** The value of a field, or its text. */
  async read(role: string, name: string): Promise<string> {
    const handle = await this.#wait(role, name);
    return handle.evaluate((one) => String(Reflect.get(one, 'value') ?? Reflect.get(one, 'innerText')));
  }

  /** Whether something with this role and name is there now. */
  async has(role: string, name: string): Promise<boolean> {
    const handle = await this.watched.page.$(toSelector(role, name));
    await handle?.dispose();
    return handle !== null;
  }

  /** Breaks the browser's network, or mends it. */
  async setOffline(isOffline: boolean): Promise<void> {
    await this.watched.page.setOfflineMode(isOffline);
  }

  /** Demands that axe finds nothing, in light and in dark, where nothing but colours differs. */
  async expectAccessible(): Promise<void> {
    const found: string[] = [];
    const { page } = this.watched;
    await this.setScheme('dark');
    found.push(...(await findInaccessible(page, 'color-contrast')).map((one) => `dark: ${one}`));
    await this.setScheme('light');
    found.push(...(await findInaccessible(page)));
    if (found.length > 0) throw new Error(`axe finds on ${this.path()}:\n${found.join('\n')}`);
  }

  async setScheme(scheme: 'light' | 'dark'): Promise<void> {
    await this.watched.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  }

  /**
   * Demands that nothing went wrong so far: no error on the console, nothing that the policy forbids, no request to
   * another host. Refusals that a test provokes are named, by their status or the text of the fault.
   */
  expectQuiet(...provoked: readonly (number | string)[]): void {
    const expected = [GIVEN_UP, ...provoked.map((one) => (typeof one === 'number' ? `status of ${one}` : one))];
    const faults = this.watched.faults.filter((fault) => !expected.some((text) => fault.includes(text)));
    const wrong = [...faults, ...listElsewhere(this.watched).map((url) => `asked ${url}`)];
    if (wrong.length > 0) throw new Error(`On ${this.path()}:\n${wrong.join('\n')}`);
  }

  /** Demands that nothing is wider than the window. */
  async expectNoSideways(): Promise<void> {
    const excess = await this.watched.page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    if (excess !== 0) throw new Error(`${this.path()} is ${excess} px wider than its window`);
  }

  /** Writes what is seen into a file. */
  async picture(file: string, isWhole = false): Promise<void> {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, await this.watched.page.screenshot({ fullPage: isWhole }));
  }

  /** What is on the page, one line for each thing, with its role, name and state. */
  async outline(): Promise<string> {
    const tree = await this.watched.page.accessibility.snapshot();
    return tree ? listBelow(tree, 0).join('\n') : '';
  }

  async close(): Promise<void> {
    await this.watched.page.browserContext().close();
  }

  async #act(role: string, name: string, act: (one: Locator<unknown>) => Promise<void>): Promise<void> {
    const locator = this.watched.page.locator(toSelector(role, name)).setTimeout(PATIENCE_MS);
    await act(locator).catch((cause) => this.#miss(`${role} 「${name}」`, cause));
  }

  async #wait(role: string, name: string): Promise<ElementHandle> {
    const waiting = this.watched.page.waitForSelector(toSelector(role, name), { timeout: PATIENCE_MS });
    const handle = await waiting.catch((cause) => this.#miss(`${role} 「${name}」`, cause));
    return handle ?? this.#miss(`${role} 「${name}」`);
  }

  async #until(condition: string, what: string): Promise<void> {
    const waiting = this.watched.page.waitForFunction(condition, { timeout: PATIENCE_MS });
    await waiting.catch((cause) => this.#miss(what, cause));
  }

  async #middleOf(role: string, name: string): Promise<Point> {
    const handle = await this.#wait(role, name);
    await handle.scrollIntoView();
    return handle.clickablePoint();
  }

  /** Fails with what is on the page instead. */
  async #miss(what: string, cause?: unknown): Promise<never> {
    throw new Error(`${this.path()} does not offer ${what}, but:\n${await this.outline()}`, { cause });
  }
}

function toSelector(role: string, name: string): string {
  return `::-p-aria([name=${quote(name)}][role=${quote(role)}])`;
}

function quote(text: string): string {
  return JSON.stringify(text);
}

/** A key as the keyboard of puppeteer calls it. */
function toKey(key: string): KeyInput {
  return key as KeyInput;
}

function listBelow(node: SerializedAXNode, depth: number): string[] {
  const states = STATES.filter((state) => node[state] && node[state] !== 'false');
  const texts = [node.role, node.name, node.value === undefined ? '' : `= ${node.value}`, ...states];
  const line = '  '.repeat(depth) + texts.filter(Boolean).join(' ');
  return [line, ...(node.children ?? []).flatMap((child) => listBelow(child, depth + 1))];
}
