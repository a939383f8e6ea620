import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { GetFunctionConfigurationCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { unzipSync } from 'fflate';
import * as z from 'zod';
import { digestPassword } from '../../../lib/auth/password.ts';
import { makeEvent } from '../../support/service/service.ts';
import { CACHE } from '../programs.ts';
import { ADMIN } from './commands.ts';
import { REGION, ROOT, runScript } from './surroundings.ts';

const CALL = `
const [path, event] = process.argv.slice(1);
const { handler } = await import(path);
const reply = await handler(JSON.parse(event), { awsRequestId: 'conform', getRemainingTimeInMillis: () => 15000 });
process.stdout.write('\\nREPLY' + JSON.stringify(reply));
process.exit(0);
`;
const Reply = z.object({ statusCode: z.number(), body: z.string() });
const Answer = z.looseObject({ success: z.literal(true) });
const SignedIn = z.object({ body: z.object({ token: z.string() }) });

type Parameters = Readonly<Record<string, string | number>>;

/** Calls the packaged functions one after another with the settings of the stack. */
export async function callFunctions(stage: string, say: (line: string) => void): Promise<string[]> {
  const folder = await mkdtemp(join(CACHE, 'functions-'));
  const wrong: string[] = [];
  try {
    const call = async (id: string, route: string, parameters: Parameters, token?: string): Promise<unknown> => {
      const result = await callFunction(`catering-${stage}-${id}`, folder, makeEvent(route, parameters, { token }));
      const isRight = typeof result !== 'string';
      say(`${isRight ? 'ok   ' : 'WRONG'} ${route}, by the packaged function ${id}`);
      if (!isRight) wrong.push(`${route}: ${result}`);
      return isRight ? result : {};
    };
    const password = digestPassword(ADMIN.password);
    const signedIn = SignedIn.safeParse(await call('signIn', 'POST /api/login', { uid: ADMIN.uid, password }));
    const token = signedIn.data?.body.token ?? '';
    await call('listUnits', 'GET /api/vender', {}, token);
    await call('createDish', 'PUT /api/dish', { name: '番茄炒蛋', mark: '半荤', poly: '炒' }, token);
    await call('selectDishes', 'GET /api/dish/select', { keyword: '番茄' }, token);
    await call('signOut', 'POST /api/logout', {}, token);
    return wrong;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The parsed answer of a function, or a text where the answer is wrong. */
async function callFunction(name: string, folder: string, event: object): Promise<object | string> {
  const client = new LambdaClient({ region: REGION });
  const found = await client.send(new GetFunctionConfigurationCommand({ FunctionName: name }));
  const archive = await readFile(join(ROOT, '.serverless', `${name.split('-').at(-1)}.zip`));
  const isSame = createHash('sha256').update(archive).digest('base64') === found.CodeSha256;
  if (!isSame) return 'the code that was deployed is another than was packaged';
  for (const [path, contents] of Object.entries(unzipSync(archive))) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), contents);
  }
  const file = join(folder, `${found.Handler?.replace(/\.handler$/, '')}.mjs`);
  const address = process.env['AWS_ENDPOINT_URL'] ?? '';
  // The bundles know AWS's real addresses and no variables of the SDK. Like npm start, these two variables lead them to
  // moto.
  const addresses = { DYNAMODB_ENDPOINT: address, AWS_ENDPOINT_URL_SSM: address, AWS_REGION: REGION };
  const variables = { ...found.Environment?.Variables, ...addresses };
  const outcome = await runScript(['--input-type=module', '-e', CALL, '--', file, JSON.stringify(event)], {
    variables,
  });
  const reply = Reply.safeParse(JSON.parse(outcome.output.split('\nREPLY')[1] ?? '{}')).data;
  if (reply?.statusCode !== 200) return reply ? reply.body : outcome.output;
  return Answer.parse(JSON.parse(reply.body));
}
