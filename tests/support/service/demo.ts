import { createFirstStandards } from '../../../lib/store/standard.ts';
import { loadStarterDishes, loadStarterFoods, starterStandards } from '../../../scripts/command/starter.ts';
import { type Call, createDemo, RefusedCall } from '../../../scripts/start/demo.ts';
import { Attachment } from '../files/attachment.ts';
import { ADMIN, type TestService } from './service.ts';

/** Fills a service with the starter catalogue, the library and the demo data, as `npm start` does. */
export async function fillWithDemo(service: TestService): Promise<Readonly<Record<string, string>>> {
  return createDemo(await prepareDemo(service));
}

/** Loads the starter catalogue, the library and the first standards, and returns what the demo data is created with. */
export async function prepareDemo(service: TestService): Promise<Parameters<typeof createDemo>[0]> {
  await loadStarterFoods(service.deps.db);
  await loadStarterDishes(service.deps.db, service.deps.now());
  await createFirstStandards(service.deps.db, starterStandards);
  const call: Call = async (route, form, token) => {
    const parameters = Object.entries(form).map(([name, value]) => {
      return [name, typeof value === 'object' ? new Attachment(value.fileName, value.content) : value] as const;
    });
    const answer = await service.call(route, Object.fromEntries(parameters), { token });
    if (answer.status !== 200) throw new RefusedCall(`${route}: ${answer.text}`);
    const createdIds = String(answer.headers['catering-ids'] ?? '');
    return { ids: createdIds.split(',').map(Number), body: answer.json.body };
  };
  const admin = await service.signIn(ADMIN.uid, ADMIN.password);
  return { call, admin, now: service.deps.now() };
}
