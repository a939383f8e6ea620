import { forms } from './forms.ts';
import { links } from './links.ts';
import { keepNamed } from './names.ts';
import { digestPasswords } from './passwords.ts';
import { pictures } from './pictures.ts';
import { SignInBar } from './sign-in-bar.ts';

/** What we use of the renderer. */
interface Renderer {
  preauthorizeApiKey(scheme: string, token: string): void;
  readonly authActions: { logout(schemes: readonly string[]): void };
}

/** Defined by the script before this one. */
declare const SwaggerUIBundle: (settings: object) => Renderer;

/** The security scheme of the document. */
const SCHEME = 'session';

const renderer = SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#reference',
  // It would ask a service elsewhere.
  validatorUrl: null,
  docExpansion: 'list',
  // An address with the name of a call, which unfolding it makes, opens there.
  deepLinking: true,
  syntaxHighlight: { theme: 'tomorrow-night' },
  defaultModelsExpandDepth: -1,
  displayRequestDuration: true,
  filter: true,
  // Nothing of a session outlives the page.
  persistAuthorization: false,
  requestInterceptor: digestPasswords,
  plugins: [forms, links, pictures],
});

keepNamed(document.body);

new SignInBar({
  begin: (token) => renderer.preauthorizeApiKey(SCHEME, token),
  end: () => renderer.authActions.logout([SCHEME]),
});
