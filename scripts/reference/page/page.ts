import type { Language } from '../../../lib/errors.ts';
import { forms } from './forms.ts';
import { json } from './json.ts';
import { recallLanguage, rememberLanguage, tags } from './language.ts';
import { links } from './links.ts';
import { keepNamed } from './names.ts';
import { digestPasswords } from './passwords.ts';
import { pictures } from './pictures.ts';
import { references } from './references.ts';
import { rendererWords } from './renderer-words.ts';
import { SignInBar } from './sign-in-bar.ts';
import { speakIn, writeWords } from './speak.ts';
import { translation } from './translation.ts';

/** The parts of the renderer that we use. */
interface Renderer {
  preauthorizeApiKey(scheme: string, token: string): void;
  readonly authActions: { logout(schemes: readonly string[]): void };
}

/** A request before it is sent. */
interface Request {
  readonly url: string;
  readonly headers: Record<string, string>;
  body?: unknown;
}

/** The script before this one defines it. */
declare const SwaggerUIBundle: (settings: object) => Renderer;

/** The security scheme of the document. */
const SCHEME = 'session';

const main = find('reference');
const button = find('language');
let language = recallLanguage();
let renderer: Renderer;

const bar = new SignInBar({
  begin: (token) => renderer.preauthorizeApiKey(SCHEME, token),
  end: () => renderer.authActions.logout([SCHEME]),
});

/** Draws everything in the language, at the place of the address. The session stays; what was filled in does not. */
function draw(): void {
  writeWords(language);
  button.lang = tags[otherThan(language)];
  bar.speak(language);
  const place = document.createElement('div');
  main.replaceChildren(place);
  renderer = render(place, language);
}

function render(place: Element, spoken: Language): Renderer {
  const speak = speakIn(spoken);
  const here = SwaggerUIBundle({
    url: 'openapi.json',
    domNode: place,
    // The validator is a service elsewhere.
    validatorUrl: null,
    docExpansion: 'list',
    // Opening a call puts its name into the address; such an address opens the call.
    deepLinking: true,
    syntaxHighlight: { theme: 'tomorrow-night' },
    defaultModelsExpandDepth: -1,
    displayRequestDuration: true,
    filter: true,
    // No session outlives the page.
    persistAuthorization: false,
    requestInterceptor: (request: Request) => {
      // The language of the document, and of the answers to calls that are tried out.
      request.headers['Accept-Language'] = tags[spoken];
      return digestPasswords(request);
    },
    plugins: [
      json,
      translation(spoken === 'zh' ? rendererWords : new Map()),
      forms(speak),
      links,
      pictures(speak),
      references,
    ],
    // Only now the renderer knows the schemes of the document.
    onComplete: () => {
      if (bar.token !== undefined) here.preauthorizeApiKey(SCHEME, bar.token);
    },
  });
  return here;
}

function otherThan(one: Language): Language {
  return one === 'zh' ? 'en' : 'zh';
}

function find(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no ${id}`);
  return element;
}

button.addEventListener('click', () => {
  language = otherThan(language);
  rememberLanguage(language);
  draw();
});
draw();
keepNamed(document.body, (word, values) => speakIn(language)(word, values));
