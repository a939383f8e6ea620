import { describe, expect, it } from 'vitest';
import { joinMarkup, markup, trustedMarkup } from '../../../lib/text/markup.ts';

describe('markup', () => {
  it('escapes texts, between tags and in attributes', () => {
    const name = '<b title="x">A & B</b>';
    expect(String(markup`<p title="${name}">${name}</p>`)).toBe(
      '<p title="&lt;b title=&quot;x&quot;&gt;A &amp; B&lt;/b&gt;">&lt;b title=&quot;x&quot;&gt;A &amp; B&lt;/b&gt;</p>',
    );
  });

  it('makes texts printable, and leaves what the template says as it is', () => {
    expect(String(markup`　<p>${'a\n\u202Eb\u0000c'}</p>\n`)).toBe('　<p>a bc</p>\n');
  });

  it('takes markup, lists and numbers as they are', () => {
    const items = ['<1>', '2'].map((one) => markup`<li>${one}</li>`);
    expect(String(markup`<ul data-count="${0}">${items}${['&', markup`<hr>`]}</ul>`)).toBe(
      '<ul data-count="0"><li>&lt;1&gt;</li><li>2</li>&amp;<hr></ul>',
    );
  });

  it('escapes what is joined, and what was made a text again', () => {
    expect(String(joinMarkup(['<', markup`<br>`], '、'))).toBe('&lt;、<br>');
    expect(String(markup`${`${markup`<br>`}`}`)).toBe('&lt;br&gt;');
  });

  it('takes our own text as it is', () => {
    expect(String(markup`<style>${trustedMarkup('a>b{content:"&"}')}</style>`)).toBe('<style>a>b{content:"&"}</style>');
  });
});
