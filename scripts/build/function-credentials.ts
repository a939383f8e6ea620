/** In bundles this stands in the place of `@aws-sdk/credential-provider-node`: Lambda gives a function its role here. */
export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';
