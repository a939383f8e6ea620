/** The pages on units, people and what they did: small ones, which weigh less together. */
export { LogPage } from './log/log-page.tsx';
export { SettingsPage } from './settings/settings-page.tsx';
export { UnitPage } from './unit/unit-page.tsx';
export { UserPage } from './user/user-page.tsx';
