import { parseArgs } from 'node:util';
import { writeCompanions } from '../../../scripts/build/companions.ts';
import { fillWithDemo } from '../service/demo.ts';
import { serveOverHttp } from '../service/http.ts';
import { startService } from '../service/service.ts';
import { visit } from './visit.ts';

const HELP = `npx node tests/support/workbench/look.ts PATH [options]   takes a picture of a page of the workbench, with demo data
  --as UID            who has signed in: yangguang, lixuemei, zhaolihua, admin …; - for nobody (yangguang)
  --password TEXT     that person's password, where it is another one
  --size 1366x768     the window
  --dark
  --whole             the whole page, not only the window
  --do STEP           any number of steps: click:ROLE=NAME, fill:ROLE=NAME=TEXT, press:KEYS, see:TEXT
  --outline           prints roles and names of what is on the page
  --axe               prints what axe finds
  --out FILE.png      (.build/look.png)
  --against URL       a service that runs already, such as http://127.0.0.1:3000
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...{ as: { type: 'string', default: 'yangguang' }, password: { type: 'string' } },
    ...{ size: { type: 'string', default: '1366x768' }, dark: { type: 'boolean' }, whole: { type: 'boolean' } },
    ...{ do: { type: 'string', multiple: true, default: [] }, outline: { type: 'boolean' }, axe: { type: 'boolean' } },
    ...{ out: { type: 'string', default: '.build/look.png' }, against: { type: 'string' } },
  },
});

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Starts the service from the current sources. */
async function startDemo(): Promise<string> {
  await writeCompanions();
  const service = await startService();
  await fillWithDemo(service);
  return (await serveOverHttp(service)).url;
}

async function look(path: string): Promise<void> {
  const url = values.against?.replace('localhost', '127.0.0.1') ?? (await startDemo());
  const [width = 0, height = 0] = values.size.split('x').map(Number);
  const page = await visit(url, path, {
    as: values.as === '-' ? undefined : values.as,
    ...(values.password === undefined ? {} : { password: values.password }),
    size: [width, height],
    scheme: values.dark ? 'dark' : 'light',
  });
  for (const step of values.do) {
    const [, verb = '', rest = ''] = /^(\w+):(.*)$/s.exec(step) ?? [];
    const [role = '', name = '', text = ''] = rest.split('=');
    if (verb === 'click') await page.click(role, name);
    else if (verb === 'fill') await page.fill(role, name, text);
    else if (verb === 'press') await page.press(rest);
    else if (verb === 'see') await page.see(rest);
    else throw new Error(`no step ${step}`);
  }
  await page.settle();
  await page.picture(values.out, values.whole);
  if (values.outline) say(await page.outline());
  if (values.axe) await page.expectAccessible().catch((error) => say(error.message));
  for (const fault of page.watched.faults) say(`fault: ${fault}`);
  say(`${page.path()} ${values.out}`);
}

const [path] = positionals;
if (path === undefined) say(HELP);
else await look(path).catch((error) => say(error.message));
process.exit();
