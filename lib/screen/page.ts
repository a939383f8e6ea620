import { hash } from 'node:crypto';
import type { ScreenShape, TurningForm } from '../domain/screen/screen.ts';
import type { ScreenView } from '../domain/screen/screen-view.ts';
import { joinMarkup, type Markup, markup, trustedMarkup } from '../text/markup.ts';
import { drawLed } from './led.ts';
import { HUNG_SCREEN_SCRIPT, PHONE_SCRIPT, REFRESH_INTERVAL_S } from './script.ts';
import { styleByForm, writeTurningStyle } from './style.ts';
import { drawWall } from './wall.ts';

const slideSecondsByForm: Readonly<Record<TurningForm, number>> = { wall: 15, led: 8 };
/** The minimum ratio of width to height for the wide shape. */
const minWideRatioByForm: Readonly<Record<TurningForm, number>> = { wall: 1, led: 3 };

export interface ScreenPage {
  readonly html: string;
  /** The Content-Security-Policy: only the page's own script may run, and only its own styles apply. */
  readonly policy: string;
}

/** The version of the drawing. Raise it by hand, as no test asks for it, when the same content is drawn differently. */
const DRAWING_VERSION = 1;
/** The characters of a hash that are kept: of the assets' in hex, of an ETag's in base64url. */
const HASH_LENGTHS = { assets: 12, etag: 22 };
const ASSETS = [HUNG_SCREEN_SCRIPT, PHONE_SCRIPT, ...Object.values(styleByForm)].join('\n');
/** The version of scripts and styles. A screen with another version reloads its page. */
const ASSETS_VERSION = hash('sha256', ASSETS, 'hex').slice(0, HASH_LENGTHS.assets);

interface PageOptions {
  readonly form: TurningForm;
  readonly shape: ScreenShape;
  readonly etag: string;
  /** Whether the workbench shows the page in a frame, as a preview that does not poll for content. */
  readonly isPreview?: boolean;
}

export function drawScreen(options: PageOptions, view: ScreenView): ScreenPage {
  const slides = options.form === 'wall' ? drawWall(view, options.shape) : drawLed(view, options.shape);
  return drawPage(options, slides, view.unitName);
}

/** Draws a page without slides, which polls for content. */
export function drawBlankPage(options: PageOptions): ScreenPage {
  return drawPage(options, [], '');
}

/** Makes the ETag of a page with this version of content. It is weak, since the page is also sent compressed. */
export function makePageEtag(contentVersion: string): string {
  return `W/"${hash('sha256', `${DRAWING_VERSION} ${ASSETS_VERSION} ${contentVersion}`, 'base64url').slice(0, HASH_LENGTHS.etag)}"`;
}

/** The headers that protect the address of a screen: it is a secret. */
export const SECRET_HEADERS = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' };

/** The headers of a page under a secret address: browsers ask before they show a copy, and pass the address on to nobody. */
export function makePageHeaders(etag: string) {
  return { etag, 'cache-control': 'private, no-cache', ...SECRET_HEADERS };
}

function drawPage({ form, shape, etag, isPreview = false }: PageOptions, slides: readonly Markup[], unitName: string) {
  const slideSeconds = slideSecondsByForm[form];
  const turningStyle = writeTurningStyle(slides.length, slideSeconds);
  const reloadSeconds = Math.max(REFRESH_INTERVAL_S, slides.length * slideSeconds);
  const toClass = (slideIndex: number) => (slideIndex === 0 ? 'page on' : 'page');
  const sections = slides.map((slide, index) => markup`<section class="${toClass(index)}">${slide}</section>`);
  const html = markup`<!doctype html>
<html lang="zh-CN" class="${shape}">
<head>
${writeHead(unitName === '' ? '数据大屏' : `${unitName} 今日食谱`, styleByForm[form])}
<noscript><meta http-equiv="refresh" content="${reloadSeconds}">${turningStyle === '' ? '' : markup`<style>${trustedMarkup(turningStyle)}</style>`}</noscript>
</head>
<body>
<main id="content" data-seconds="${slideSeconds}" data-version="${ASSETS_VERSION}" data-wide="${minWideRatioByForm[form]}" data-etag="${etag}"${isPreview ? markup` data-still="yes"` : ''}>${joinMarkup(sections)}</main>
<p id="age" role="status"></p>
<script>${trustedMarkup(HUNG_SCREEN_SCRIPT)}</script>
</body>
</html>
`;
  const allowedStyles = [styleByForm[form], ...(turningStyle === '' ? [] : [turningStyle])];
  return { html: html.toString(), policy: makeContentPolicy(HUNG_SCREEN_SCRIPT, allowedStyles, isPreview) };
}

/** Writes what stands in a page's head element. `refresh` is the element that reloads the page, if any. */
export function writeHead(title: string, style: string, refresh: string | Markup = ''): Markup {
  return markup`<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
${refresh}<link rel="icon" href="data:,">
<title>${title}</title>
<style>${trustedMarkup(style)}</style>`;
}

/** Makes the policy of a page: only its own script, styles and pictures. Our own pages may show a preview in a frame. */
export function makeContentPolicy(script: string, styles: readonly string[], isPreview: boolean): string {
  const hashText = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;
  return `default-src 'none'; script-src ${hashText(script)}; style-src ${styles.map(hashText).join(' ')}; connect-src 'self'; img-src 'self' data:; frame-ancestors '${isPreview ? 'self' : 'none'}'; base-uri 'none'; form-action 'none'`;
}
