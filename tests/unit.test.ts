import { afterAll, beforeAll, expect, it } from 'vitest';
import { digestPassword } from '../lib/auth/password.ts';
import { ADMIN, startService, type TestService } from './support/service.ts';

let service: TestService;
let admin: string;

beforeAll(async () => {
  service = await startService();
  admin = await service.signIn(ADMIN.uid, ADMIN.password);
});
afterAll(() => service.stop());

it('creates a unit', async () => {
  const answer = await service.call(
    'PUT /api/vender',
    {
      account: 'hongqi',
      password: digestPassword('x'),
      name: '红旗小学',
      category: '小学',
      expire: '2030-01-31',
    },
    { token: admin },
  );
  expect(answer.json).toEqual({ code: 200, desc: '成功', success: true });
});
