/** The pages about units, people and their actions. They are small, so they share one file of code. */
export { LogPage } from './log/log-page.tsx';
export { SettingsPage } from './settings/settings-page.tsx';
export { UnitPage } from './unit/unit-page.tsx';
export { UserPage } from './user/user-page.tsx';
