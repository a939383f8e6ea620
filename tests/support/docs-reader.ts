import type { Page } from 'puppeteer-core';

/** Somebody who reads the reference page and tries calls on it. */
export class DocsReader {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Opens the page, at the call that `hash` names, like `#/unit/listUnits`. */
  async open(baseUrl: string, hash = ''): Promise<void> {
    await this.#page.goto(`${baseUrl}/docs${hash}`);
    await this.#page.waitForSelector('.opblock');
  }

  /** By mouse; gives what the bar shows then: who is signed in, or why nobody is. */
  async signIn(uid: string, password: string): Promise<string> {
    await this.#page.locator('aria/User id').fill(uid);
    await this.#page.locator('aria/Password').fill(password);
    await this.#page.locator('#sign-in button').click();
    return this.#read('#who:not(:empty), #message:not(:empty)');
  }

  async signOut(): Promise<void> {
    await this.#page.locator('#sign-out button').click();
    await this.#page.waitForSelector('#sign-in:not([hidden])');
  }

  /** Unfolds a call and makes it ready to be filled in; `place` is tag and id, like `unit-listUnits`. */
  async begin(place: string): Promise<void> {
    const call = `#operations-${place}`;
    await this.#page.locator(`${call} .opblock-summary-control`).click();
    await this.tryOut(place);
  }

  /** Makes a call that is unfolded ready to be filled in. */
  async tryOut(place: string): Promise<void> {
    const call = `#operations-${place}`;
    await this.#page.locator(`${call} .try-out__btn`).click();
    await this.#page.waitForSelector(`${call} .execute`);
  }

  /** Fills in a parameter, or a field of the form. */
  async fill(place: string, name: string, value: string): Promise<void> {
    const row = `#operations-${place} tr:is([data-property-name="${name}"], [data-param-name="${name}"])`;
    await this.#page.locator(`${row} :is(input:is([type="text"], [type="password"]), select)`).fill(value);
  }

  /** What stands in the fields of the form, by name. */
  async readForm(place: string): Promise<Record<string, string>> {
    const rows = await this.#page.$$(`#operations-${place} tr[data-property-name]`);
    const fields = rows.map(async (row) => {
      const name = await row.evaluate((found) => found.getAttribute('data-property-name'));
      return [name, await row.$eval(':is(input[type="text"], select)', (field) => Reflect.get(field, 'value'))];
    });
    return Object.fromEntries(await Promise.all(fields));
  }

  async fillInExample(place: string, name: string): Promise<void> {
    await this.#page.locator(`#operations-${place} .examples button ::-p-text(Fill in: ${name})`).click();
  }

  /** Sends the call, for the first time; gives status and body as the page shows them. */
  async execute(place: string): Promise<{ status: string; body: string }> {
    const call = `#operations-${place}`;
    const answer = `${call} .live-responses-table .response`;
    await this.#page.locator(`${call} .execute`).click();
    const status = await this.#read(`${answer} .response-col_status`);
    return { status: status.trim(), body: await this.#read(`${answer} .highlight-code code`) };
  }

  async #read(selector: string): Promise<string> {
    const element = await this.#page.waitForSelector(selector);
    const text: unknown = await element?.evaluate((found) => found.textContent);
    return String(text);
  }
}
