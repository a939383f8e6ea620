import type { Plugin } from 'esbuild';

const NAMESPACE = 'slim-sdk';

/** Lambda hands its role to a function in the environment; no other source of credentials is ever asked. */
const environmentCredentials = `
export const defaultProvider = () => async () => {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env;
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) throw new Error('no AWS credentials in the environment');
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN ? { sessionToken: AWS_SESSION_TOKEN } : {}),
  };
};
`;

/** DynamoDB's operations have no event streams; the SDK imports them on first use only, which never comes. */
const noEventStreams = `
const refuse = () => {
  throw new Error('event streams are left out of the bundle');
};
export { refuse as EventStreamSerde, refuse as eventStreamSerdeProvider };
`;

/** Endpoints that a service tells its callers: DynamoDB does so only where a setting asks for it, and none does. */
const noEndpointCache = `
export class EndpointCache {}
`;

const replacements = new Map([
  ['@aws-sdk/credential-provider-node', environmentCredentials],
  ['@smithy/core/event-streams', noEventStreams],
  ['@aws-sdk/endpoint-cache', noEndpointCache],
]);

/** Replaces the parts of the AWS SDK that a function in Lambda cannot use: about half of the bundle. */
export const slimSdk: Plugin = {
  name: 'slim-sdk',
  setup(build) {
    build.onResolve({ filter: /^@(aws-sdk|smithy)\// }, ({ path, importer }) => {
      if (replacements.has(path)) return { path, namespace: NAMESPACE, sideEffects: false };
      // A new way into the credential chain (single sign-on, profiles, processes…) must not slip in unnoticed.
      const isChain = /^@aws-sdk\/(credential-provider|token-providers|nested-clients)/.test(path);
      return isChain ? { errors: [{ text: `${path} is not to be bundled (imported by ${importer})` }] } : undefined;
    });
    build.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => ({
      contents: replacements.get(path) ?? '',
      loader: 'js',
    }));
  },
};
