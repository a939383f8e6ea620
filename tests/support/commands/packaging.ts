import { execFile } from 'node:child_process';
import { copyFile, cp, mkdtemp, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';

const run = promisify(execFile);

const ROOT = join(import.meta.dirname, '../../..');
/** A home without an AWS account. It is not deleted, because the framework caches in it what it compiles on its first run. */
const HOME = join(ROOT, '.build/packaging');
/** The folders that packaging only reads. */
const READ_FOLDERS = ['lib', 'node_modules', 'operations', 'scripts', 'tables', 'workbench'];
const SETTINGS = ['serverless.yml', 'package.json', 'tsconfig.json'];

const Template = z.looseObject({
  Conditions: z.record(z.string(), z.unknown()).optional(),
  Outputs: z.record(z.string(), z.unknown()).optional(),
  Resources: z.record(
    z.string(),
    z.looseObject({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) }),
  ),
});
/** The parts of a packaged template that tests read. */
export type Template = z.output<typeof Template>;

const Policy = z.object({
  PolicyDocument: z.object({
    Statement: z.array(z.looseObject({ Effect: z.string(), Action: z.unknown(), Resource: z.unknown() })),
  }),
});

/** Runs `serverless package` in a copy of the project, into `target`, as on a machine without an AWS account. */
export async function runPackage(
  project: string,
  target: string,
  parameters: readonly string[] = [],
): Promise<Template> {
  const serverless = dirname(createRequire(import.meta.url).resolve('serverless/package.json'));
  const options = parameters.flatMap((parameter) => ['--param', parameter]);
  const command = [join(serverless, 'bin/serverless.js'), 'package', '--stage', 'test', '--package', target];
  const env = { PATH: process.env['PATH'], HOME };
  await run(process.execPath, [...command, ...options], { cwd: project, env });
  return Template.parse(JSON.parse(await readFile(join(target, 'cloudformation-template-update-stack.json'), 'utf8')));
}

/** Makes a project of its own, since packaging works in the project's folders. */
export async function copyProject(folder: string): Promise<string> {
  const copy = await mkdtemp(join(folder, 'project-'));
  for (const name of READ_FOLDERS) await symlink(join(ROOT, name), join(copy, name));
  await cp(join(ROOT, 'functions'), join(copy, 'functions'), { recursive: true });
  for (const name of SETTINGS) await copyFile(join(ROOT, name), join(copy, name));
  return copy;
}

/** Properties of all resources of one type. */
export function listByType({ Resources }: Template, type: string): Record<string, unknown>[] {
  return Object.values(Resources).flatMap((resource) => (resource.Type === type ? [resource.Properties] : []));
}

/** The statements of all policies among the candidates. */
export function readStatements(candidates: unknown) {
  const policies = [candidates].flat().map((candidate) => Policy.safeParse(candidate).data);
  return policies.flatMap((policy) => policy?.PolicyDocument.Statement ?? []);
}

/** The folder and the environment of a script; by default this folder, and no variables. */
interface Surroundings {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a script in a process of its own, and returns the JSON that it prints. */
export async function runModule(script: string, args: readonly string[], { cwd, env = {} }: Surroundings = {}) {
  const command = ['--input-type=module', '-e', script, '--', ...args];
  const { stdout } = await run(process.execPath, command, { cwd, env: { ...env } });
  const printed: unknown = JSON.parse(stdout);
  return printed;
}
