import type { Random } from '../../../lib/domain/values/random.ts';
import { type Draft, type Mutator, makeMutator, makeSlowMutator, printForm } from './request.ts';
import { crowdedSheets, zipBombs } from './sheets.ts';

const MEGABYTE = 1024 * 1024;
const BOUNDARY = 'fuzz-boundary';
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

/** A part of a multipart body with a file. */
export function filePart(name: string, content: Uint8Array | string, field = 'files'): Buffer {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')]);
}

/** Makes the request an upload of these parts. */
export function setUpload(draft: Draft, parts: readonly Uint8Array[], end = `--${BOUNDARY}--\r\n`): void {
  draft.body = Buffer.concat([...parts, Buffer.from(end)]);
  draft.headers['content-type'] = MULTIPART;
}

/** Every reader of a body must refuse this one. */
function mustFail(draft: Draft): void {
  draft.mustFail ||= !/^(?:GET|\$default)/.test(draft.endpoint.route);
}

const bodies: readonly Mutator[] = [
  makeSlowMutator('body', 'a body of 10 MB', (draft, random) => {
    draft.body = Buffer.alloc(10 * MEGABYTE, random.pick(['a', 'a=b&', '%', '\0', '[']));
    mustFail(draft);
  }),
  makeMutator('body', 'a body of another type', (draft, random) => {
    draft.headers['content-type'] = random.pick(['application/json', 'text/xml', 'text/plain', '', 'a/b;c', '\0']);
    draft.body = Buffer.from(random.pick(['{"id":1,"__proto__":{}}', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', 'x']));
    mustFail(draft);
  }),
  makeMutator('body', 'a form in another encoding', (draft, random) => {
    const [type, encoding] = random.pick([
      ['charset=gbk', 'latin1'],
      ['charset=utf-16', 'utf16le'],
      ['charset="utf-8"', 'utf8'],
      ['charset=utf-8; charset=gbk', 'utf8'],
    ] as const);
    draft.headers['content-type'] = `application/x-www-form-urlencoded; ${type}`;
    draft.body = Buffer.from(printForm(draft), encoding);
  }),
  makeMutator('body', 'a compressed body', (draft, random) => {
    draft.headers['content-encoding'] = random.pick(['gzip', 'br', 'deflate']);
    draft.body = Buffer.from('1f8b0800000000000003cb48cdc9c95728cf2fca49010085114a0d0b000000', 'hex');
  }),
  makeMutator('body', 'bytes drawn at random', (draft, random) => {
    draft.body = Buffer.from(Array.from({ length: 1 + random.below(2000) }, () => random.below(256)));
  }),
];

const uploads: readonly Mutator[] = [
  makeMutator('body', 'multipart without end', (draft, random) => {
    const part = filePart('a.csv', 'code,mark\na,常用\n');
    setUpload(draft, [part.subarray(0, 1 + random.below(part.length - 1))], '');
    mustFail(draft);
  }),
  makeMutator('body', 'multipart without a boundary that fits', (draft, random) => {
    setUpload(draft, [filePart('a.csv', 'code,mark\n')]);
    const types = ['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=other'];
    draft.headers['content-type'] = random.pick([...types, `multipart/form-data; boundary=${'b'.repeat(10_000)}`]);
    mustFail(draft);
  }),
  makeSlowMutator('body', 'multipart of thousands of parts', (draft, random) => {
    const part = filePart('a.csv', 'code,mark\n', random.pick(['files', 'other', '__proto__', '']));
    setUpload(draft, Array(random.pick([11, 60, 5000])).fill(part));
    mustFail(draft);
  }),
  makeMutator('body', 'multipart with odd headers', (draft, random) => {
    const name = random.pick([
      '../../etc/passwd.csv',
      'a\0.csv',
      '.csv',
      `${'n'.repeat(100_000)}.csv`,
      '=1+1.csv',
      'x"; y="z',
    ]);
    const head = random.pick(['', 'Content-Transfer-Encoding: base64\r\n', `X: ${'x'.repeat(100_000)}\r\n`, '\0\r\n']);
    const part = filePart(name, 'code,mark\n').toString('latin1').replace('\r\n', `\r\n${head}`);
    setUpload(draft, [Buffer.from(part, 'latin1')]);
  }),
];

const sheets: readonly Mutator[] = [
  makeMutator('body', 'a workbook with a formula', (draft) => {
    setUpload(draft, [filePart('f.xlsx', crowdedSheets.formula())]);
    mustFail(draft);
  }),
  makeSlowMutator('body', 'a zip bomb', (draft, random) => {
    setUpload(draft, [filePart('b.xlsx', zipBombs[random.below(zipBombs.length)]?.() ?? '')]);
    mustFail(draft);
  }),
  makeMutator('body', 'a damaged workbook', (draft, random) =>
    setUpload(draft, [filePart('d.xlsx', damage(crowdedSheets.plain(), random))]),
  ),
  makeSlowMutator('body', 'a list gone wrong as CSV', (draft, random) => {
    const rows = [
      '"',
      'a,常用',
      'a,?',
      ',常用',
      '=1+1,常用',
      '\0,忌用',
      `${'a'.repeat(2000)},常用`,
      '\ud800,常用',
      'b',
    ];
    const lines = Array.from({ length: random.pick([1, 20, 25_000]) }, () => random.pick(rows));
    const header = random.pick(['code,mark', 'code,mark,mark', 'mark', '', '编码;标记', '\ufeffcode,mark']);
    setUpload(draft, [filePart('a.csv', `${header}\n${lines.join('\n')}\n`)]);
  }),
];

const headers: readonly Mutator[] = [
  makeMutator('headers', 'a token that is none', (draft, random) => {
    const forms = ['', 'Bearer', 'Bearer ', 'Basic YTpi', 'Bearer a.b.c', 'Bearer \0', 'bearer null', 'Bearer a b'];
    draft.headers['authorization'] = random.pick([...forms, `Bearer ${'a'.repeat(100_000)}`, `${' '.repeat(50_000)}x`]);
    draft.mustFail ||= draft.endpoint.callers !== 'public';
  }),
  makeMutator('headers', 'headers in masses', (draft, random) => {
    const masses = [
      'en;q=0.1,'.repeat(10_000),
      '*'.repeat(50_000),
      ';'.repeat(50_000),
      'a-'.repeat(20_000),
      '\0',
      'q=q=q',
    ];
    draft.headers[random.pick(['accept-language', 'accept', 'x-forwarded-for', 'cookie'])] = random.pick(masses);
  }),
  makeMutator('headers', 'headers of a repeated or conditional request', (draft, random) => {
    const values = [
      '*',
      '"1"',
      'W/"1"',
      '',
      '0',
      '"',
      '-1',
      '长',
      '\0',
      'a'.repeat(256),
      'k',
      '"1", "2"',
      ','.repeat(9999),
    ];
    draft.headers[random.pick(['If-Match', 'Idempotency-Key', 'if-none-match', 'IDEMPOTENCY-KEY'])] =
      random.pick(values);
  }),
  makeMutator('headers', 'headers that are the names of something inherited', (draft, random) => {
    Object.assign(draft.headers, { constructor: 'x', toString: 'y', [random.pick(['__PROTO__', 'valueOf'])]: 'z' });
  }),
];

/** Everything that concerns bodies, uploads and headers. */
export const bodyMutators: readonly Mutator[] = [...bodies, ...uploads, ...sheets, ...headers];

/** Changes some bytes, or cuts off the end. */
function damage(bytes: Uint8Array, random: Random): Uint8Array {
  const damaged = Uint8Array.from(bytes);
  for (let times = 1 + random.below(20); times > 0; times--) damaged[random.below(damaged.length)] = random.below(256);
  return random.happens(0.3) ? damaged.subarray(0, random.below(damaged.length)) : damaged;
}
