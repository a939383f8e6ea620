import { readFile, stat } from 'node:fs/promises';
import { parseYaml } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';

const GITHUB = '.github/workflows/ci.yml';
const GITLAB = '.gitlab-ci.yml';
const IMAGE = 'node:24-bookworm';

const read = async (file: string) => parseYaml(await readFile(file, 'utf8'));
const Steps = z.strictObject({
  'runs-on': z.literal('ubuntu-24.04'),
  container: z.literal(IMAGE),
  'timeout-minutes': z.number(),
  steps: z.tuple([z.strictObject({ uses: z.string() }), z.strictObject({ run: z.string() })]),
});
const Workflow = z.strictObject({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions: z.strictObject({ contents: z.literal('read') }),
  concurrency: z.looseObject({ group: z.string() }),
  jobs: z.strictObject({ gate: Steps }),
});
const Pipeline = z.strictObject({
  gate: z.strictObject({
    image: z.literal(IMAGE),
    timeout: z.string(),
    interruptible: z.boolean(),
    script: z.array(z.string()),
  }),
});

describe('the gate', () => {
  it('is all that GitHub runs, for each push and each request to merge, with no right but to read', async () => {
    const { on, jobs } = Workflow.parse(await read(GITHUB));
    expect(Object.keys(on)).toEqual(['push', 'pull_request']);
    expect(jobs.gate.steps).toEqual([{ uses: 'actions/checkout@v4' }, { run: '.ci/run' }]);
  });

  it('is all that GitLab runs', async () => {
    const { gate } = Pipeline.parse(await read(GITLAB));
    expect(gate.script).toEqual(['.ci/run']);
  });

  it('can be run: it is a program, of the shell that the image has', async () => {
    const { mode } = await stat('.ci/run');
    expect(mode & 0o111).toBe(0o111);
    expect(await readFile('.ci/run', 'utf8')).toMatch(/^#!\/usr\/bin\/env bash\n/);
  });

  it('runs on the Node of the functions', async () => {
    const [, major = ''] = /node:(\d+)/.exec(IMAGE) ?? [];
    expect(await readFile('serverless.yml', 'utf8')).toContain(`runtime: nodejs${major}.x`);
  });

  it.each([GITHUB, GITLAB, '.ci/run'])(
    'is told by %s without the name of a host, a secret or a token',
    async (file) => {
      expect(await readFile(file, 'utf8')).not.toMatch(/https?:|registry|secrets\.|[_-]token|\.(com|org|io|cn)\b/i);
    },
  );
});
