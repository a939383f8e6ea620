import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ElementHandle, KeyInput, Locator, Point, SerializedAXNode } from 'puppeteer-core';
import { findInaccessible } from '../browser/axe.ts';
import { listForeignRequests, type WatchedPage } from '../browser/browser.ts';

/** Lists the texts that are smaller than 13 px. */
const SMALL_TEXTS = `[...document.querySelectorAll('body *')].filter((element) =>
  parseFloat(getComputedStyle(element).fontSize) < 12.99 &&
  [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '')).map(({ innerText }) => innerText)`;

/** The maximum wait for a change on a page, in milliseconds. Test machines are slow. */
const TIMEOUT_MS = 40_000;
/** A request that the page itself has cancelled is no fault. */
const CANCELLED = 'net::ERR_ABORTED';
/** The states that an outline shows. */
const STATES = ['checked', 'disabled', 'expanded', 'invalid', 'pressed', 'selected'] as const;

type Named = readonly [role: string, name: string];

/** A page of the workbench. Elements are found by role and accessible name, as screen readers find them. */
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
    await this.watched.page.waitForNetworkIdle({ idleTime: 100, timeout: TIMEOUT_MS });
  }

  /** The path that the page shows, with its query. */
  path(): string {
    return this.watched.page.url().slice(this.#url.length);
  }

  async click(role: string, name: string): Promise<void> {
    // The focus scrolls what lies below a sticky foot into sight, as a person would.
    await this.focus(role, name);
    await this.#act(role, name, (locator) => locator.click());
  }

  /** Replaces the text of a field, or selects an option. */
  async fill(role: string, name: string, text: string): Promise<void> {
    await this.#act(role, name, (locator) => locator.fill(text));
  }

  /** Clicks an element and chooses files. */
  async choose(role: string, name: string, ...files: string[]): Promise<void> {
    const [chooser] = await Promise.all([this.watched.page.waitForFileChooser(), this.click(role, name)]);
    await chooser.accept(files);
  }

  /** Focuses an element. */
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

  /** Drags one element to another with the mouse. `look` runs before it is dropped. */
  async drag(from: Named, to: Named, look?: () => Promise<void>): Promise<void> {
    const { mouse } = this.watched.page;
    const start = await this.#findMiddle(...from);
    await mouse.move(start.x, start.y);
    await mouse.down();
    await mouse.move(start.x + 8, start.y + 8);
    // The target may exist only while something is dragged.
    const end = await this.#findMiddle(...to);
    await mouse.move(end.x, end.y, { steps: 4 });
    await look?.();
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

  /** Waits for an element. */
  async find(role: string, name: string): Promise<void> {
    await (await this.#wait(role, name)).dispose();
  }

  /** The value of a field, or its text. */
  async read(role: string, name: string): Promise<string> {
    const handle = await this.#wait(role, name);
    return handle.evaluate((element) => String(Reflect.get(element, 'value') ?? Reflect.get(element, 'innerText')));
  }

  /** Whether an element exists now. */
  async has(role: string, name: string): Promise<boolean> {
    const handle = await this.watched.page.$(toSelector(role, name));
    await handle?.dispose();
    return handle !== null;
  }

  /** A computed style of an element or, with `pseudo`, of a pseudo-element such as `::before`. */
  async readStyle([role, name]: Named, property: string, pseudo = ''): Promise<string> {
    const handle = await this.#wait(role, name);
    return handle.evaluate(
      (element, name, pseudoElement) =>
        String(Reflect.get(globalThis, 'getComputedStyle')(element, pseudoElement).getPropertyValue(name)),
      property,
      pseudo,
    );
  }

  /** Breaks the browser's network, or mends it. */
  async setOffline(isOffline: boolean): Promise<void> {
    await this.watched.page.setOfflineMode(isOffline);
  }

  /** Expects that axe finds nothing, and that all type has at least 13 px. The dark scheme is checked for contrast only. */
  async expectAccessible(): Promise<void> {
    const findings: string[] = [];
    const { page } = this.watched;
    await this.setScheme('dark');
    findings.push(...(await findInaccessible(page, 'color-contrast')).map((finding) => `dark: ${finding}`));
    await this.setScheme('light');
    findings.push(...(await findInaccessible(page)));
    findings.push(...((await page.evaluate(SMALL_TEXTS)) as string[]).map((text) => `too small: ${text}`));
    if (findings.length > 0) throw new Error(`axe finds on ${this.path()}:\n${findings.join('\n')}`);
  }

  async setScheme(scheme: 'light' | 'dark'): Promise<void> {
    await this.watched.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  }

  /**
   * Expects that nothing went wrong so far: no console error, no policy violation, no request to another host. Faults
   * that a test provokes are named by their status or a part of their text.
   */
  expectQuiet(...provoked: readonly (number | string)[]): void {
    const expected = [
      CANCELLED,
      ...provoked.map((fault) => (typeof fault === 'number' ? `status of ${fault}` : fault)),
    ];
    const faults = this.watched.faults.filter((fault) => !expected.some((text) => fault.includes(text)));
    const problems = [...faults, ...listForeignRequests(this.watched).map((url) => `requested ${url}`)];
    if (problems.length > 0) throw new Error(`On ${this.path()}:\n${problems.join('\n')}`);
  }

  /** Expects that nothing is wider than the window. */
  async expectNoSideways(): Promise<void> {
    const excess = await this.watched.page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    if (excess !== 0) throw new Error(`${this.path()} is ${excess} px wider than its window`);
  }

  /** Saves a screenshot. */
  async picture(file: string, isWhole = false): Promise<void> {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, await this.watched.page.screenshot({ fullPage: isWhole }));
  }

  /** The accessibility tree: a line for each element with its role, name and state. */
  async outline(): Promise<string> {
    const tree = await this.watched.page.accessibility.snapshot();
    return tree ? listBelow(tree, 0).join('\n') : '';
  }

  async close(): Promise<void> {
    await this.watched.page.browserContext().close();
  }

  async #act(role: string, name: string, act: (locator: Locator<unknown>) => Promise<void>): Promise<void> {
    const locator = this.watched.page.locator(toSelector(role, name)).setTimeout(TIMEOUT_MS);
    await act(locator).catch((cause) => this.#miss(`${role} 「${name}」`, cause));
  }

  async #wait(role: string, name: string): Promise<ElementHandle> {
    const waiting = this.watched.page.waitForSelector(toSelector(role, name), { timeout: TIMEOUT_MS });
    const handle = await waiting.catch((cause) => this.#miss(`${role} 「${name}」`, cause));
    return handle ?? this.#miss(`${role} 「${name}」`);
  }

  async #until(condition: string, what: string): Promise<void> {
    const waiting = this.watched.page.waitForFunction(condition, { timeout: TIMEOUT_MS });
    await waiting.catch((cause) => this.#miss(what, cause));
  }

  async #findMiddle(role: string, name: string): Promise<Point> {
    const handle = await this.#wait(role, name);
    await handle.scrollIntoView();
    return handle.clickablePoint();
  }

  /** Throws an error with the page's outline. */
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

/** A key, by puppeteer's name. */
function toKey(key: string): KeyInput {
  return key as KeyInput;
}

function listBelow(node: SerializedAXNode, depth: number): string[] {
  const states = STATES.filter((state) => node[state] && node[state] !== 'false');
  const texts = [node.role, node.name, node.value === undefined ? '' : `= ${node.value}`, ...states];
  const line = '  '.repeat(depth) + texts.filter(Boolean).join(' ');
  return [line, ...(node.children ?? []).flatMap((child) => listBelow(child, depth + 1))];
}
