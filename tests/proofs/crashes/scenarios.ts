import { digestPassword } from '../../../lib/auth/password.ts';
import { deleteRole } from '../../../lib/store/user/role.ts';
import { addSchool, addUser, draft, ICON } from '../../support/nouns/units.ts';
import type { Examples } from '../../support/service/examples.ts';
import type { Setup } from '../../support/service/setup.ts';
import { addUnits, ask, hire, type Parameters, type Scenario } from './scenario.ts';
import { dishScenarios } from './scenarios-dishes.ts';

/**
 * Endpoints whose repetition does the same again: those that create unnamed things, or a session; and the one whose
 * second password is wrong, which is counted.
 */
const doubling: ReadonlySet<string> = new Set([
  'POST /api/me/password',
  'POST /api/link',
  'POST /api/login',
  'PUT /api/nutrition',
  'PUT /api/dish',
  'PUT /api/dish/copy',
  'PUT /api/dish/sheet.xlsx',
  'PUT /api/menu',
  'PUT /api/screen',
  'PUT /api/menu/copy',
]);
/** More users than one transaction takes a role from. */
const MANY_HOLDERS = 100;
const BOUNDARY = 'x-boundary-x';

/** The plain call of every writing endpoint, and the longer ways of some of them. */
export function listScenarios(examples: Examples): Scenario[] {
  const { service } = examples;
  const routes = [...service.endpoints.values()].filter(({ access }) => access === 'write').map(({ route }) => route);
  const plain = routes.map(
    (route): Scenario => ({
      title: route,
      mayDouble: doubling.has(route),
      prepare: async () => {
        const { token, parameters } = examples.getCall(route);
        return ask(route, parameters, token);
      },
    }),
  );
  return [...plain, ...unitScenarios, ...peopleScenarios, ...otherScenarios, ...dishScenarios];
}

/** A change of a unit that has an icon and one more user, named like the unit. */
function changeOfUnit(title: string, change: (setup: Setup, account: string) => Parameters): Scenario {
  return {
    title: `POST /api/vender: ${title}`,
    prepare: async (setup) => {
      const account = setup.unique('old');
      const { id } = await addSchool(setup.service, account, { icon: ICON });
      await addUser(setup.service, id, `heir-${account}`, [25]);
      return ask('POST /api/vender', { venderId: id, ...change(setup, account) }, setup.admin);
    },
  };
}

const unitScenarios: readonly Scenario[] = [
  {
    title: 'PUT /api/vender with an icon',
    isExtra: true,
    prepare: async (setup) => ask('PUT /api/vender', draft(setup.unique('new'), { icon: ICON }), setup.admin),
  },
  changeOfUnit('another name, a free account, no icon', (setup) => ({
    account: setup.unique('free'),
    name: setup.unique('改名'),
    icon: '',
  })),
  changeOfUnit('the account to a user', (_, account) => ({ account: `heir-${account}`, icon: ICON })),
  changeOfUnit('the account in other letters', (_, account) => ({ account: account.toUpperCase() })),
  changeOfUnit('closed', () => ({ status: 'false', expire: '2030-01-01' })),
];

const peopleScenarios: readonly Scenario[] = [
  {
    title: 'DELETE /api/role with three holders',
    prepare: async (setup) => {
      const roleId = await setup.createRole();
      await hire(setup, roleId, 3);
      return ask('DELETE /api/role', { roleId }, setup.school.token);
    },
  },
  {
    title: `DELETE /api/role with ${MANY_HOLDERS} holders`,
    prepare: async (setup) => {
      const roleId = await setup.createRole();
      await hire(setup, roleId, MANY_HOLDERS);
      return ask('DELETE /api/role', { roleId }, setup.school.token);
    },
  },
  {
    title: 'the sweep after a deletion of a role',
    prepare: async (setup) => {
      const roleId = await setup.createRole();
      await hire(setup, roleId, MANY_HOLDERS);
      await deleteRole(setup.service.deps.db, setup.school.id, roleId, { isTimeUp: () => true });
      return 'sweep';
    },
  },
  {
    title: 'POST /api/login after a wrong password',
    isExtra: true,
    mayDouble: true,
    isLeftToRepetition: true,
    prepare: async (setup) => {
      await failToSignIn(setup, setup.school.account);
      return ask('POST /api/login', { uid: setup.school.account, password: digestPassword(setup.school.password) });
    },
  },
  {
    title: 'POST /api/me/password after a wrong password',
    isExtra: true,
    mayDouble: true,
    isLeftToRepetition: true,
    prepare: async (setup) => {
      const { account, password, token } = setup.school;
      await failToSignIn(setup, account);
      const parameters = { oldPassword: digestPassword(password), newPassword: digestPassword('another') };
      return ask('POST /api/me/password', parameters, token);
    },
  },
];

const otherScenarios: readonly Scenario[] = [
  {
    title: 'PUT /api/nutrition for 20 units',
    mayDouble: true,
    prepare: async (setup) => {
      const units = await addUnits(setup, 20);
      return ask('PUT /api/nutrition', { name: '标准', vendors: units.join(), overflow: '0.5' }, setup.admin);
    },
  },
  {
    title: 'POST /api/nutrition to other units',
    isExtra: true,
    prepare: async (setup) => {
      const units = await addUnits(setup, 3);
      return ask('POST /api/nutrition', { id: await setup.createStandard(), vendors: units.join() }, setup.admin);
    },
  },
  {
    title: 'PUT /api/ingredient/mark by a table',
    prepare: async (setup) => {
      await setup.succeed('PUT /api/ingredient/mark', { nutrient: 'a', mark: '忌用' }, setup.school.token);
      const part = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="files"; filename="marks.csv"\r\n\r\n`;
      const rawBody = Buffer.from(`${part}code,mark\na,\nb,常用\nc,忌用\n\r\n--${BOUNDARY}--\r\n`);
      const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
      return ask('PUT /api/ingredient/mark', {}, setup.school.token, { rawBody, headers });
    },
  },
];

async function failToSignIn({ service }: Setup, uid: string): Promise<void> {
  await service.call('POST /api/login', { uid, password: digestPassword('wrong') });
}
