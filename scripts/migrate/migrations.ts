import { pinyinOfNames } from './001-pinyin.ts';
import type { Migration } from './migration.ts';

/** Every migration there is, by version: 1, 2, 3 and so on. */
export const migrations: readonly Migration[] = [pinyinOfNames];

/** The version that this release of the service knows. */
export const newestVersion = migrations.length;
