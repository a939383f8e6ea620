import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { MOST_CHARACTERS, policyFor } from '../../../scripts/deploy/policy.ts';
import { listByType, type Template } from '../../support/commands/packaging.ts';

interface Packaged {
  readonly plain: Template;
  readonly tuned: Template;
}

/**
 * The permissions that the handlers of each type of resource need. `schema`: as in the resource's schema in the
 * registry of CloudFormation (localstack-core 2026.3.0 and aws-cfn-resources-schemas 2021.12.29 contain copies),
 * without those for properties that the template does not use (`onlyWith`) and for what never happens. `api`: the
 * schema names none; these are the calls that create, read, change, tag and remove such a thing.
 */
const Handlers = z.record(
  z.string(),
  z.strictObject({
    source: z.enum(['schema', 'api']),
    actions: z.array(z.string()).min(1),
    onlyWith: z.record(z.string(), z.array(z.string())).default({}),
    never: z.record(z.string(), z.array(z.string())).default({}),
  }),
);

const KEY = 'arn:aws-cn:kms:cn-north-1:000000000000:key/0a1b2c3d-0000-0000-0000-000000000000';
const policyOf = (parameters: Readonly<Record<string, string>>, stage = 'test', region = 'cn-north-1') =>
  policyFor({ stage, region, parameters: new Map(Object.entries(parameters)) });
const covers = (pattern: string, action: string) =>
  pattern === action || (pattern.endsWith('*') && action.startsWith(pattern.slice(0, -1)));

/** The tests of the deploying role's policy, in the file that packages the template. */
export function describePolicy(packaged: Packaged): void {
  describe('the policy of the person who deploys', () => {
    const readHandlers = async () =>
      Handlers.parse(JSON.parse(await readFile(`${import.meta.dirname}/handlers.json`, 'utf8')));
    const typesOf = ({ Resources }: Template) => [...new Set(Object.values(Resources).map(({ Type }) => Type))];

    it.each(['plain', 'tuned'] as const)(
      'allows what makes, changes, tags and removes each type of the %s template',
      async (which) => {
        const handlers = await readHandlers();
        const isTuned = which === 'tuned';
        const allowed = policyOf(isTuned ? { tableKeyArn: KEY } : {}).Statement.flatMap(({ Action }) => Action);
        const missing = typesOf(packaged[which]).flatMap((type) => {
          const wanted = handlers[type]?.actions ?? [`${type} stands in handlers.json`];
          const needed = wanted.filter((action) => isTuned || !action.startsWith('kms:'));
          return needed.filter((action) => !allowed.some((pattern) => covers(pattern, action)));
        });
        expect(missing).toEqual([]);
      },
    );

    it('leaves out only what belongs to properties that no resource has', async () => {
      const handlers = await readHandlers();
      const used = Object.entries(handlers).flatMap(([type, { onlyWith }]) =>
        [...listByType(packaged.plain, type), ...listByType(packaged.tuned, type)].flatMap((properties) =>
          Object.keys(onlyWith).filter((name) => name in properties),
        ),
      );
      expect(used).toEqual([]);
    });

    it('allows nothing that no type of the template, the framework or the command asks for', async () => {
      const wanted = Object.values(await readHandlers()).flatMap(({ actions }) => actions);
      const others = policyOf({ tableKeyArn: KEY })
        .Statement.flatMap(({ Action }) => Action)
        .filter((pattern) => !wanted.some((action) => covers(pattern, action)))
        .filter((pattern) => !pattern.startsWith('cloudformation:'));
      expect(others.toSorted()).toEqual([
        // The command tells whether the table is empty.
        ...['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query'],
        // DynamoDB uses the key in the name of the reader.
        'kms:GenerateDataKey',
        // The log of requests at the gateway (`accessLogs`); tags of the log group by the newer calls.
        ...['DeleteLogDelivery', 'GetLogDelivery', 'ListLogDeliveries', 'TagResource', 'UntagResource'].map(
          (name) => `logs:${name}`,
        ),
        'logs:UpdateLogDelivery',
        // The archives.
        ...['s3:DeleteObjectVersion', 's3:PutObject'],
        // The signing keys.
        ...['ssm:AddTagsToResource', 'ssm:GetParameter', 'ssm:PutParameter'],
      ]);
    });

    it('names what it is about: the stage, and nothing of another one', () => {
      const shared = ['Template', 'Gateway', 'AllLogs'];
      for (const { Sid, Resource } of policyOf({}).Statement) {
        const resources = [Resource].flat();
        if (shared.includes(Sid)) continue;
        expect(
          resources.filter((one) => !/catering[-/]test/.test(one)),
          Sid,
        ).toEqual([]);
      }
      const passing = policyOf({}).Statement.find(({ Action }) => Action.includes('iam:PassRole'));
      expect(passing?.Condition).toEqual({ StringEquals: { 'iam:PassedToService': 'lambda.amazonaws.com' } });
      const roles = listByType(packaged.plain, 'AWS::IAM::Role').map(
        ({ RoleName }) => `arn:aws-cn:iam::*:role/${RoleName}`,
      );
      expect(passing?.Resource).toEqual(roles);
    });

    it('covers the names that the template gives', () => {
      const resources = policyOf({}).Statement.flatMap(({ Resource }) => Resource);
      const names = Object.values(packaged.tuned.Resources).flatMap(({ Type, Properties }) => {
        const name = Object.entries(Properties).find(([key]) =>
          /^(Function|Queue|Alarm|Topic|LogGroup|Dashboard)Name$/.test(key),
        );
        return name && Type !== 'AWS::Lambda::Permission' ? [String(name[1])] : [];
      });
      expect(names.length).toBeGreaterThan(15);
      const isCovered = (name: string) =>
        resources.some((one) => covers(one.slice(one.lastIndexOf(':') + 1).replace(/^dashboard\//, ''), name));
      expect(names.filter((name) => !isCovered(name))).toEqual([]);
    });

    it('is of the partition of its region, and fits a managed policy for the longest stage', () => {
      for (const [region, partition] of [
        ['cn-northwest-1', 'aws-cn'],
        ['us-gov-west-1', 'aws-us-gov'],
        ['eu-central-1', 'aws'],
      ] as const) {
        const text = JSON.stringify(policyOf({ tableKeyArn: KEY, table: 't'.repeat(255) }, 's'.repeat(30), region));
        expect(text.replaceAll(KEY, '')).not.toMatch(new RegExp(`arn:(?!${partition}:)`));
        expect(text.length).toBeLessThan(MOST_CHARACTERS);
      }
    });
  });
}
