import { digestPassword } from '../../lib/auth/password.ts';
import type { Parameter, Statements } from '../support/statement.ts';

const ownPassword: Parameter = { names: 'nothing', make: (_, home) => digestPassword(home.password) };

export const statements: Statements = {
  'POST /api/login': {
    side: 'public',
    parameters: { uid: { names: 'user', make: (_, home) => home.account }, password: ownPassword },
    operation: 'signIn',
    cost: [3, 5, 11],
  },
  'POST /api/logout': {
    side: 'any',
    parameters: {},
    call: async ({ service, school }) => ({
      token: await service.signIn(school.account, school.password),
      parameters: {},
    }),
    operation: 'signOut',
    cost: [3, 4, 6],
  },
  'GET /api/me': { side: 'any', parameters: {}, cost: [2, 4, 0] },
  'POST /api/me/password': {
    side: 'any',
    parameters: { oldPassword: ownPassword, newPassword: ownPassword },
    call: async (stage) => {
      const person = await stage.createUser();
      const token = await stage.service.signIn(person.uid, person.password);
      const [oldPassword, newPassword] = [digestPassword(person.password), digestPassword('another')];
      return { token, parameters: { oldPassword, newPassword } };
    },
    operation: 'changePassword',
    cost: [3, 9, 13],
  },
};
