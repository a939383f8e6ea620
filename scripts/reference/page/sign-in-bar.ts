import { CateringClient, CateringError, type SignInResult } from '../../../functions/catering.generated.ts';
import type { Language } from '../../../lib/errors.ts';

import { tags } from './language.ts';
import { speakIn } from './speak.ts';
import type { Speak } from './words.ts';

/** How the reference uses a session. */
interface Reference {
  begin(token: string): void;
  end(): void;
}

/** The bar at the top of the page. The token is only in memory: it is gone with the page. */
export class SignInBar {
  #client = new CateringClient();
  #speak = speakIn('zh');
  #session: SignInResult | undefined;
  readonly #reference: Reference;
  readonly #signIn = find('sign-in', HTMLFormElement);
  readonly #signOut = find('sign-out', HTMLFormElement);
  readonly #uid = find('uid', HTMLInputElement);
  readonly #password = find('password', HTMLInputElement);
  readonly #who = find('who', HTMLOutputElement);
  readonly #message = find('message', HTMLElement);

  constructor(reference: Reference) {
    this.#reference = reference;
    this.#onSubmit(this.#signIn, () => this.#begin());
    this.#onSubmit(this.#signOut, () => this.#end());
  }

  /** The token of the present session. */
  get token(): string | undefined {
    return this.#client.token;
  }

  /** Shows its texts in this language. */
  speak(language: Language): void {
    this.#speak = speakIn(language);
    this.#client = new CateringClient({ token: this.#client.token, language: tags[language] });
    this.#message.textContent = '';
    this.#tell();
  }

  /** Does one thing at a time, and shows why it failed. */
  #onSubmit(form: HTMLFormElement, act: () => Promise<void>): void {
    let isBusy = false;
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      if (isBusy) return;
      isBusy = true;
      this.#message.textContent = '';
      await act().catch((error) => {
        this.#message.textContent = error instanceof CateringError ? error.desc : String(error);
      });
      isBusy = false;
    });
  }

  async #begin(): Promise<void> {
    const plain = this.#password.value;
    this.#password.value = '';
    this.#password.focus();
    const session = await this.#client.signIn(this.#uid.value, plain);
    this.#reference.begin(session.token);
    this.#show(session);
  }

  /** Ends the session. The page forgets it even if the service could not end it. */
  async #end(): Promise<void> {
    await this.#client.signOut().finally(() => {
      this.#client.token = undefined;
      this.#reference.end();
      this.#show(undefined);
    });
  }

  #show(session: SignInResult | undefined): void {
    this.#signIn.hidden = session !== undefined;
    this.#signOut.hidden = session === undefined;
    this.#session = session;
    this.#tell();
    // The element that had the focus has just disappeared.
    if (session) this.#signOut.querySelector('button')?.focus();
    else this.#uid.focus();
  }

  #tell(): void {
    this.#who.textContent = this.#session ? describe(this.#session, this.#speak) : '';
  }
}

/** Such as: yangguang (王校长), unit 1, 系统角色. */
function describe({ uid, name, side, vender, roleName }: SignInResult, speak: Speak): string {
  const place = side === 'business' ? speak('unit', { id: String(vender) }) : speak('platform');
  return [name ? `${uid} (${name})` : uid, place, roleName].filter(Boolean).join(', ');
}

function find<T extends HTMLElement>(id: string, kind: new () => T): T {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`the page has no ${id}`);
  return element;
}
