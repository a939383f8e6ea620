/** What emulators take for credentials. Never real ones: `npm start` must not be able to reach an account. */
export const localCredentials = { AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' } as const;
