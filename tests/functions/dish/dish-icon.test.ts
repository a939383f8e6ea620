import { describe, expect, it } from 'vitest';
import { DishBench, FACTOR } from '../../support/nouns/dishes.ts';
import { addSchool, badInput, failure, pictureVersion } from '../../support/nouns/units.ts';
import { openPlatform } from '../../support/service/open.ts';

const PNG = 'data:image/png;base64,iVBORw0KGgo=';
const WEBP = 'data:image/webp;base64,UklGRgAA';
const decodeIcon = (icon: string) => Buffer.from(icon.slice(icon.indexOf(',') + 1), 'base64');

const { service, admin } = await openPlatform();
const bench = new DishBench(service, admin);
/** The school's dishes: with a picture, with the name of a file, with nothing. */

const ask = (
  route: string,
  parameters: Readonly<Record<string, string | number>>,
  token = school.token,
  headers: Readonly<Record<string, string>> = {},
) => service.call(route, parameters, { token, headers });
const shown = (parameters: Readonly<Record<string, string | number>>, token?: string) =>
  ask('GET /api/dish/icon', parameters, token);

/** The answer's parts that matter for a picture. */
const toFacts = ({ status, headers, bytes }: Awaited<ReturnType<typeof shown>>) => [
  status,
  headers['content-type'],
  headers['etag'],
  headers['cache-control'],
  Buffer.from(bytes),
];

const school = await addSchool(service, 'school');
const other = await addSchool(service, 'other');
const drawn = await bench.add(school.id, { icon: PNG });
const named = await bench.add(school.id, { icon: 'tomato.png' });
const bare = await bench.add(school.id);

describe('GET /api/dish/icon', () => {
  it('answers the bytes with their ETag, to be asked for again each time', async () => {
    const etag = `"${pictureVersion(PNG)}"`;
    expect(toFacts(await shown({ id: drawn }))).toEqual([200, 'image/png', etag, 'private, no-cache', decodeIcon(PNG)]);
    const again = await ask('GET /api/dish/icon', { id: drawn }, school.token, { 'if-none-match': etag });
    expect(toFacts(again)).toEqual([304, 'image/png', etag, 'private, no-cache', Buffer.alloc(0)]);
  });

  it('is good for ever under the version that lists tell, and under no other', async () => {
    for (const icons of ['true', 'false']) {
      const { content } = (await ask('GET /api/dish', { icons })).json.body;
      const versions = content.map(({ iconVersion }: { iconVersion: string }) => iconVersion);
      expect(versions).toEqual(['', '', pictureVersion(PNG)]);
    }
    const { iconVersion } = await bench.getById(drawn);
    expect(toFacts(await shown({ id: drawn, v: iconVersion }))[3]).toBe('private, max-age=31536000, immutable');
    for (const v of ['', 'old', iconVersion.toLowerCase()]) {
      expect(toFacts(await shown({ id: drawn, v }))[3]).toBe('private, no-cache');
    }
  });

  it('has another version once the picture is another, and stays the same where it is sent again', async () => {
    const id = await bench.add(school.id, { icon: PNG });
    const first = await bench.getById(id);
    await bench.succeed('POST /api/dish', { id, icon: PNG });
    expect(await bench.getById(id)).toEqual(first);
    await bench.succeed('POST /api/dish', { id, icon: WEBP });
    expect((await bench.getById(id)).iconVersion).toBe(pictureVersion(WEBP));
    const answer = await shown({ id, v: first.iconVersion });
    const expected = [200, 'image/webp', `"${pictureVersion(WEBP)}"`, 'private, no-cache', decodeIcon(WEBP)];
    expect(toFacts(answer)).toEqual(expected);
    await bench.succeed('POST /api/dish', { id, icon: '' });
    expect((await bench.getById(id)).iconVersion).toBe('');
    expect((await shown({ id })).json).toEqual(failure(404, 'thing_not_found'));
  });

  it('is copied with its dish', async () => {
    const { headers } = await bench.call('PUT /api/dish/copy', { id: drawn, vendors: other.id });
    const copied = await shown({ id: Number(headers['catering-ids']), v: pictureVersion(PNG) }, other.token);
    expect(toFacts(copied)[4]).toEqual(decodeIcon(PNG));
  });

  it('is 404 where there is none, or only the name of a file', async () => {
    for (const id of [named, bare]) expect((await shown({ id })).json).toEqual(failure(404, 'thing_not_found'));
  });

  it("is shown of the own unit's dishes and the library's, to the platform of all, else 404 as of one that never was", async () => {
    const library = await bench.add(0, { icon: WEBP });
    expect(toFacts(await shown({ id: library }))[4]).toEqual(decodeIcon(WEBP));
    expect(toFacts(await shown({ id: drawn }, admin))[4]).toEqual(decodeIcon(PNG));
    for (const id of [drawn, other.id * FACTOR + 99]) {
      expect((await shown({ id }, other.token)).json).toEqual(failure(404, 'dish_not_found'));
    }
  });

  it('names the bad field', async () => {
    expect((await shown({})).json).toEqual(badInput(['id', { code: 'required' }]));
    const max = Number.MAX_SAFE_INTEGER;
    expect((await shown({ id: 0 })).json).toEqual(badInput(['id', { code: 'integer', min: 1, max }]));
    expect((await shown({ id: drawn, v: 'v'.repeat(101) })).json).toEqual(
      badInput(['v', { code: 'too_long', max: 100 }]),
    );
  });
});

describe('GET /api/vender/icon', () => {
  const logo = (parameters: Readonly<Record<string, string | number>>, token?: string) =>
    ask('GET /api/vender/icon', parameters, token);

  it('answers the logo of the own unit, to the platform that of any, with the version that lists tell', async () => {
    expect((await logo({})).json).toEqual(failure(404, 'thing_not_found'));
    await bench.succeed('POST /api/vender', { venderId: school.id, icon: WEBP });
    const version = pictureVersion(WEBP);
    const expected = [200, 'image/webp', `"${version}"`, 'private, no-cache', decodeIcon(WEBP)];
    expect(toFacts(await logo({}))).toEqual(expected);
    expect(toFacts(await logo({ vender: school.id }, admin))).toEqual(expected);
    for (const icons of ['true', 'false']) {
      const { content } = (await ask('GET /api/vender', { icons }, admin)).json.body;
      const icon = icons === 'true' ? WEBP : '';
      expect(content[1]).toMatchObject({ id: school.id, icon, iconVersion: version });
    }
    expect(toFacts(await logo({ v: version }))[3]).toBe('private, max-age=31536000, immutable');
  });

  it('is 403 of another unit, and 404 of one that is not there', async () => {
    expect((await logo({ vender: other.id })).json).toEqual(failure(403, 'foreign_unit'));
    expect((await logo({ vender: 9999 }, admin)).json).toEqual(failure(404, 'unit_not_found'));
    expect((await logo({}, admin)).json).toEqual(failure(404, 'thing_not_found'));
  });
});
