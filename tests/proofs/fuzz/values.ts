import type { Random } from '../../../lib/domain/values/random.ts';
import { type Draft, type Mutator, makeMutator, makeSlowMutator, printForm } from './request.ts';

const MANY = 100_000;

/** A parameter of no endpoint, for endpoints without parameters. */
const STRAY = 'stray';

const texts: Readonly<Record<string, readonly string[]>> = {
  'a number of another type': ['NaN', 'Infinity', '-1', '0', '1e309', '0x10', '1.5', '１２', '9007199254740993', '+1'],
  'a text of another type': ['null', 'undefined', 'true', '[]', '{}', '[object Object]', '""'],
  'nothing or blanks': ['', ' ', '\t', '\u3000', '\u200b'],
  'a control character': ['\0', 'a\0b', '\u0001', 'a\r\nSet-Cookie: x=1', '\u007f', '\u0085', '\u001b[31m'],
  'half of a character': ['\ud800', 'a\udc00b', '\udbff\udbff'],
  'odd characters': ['\u202eabc', '👩‍👩‍👧‍👦', 'ﬀ', '\ufeff', '\ufffd', '\uffff', 'İ', 'ß', 'a\u0300'.repeat(50)],
  'a bad date': ['9999-99-99', '2026-02-30', '0000-00-00', '2026-1-1', '-000001-01-01', '2026-01-01T00:00:00Z'],
  'a formula': ['=1+1', '@SUM(A1)', '+cmd|x', '-2+3'],
  'an expression of a store': [
    '{"$gt":""}',
    ':v0',
    '#pk',
    'attribute_exists(pk)',
    "' OR 1=1--",
    '#{x}',
    'V#1',
    '../..',
  ],
  'a list gone wrong': ['1,,2', ',', '1,1', '1;2', '[1,2]', ' 1 , 2 ', '0,-1', `${'1,'.repeat(600)}1`],
  'JSON gone wrong': ['{"a":}', '[1,2', '{"a":1,"a":2}', '{"a":1e999}', '[null]', '{"":""}', '"\\ud800"', 'NaN'],
  'JSON with keys of prototypes': [
    '{"__proto__":{"a":1}}',
    '{"constructor":{"prototype":{"a":1}}}',
    '[{"__proto__":1,"key":"a","value":1}]',
    '{"轻体力":{"__proto__":{"min":1,"max":2}}}',
  ],
};

const ofText = Object.entries(texts).map(
  ([name, list]): Mutator => ({
    name,
    part: 'pairs',
    change: (draft, random) => setAny(draft, random, random.pick(list)),
  }),
);

const sizes: readonly Mutator[] = [
  { name: 'a text of some length', part: 'pairs', change: (draft, random) => setAny(draft, random, grow(random)) },
  makeSlowMutator('pairs', 'deep JSON', (draft, random) => {
    const depth = random.pick([200, 5000, MANY]);
    const [open, close] = random.pick([
      ['[', ']'],
      ['{"a":', '}'],
    ] as const);
    setAny(draft, random, `${open.repeat(depth)}1${random.happens(0.5) ? close.repeat(depth) : ''}`);
  }),
  makeSlowMutator('pairs', 'wide JSON', (draft, random) => {
    const wide = Array.from({ length: 20_000 }, (_, index) => `"k${index}":${index}`).join(',');
    setAny(draft, random, random.pick([`{${wide}}`, `[${'1,'.repeat(MANY)}1]`, `{"a":{${wide}}}`]));
  }),
  makeSlowMutator('pairs', '100,000 parameters', (draft, random) => {
    const name = random.happens(0.3) ? () => 'same' : (index: number) => `p${index}`;
    for (let index = 0; index < MANY; index++) draft.pairs.push([name(index), '']);
  }),
];

const names: readonly Mutator[] = [
  makeMutator(
    'pairs',
    'a parameter left out',
    ({ pairs }, random) => void pairs.splice(random.below(pairs.length + 1), 1),
  ),
  makeMutator('pairs', 'a parameter twice', (draft, random) => {
    const [name, value] = draft.pairs.length > 0 ? random.pick(draft.pairs) : [STRAY, ''];
    draft.pairs.push([name, value], [name, random.pick(['', value])]);
  }),
  makeMutator('pairs', 'a parameter that is the name of something inherited', ({ pairs }, random) => {
    const inherited = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__proto__[items]'];
    for (const name of inherited) if (random.happens(0.6)) pairs.push([name, random.pick(['1', '{"a":1}', ''])]);
  }),
  makeMutator('pairs', 'a parameter of another endpoint', ({ pairs }, random) => {
    const name = random.pick([
      'vender',
      'venderId',
      'vendors',
      'id',
      'ids',
      'uid',
      'roleId',
      'side',
      'from',
      'pageSize',
    ]);
    pairs.push([name, random.pick(['0', '1', '2', '999999999', 'admin'])]);
  }),
  makeMutator('pairs', 'two values exchanged', ({ pairs }, random) => {
    if (pairs.length < 2) return;
    const [one, other] = [random.pick(pairs), random.pick(pairs)];
    [one[1], other[1]] = [other[1], one[1]];
  }),
  makeMutator('pairs', 'a name in other letters', ({ pairs }, random) => {
    if (pairs.length > 0) random.pick(pairs)[0] += random.pick([' ', '[]', '\0', '.a']);
  }),
];

const escapes: readonly Mutator[] = [
  ['a broken percent escape', ['%', '%G1', '%u0041', '%%', '%2', '%E4%B8', '%00%']],
  ['bytes that are no UTF-8', ['%FF%FE', '%C0%80', '%ED%A0%80', '%F8%88%80%80%80', '%80']],
  [
    'separators in masses',
    ['&'.repeat(5000), '='.repeat(5000), '&=&='.repeat(2000), '+'.repeat(5000), ';'.repeat(500)],
  ],
].map(
  ([name, pieces]): Mutator => ({
    name: String(name),
    part: 'form',
    change: (draft, random) => {
      const form = printForm(draft);
      const index = random.below(form.length + 1);
      draft.form = form.slice(0, index) + random.pick([pieces ?? ''].flat()) + form.slice(index);
    },
  }),
);

const noise: Mutator = {
  name: 'letters exchanged in the form',
  part: 'form',
  change: (draft, random) => {
    const letters = [...printForm(draft)];
    for (let times = 1 + random.below(5); times > 0; times--) {
      letters[random.below(letters.length)] = String.fromCharCode(random.below(random.pick([128, 65_536])));
    }
    draft.form = letters.join('');
    draft.encoding = random.pick(['base64', 'plain']);
  },
};

/** Everything that concerns parameters: types, sizes, encodings, names. */
export const valueMutators: readonly Mutator[] = [...ofText, ...sizes, ...names, ...escapes, noise];

/** Sets one of the parameters that the endpoint knows or the call has. */
function setAny(draft: Draft, random: Random, value: string): void {
  const known = Object.keys(draft.endpoint.input.shape);
  const name = known.length > 0 ? random.pick(known) : STRAY;
  const pair = draft.pairs.find(([one]) => one === name);
  if (pair) pair[1] = value;
  else draft.pairs.push([name, value]);
}

function grow(random: Random): string {
  const piece = random.pick(['a', '长', '😀', '9', '[', 'data:image/png;base64,AAAA', '%']);
  const length = random.pick([65, 101, 501, 1001, 60_000, 900_000]);
  return piece.repeat(Math.ceil(length / piece.length));
}
