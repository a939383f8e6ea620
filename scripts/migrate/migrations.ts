import { pinyinOfNames } from './001-pinyin.ts';
import { marksInSmallBuckets } from './002-mark-buckets.ts';
import { tasksOfOld } from './003-tasks.ts';
import { sizesOfMembers } from './004-sizes.ts';
import { countsOfUsers } from './005-user-counts.ts';
import { statesOfUnits } from './006-unit-states.ts';
import { unitsOfVitamins } from './007-vitamins.ts';
import { itemsOfPlatform } from './008-platform-items.ts';
import { figuresOfStarter } from './009-starter-figures.ts';
import type { Migration } from './migration.ts';

/** All migrations by version: 1, 2, 3 and so on. */
export const migrations: readonly Migration[] = [
  pinyinOfNames,
  marksInSmallBuckets,
  tasksOfOld,
  sizesOfMembers,
  countsOfUsers,
  statesOfUnits,
  unitsOfVitamins,
  itemsOfPlatform,
  figuresOfStarter,
];

/** The version of the table that this release needs. */
export const newestVersion = migrations.length;
