/** Lambda hands its role to a function in the environment; no other source of credentials is ever asked. */
export const environmentCredentials = `
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

/** Settings of the SDK come from the environment or are as usual: there is no `~/.aws` in Lambda to look into. */
export const environmentSettings = `
export const loadConfig = ({ environmentVariableSelector, default: usual }, options) => async () =>
  environmentVariableSelector(process.env, options) ?? (typeof usual === 'function' ? usual() : usual);
`;
