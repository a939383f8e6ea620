import type { Plugin } from 'esbuild';
import { becomes, type Cut, cutFiles, refuses, replaces } from './cut.ts';
import { endpointResolver } from './sdk-endpoint.ts';
import { environmentCredentials, environmentSettings } from './sdk-environment.ts';
import { isRaised } from './sdk-errors.ts';

const NAME = 'slim-sdk';
const SMITHY = '@smithy/core/dist-es/submodules';
const CORE = '@aws-sdk/core/dist-es/submodules';
const CLIENT = '@aws-sdk/client-dynamodb/dist-es';

/** Endpoints that a service tells its callers: DynamoDB does so only where a setting asks for it, and none does. */
const noEndpointDiscovery = `
export const resolveEndpointDiscoveryConfig = (config) => config;
`;

/** Marks for loops of one Lambda calling another. Nothing is called by way of a table. */
const noRecursionDetection = `
export const getRecursionDetectionPlugin = () => ({ applyToStack() {} });
`;

/** Where requests go is known without the table of all partitions; looking into it says that the region is not there. */
const noPartitions = `
export const partitionsInfo = { partitions: [] };
`;

const cuts: readonly Cut[] = [
  { file: '@aws-sdk/credential-provider-node/dist-es/index.js', change: becomes(environmentCredentials) },
  { file: `${SMITHY}/config/node-config-provider/configLoader.js`, change: becomes(environmentSettings) },
  // DynamoDB's operations have no event streams; the SDK imports them on first use only, which never comes.
  { file: `${SMITHY}/event-streams/index.js`, change: refuses('reading event streams') },
  {
    file: '@aws-sdk/middleware-endpoint-discovery/dist-es/resolveEndpointDiscoveryConfig.js',
    change: becomes(noEndpointDiscovery),
  },
  {
    file: `${CORE}/client/middleware-recursion-detection/getRecursionDetectionPlugin.js`,
    change: becomes(noRecursionDetection),
  },
  { file: `${CLIENT}/endpoint/endpointResolver.js`, change: becomes(endpointResolver) },
  { file: `${CORE}/client/util-endpoints/lib/aws/partitions.js`, change: becomes(noPartitions) },
  {
    file: `${SMITHY}/endpoints/middleware-endpoint/service-customizations/s3.js`,
    change: refuses('what only S3 needs'),
  },
  {
    file: `${SMITHY}/config/config-resolver/regionConfig/getInstanceMetadataRegion.js`,
    change: refuses('the instance metadata service'),
  },
  { file: `${SMITHY}/retry/util-retry/AdaptiveRetryStrategy.js`, change: refuses('the adaptive retry mode') },
  { file: `${SMITHY}/checksum/sha256/Sha256Js.js`, change: refuses('SHA-256 without node:crypto') },
  {
    // Only the version is needed of the whole file.
    file: `${CLIENT}/runtimeConfig.js`,
    change: replaces(
      [/^import packageInfo from "\.\.\/package\.json";$/, 'import { version } from "../package.json";'],
      [/packageInfo\.version/, 'version'],
    ),
  },
  {
    file: `${CLIENT}/schemas/schemas_0.js`,
    change: replaces([
      /^n0_registry\.registerError\((\w+)\$, \1\);$/,
      (registration, name) => (isRaised(name) ? registration : ''),
    ]),
  },
];

/** Replaces the parts of the AWS SDK that a function in Lambda cannot use: more than half of what it would bring. */
export const slimSdk: Plugin = {
  name: NAME,
  setup(build) {
    build.onResolve(
      { filter: /^@aws-sdk\/(credential-provider|token-providers|nested-clients)/ },
      ({ path, importer }) => {
        // A new way into the credential chain (single sign-on, profiles, processes…) must not slip in unnoticed.
        const text = `${path} is not to be bundled (imported by ${importer})`;
        return path === '@aws-sdk/credential-provider-node' ? undefined : { errors: [{ text }] };
      },
    );
    build.onResolve({ filter: /^@aws-sdk\/lib-dynamodb$/ }, async ({ path, pluginData, ...options }) => {
      if (pluginData === NAME) return undefined;
      // Its package file forgets to say so, which keeps its paginators in every bundle.
      return { ...(await build.resolve(path, { ...options, pluginData: NAME })), sideEffects: false };
    });
    return cutFiles(NAME, ['@aws-sdk/client-dynamodb'], cuts).setup(build);
  },
};
