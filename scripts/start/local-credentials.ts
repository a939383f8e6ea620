/** Credentials for emulators. They are never real ones: `npm start` must not reach any account. */
export const localCredentials = { AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' } as const;
