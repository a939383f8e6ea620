/** Replaces `@aws-sdk/credential-provider-node` in bundles: Lambda passes a function's role in its environment. */
export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';
