import type { Page } from 'puppeteer-core';

/** Drawing all calls takes seconds, on a busy machine many. */
const DRAW_LIMIT_MS = 90_000;
/** The elements with code: what programs send or get. */
const CODE =
  'code, pre, script, style, noscript, option, .opblock-summary-path, .header-col, .prop-format, .url, #who, [lang]:not(html)';
/** Names of parameters, headers and tags, and calls such as `get /api/dish`. */
const NAME =
  /^(?:[a-z][A-Za-z]*|[A-Z][A-Za-z]*-[A-Z][A-Za-z]*|(?:get|put|post|delete) \u200b?\/\S+|GET|PUT|POST|DELETE)$/;

/** A person who reads the reference page and tries calls on it. */
export class DocsReader {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    page.setDefaultTimeout(DRAW_LIMIT_MS);
  }

  /** Opens the page, at the call of `hash`, such as `#/unit/listUnits`. */
  async open(baseUrl: string, hash = ''): Promise<void> {
    await this.#page.goto(`${baseUrl}/docs${hash}`);
    await this.#page.waitForSelector('.opblock');
  }

  /** Waits until the call of the address is open right below the bar. The page scrolls there by itself. */
  async arriveAt(place: string): Promise<void> {
    await this.#page.waitForSelector(`#operations-${place} .try-out__btn`);
    // The page slows down as it scrolls: it can be led elsewhere only when it has come to rest.
    await this.#page.evaluate('globalThis.seen = undefined');
    await this.#page.waitForFunction(
      `(() => {
        const { top } = document.querySelector('#operations-${place}').getBoundingClientRect();
        const way = top - document.querySelector('.session').getBoundingClientRect().bottom;
        const times = globalThis.seen?.way === way ? globalThis.seen.times + 1 : 0;
        globalThis.seen = { way, times };
        return way >= 0 && way < 20 && times > 10;
      })()`,
    );
  }

  /** Signs in with the mouse, and returns the text of the bar: who is signed in, or why nobody is. */
  async signIn(uid: string, password: string): Promise<string> {
    await this.#page.locator('#uid').fill(uid);
    await this.#page.locator('#password').fill(password);
    await this.#page.locator('#sign-in button').click();
    return this.#read('#who:not(:empty), #message:not(:empty)');
  }

  async signOut(): Promise<void> {
    await this.#page.locator('#sign-out button').click();
    await this.#page.waitForSelector('#sign-in:not([hidden])');
  }

  /** Shows only the calls whose tag or path has this word. The fewer the page draws again at each answer, the sooner. */
  async narrow(word: string): Promise<void> {
    await this.#page.locator('.operation-filter-input').click({ count: 3 });
    await this.#page.keyboard.sendCharacter(word);
    await this.#page.keyboard.press('Enter');
    await this.#page.waitForFunction(
      `[...document.querySelectorAll('.opblock')].every((one) =>
        [one.id, one.querySelector('[data-path]').dataset.path].some((name) => name.includes('${word}')))`,
    );
  }

  /** Opens a call and makes it ready to be filled in. `place` is its tag and id, such as `unit-listUnits`. */
  async begin(place: string): Promise<void> {
    const call = `#operations-${place}`;
    await this.#page.locator(`${call} .opblock-summary-control`).click();
    await this.tryOut(place);
  }

  /** Makes an open call ready to be filled in. */
  async tryOut(place: string): Promise<void> {
    const call = `#operations-${place}`;
    await this.#page.locator(`${call} .try-out__btn`).click();
    await this.#page.waitForSelector(`${call} .execute`);
  }

  /** Folds a call. The page draws all unfolded ones again for each key and each answer. */
  async end(place: string): Promise<void> {
    const call = `#operations-${place}`;
    await this.#page.locator(`${call} .opblock-summary-control`).click();
    await this.#page.waitForSelector(`${call}:not(.is-open)`);
  }

  /** Fills in a parameter, or a field of the form: a text as a whole, as if pasted. */
  async fill(place: string, name: string, value: string): Promise<void> {
    const row = `#operations-${place} tr:is([data-property-name="${name}"], [data-param-name="${name}"])`;
    const field = `${row} :is(input:is([type="text"], [type="password"]), select)`;
    const element = await this.#page.waitForSelector(field);
    const isText = await element?.evaluate((found) => found.matches('input'));
    if (!isText || value === '') return this.#page.locator(field).fill(value);
    await this.#page.locator(field).click({ count: 3 });
    await this.#page.keyboard.sendCharacter(value);
  }

  /** The contents of the form's fields, by name. */
  readForm(place: string): Promise<Record<string, string>> {
    return this.#page.$$eval(`#operations-${place} tr[data-property-name]`, (rows) => {
      const fields = rows.map((row) => {
        const field = row.querySelector(':is(input[type="text"], select)');
        if (!field) throw new Error('a row of the form has no field');
        return [row.getAttribute('data-property-name'), Reflect.get(field, 'value')];
      });
      return Object.fromEntries(fields);
    });
  }

  async fillInExample(place: string, name: string): Promise<void> {
    await this.#page.locator(`#operations-${place} .examples button ::-p-text(${name})`).click();
  }

  /** Sends the call, for the first time, and returns status and body as the page shows them. */
  async execute(place: string): Promise<{ status: string; body: string }> {
    const call = `#operations-${place}`;
    const answer = `${call} .live-responses-table .response`;
    await this.#page.locator(`${call} .execute`).click();
    const status = await this.#read(`${answer} .response-col_status`);
    return { status: status.trim(), body: await this.#read(`${answer} .highlight-code code`) };
  }

  /** Switches to the other language. */
  async switchLanguage(): Promise<void> {
    const language = await this.#page.$eval('html', (html) => html.getAttribute('lang'));
    await this.#page.locator('#language').click();
    await this.#page.waitForSelector(`html:not([lang="${language}"]) .opblock`);
  }

  /** The texts that people read or hear on the page and that have no Chinese, without names and code. */
  async findEnglish(): Promise<string[]> {
    const found: unknown = await this.#page.evaluate(`(() => {
      const elements = [...document.querySelectorAll('body *')].filter((one) => !one.closest(${JSON.stringify(CODE)}));
      const texts = elements.flatMap((one) => [
        ...[...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.nodeValue),
        ...['aria-label', 'title', 'placeholder', 'alt'].map((name) => one.getAttribute(name) ?? ''),
      ]);
      return [...new Set(texts.map((text) => text.trim()))];
    })()`);
    const texts = Array.isArray(found) ? found.map(String) : [];
    return texts.filter((text) => /[A-Za-z]{3}/.test(text) && !/\p{Script=Han}/u.test(text) && !NAME.test(text));
  }

  async #read(selector: string): Promise<string> {
    const element = await this.#page.waitForSelector(selector);
    const text: unknown = await element?.evaluate((found) => found.textContent);
    return String(text);
  }
}
