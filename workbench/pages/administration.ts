/** The pages for units, users, settings and the log. They are small, so they are loaded as one file. */
export { LogPage } from './log/log-page.tsx';
export { SettingsPage } from './settings/settings-page.tsx';
export { UnitPage } from './unit/unit-page.tsx';
export { UserPage } from './user/user-page.tsx';
