import { hash } from 'node:crypto';
import { describeReason, type Language, languageTags, type Reason } from '../errors.ts';
import { markup } from '../text/markup.ts';
import { SECRET_HEADERS, writeHead } from './page.ts';
import { REFRESH_INTERVAL_S } from './script.ts';

/** The texts name `REFRESH_INTERVAL_S`, which is a minute. */
const TRY_LATER = { zh: '一分钟后会自动重试。', en: 'This page tries again in a minute.' };
const NEW_ADDRESS_ZH = '新建数据大屏时会告知新的地址，家长请向学校索取。';
const SHOWN_WHEN = 'is shown when a screen is created; parents, please ask the school.';
const CHECK_ADDRESS = { zh: `请核对地址；${NEW_ADDRESS_ZH}`, en: `Check the address. A new one ${SHOWN_WHEN}` };
/** The advice for people in front of a screen. After any other reason they can only wait. */
const adviceByReason: Partial<Record<Reason, Readonly<Record<Language, string>>>> = {
  not_found: CHECK_ADDRESS,
  screen_not_found: CHECK_ADDRESS,
  screen_deleted: { zh: NEW_ADDRESS_ZH, en: `A new address ${SHOWN_WHEN}` },
};

/** Lengths are in vmin, hundredths of the shorter side, so that the page suits a television and a wide panel. */
const STYLE = `*{margin:0;padding:0}
body{padding:14vmin 10vmin;background:#faf7ef;color:#22302a;font-family:"PingFang SC","Noto Sans CJK SC","Microsoft YaHei",sans-serif}
h1{font-size:12vmin;line-height:1.3;color:#1d6b45}
p{margin-top:5vmin;font-size:7vmin;line-height:1.4}`;

const POLICY = `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

/** The headers of an error page. The page's address may still be secret, and no cache may store the page. */
export const errorPageHeaders = { ...SECRET_HEADERS, 'cache-control': 'no-store', 'content-security-policy': POLICY };

export function drawScreenErrorPage(reason: Reason, language: Language): string {
  return drawErrorPage(reason, language, { advice: adviceByReason[reason] ?? TRY_LATER, reloadsItself: true });
}

interface ErrorPageFacts {
  readonly advice: Readonly<Record<Language, string>>;
  /** As a screen's page does: nobody is there to reload it, and even a deleted screen may be restored. */
  readonly reloadsItself?: boolean;
}

/** Draws an error page for whoever opens an address: that of a screen, or of a page to print. */
export function drawErrorPage(reason: Reason, language: Language, { advice, reloadsItself }: ErrorPageFacts): string {
  const message = describeReason(reason, language);
  const refresh = reloadsItself ? markup`<meta http-equiv="refresh" content="${REFRESH_INTERVAL_S}">\n` : '';
  return markup`<!doctype html>
<html lang="${languageTags[language]}">
<head>
${writeHead(message, STYLE, refresh)}
</head>
<body>
<main>
<h1>${message}</h1>
<p>${advice[language]}</p>
</main>
</body>
</html>
`.toString();
}
