import { useState } from 'preact/hooks';
import { api, Failure, NO_NUMBER, read, type Schemas, send } from '../../../api/client.ts';
import { listEnumChoices, toEnumText } from '../../../api/enums.ts';
import { Actions, Dialog, showToast } from '../../../parts/actions.tsx';
import { addDays, today, toMonday } from '../../../parts/dates.ts';
import type { Version } from '../../../parts/editor.tsx';
import { bindFields, ChooseSome, SelectField, TextField, toChoices } from '../../../parts/field.tsx';
import { Form, type FormProps, type FormState } from '../../../parts/form.tsx';
import { parseNumber } from '../../../parts/format.ts';
import { PageLink, useQuery } from '../../../parts/page.tsx';
import { compareLatestFirst, listMenus, type MenuFacts, makeMenuName } from '../menu-calls.ts';
import type { MenuDialogProps } from '../open-menu.ts';
import { type Meal, mealNames } from '../week.ts';

interface FactsProps extends Pick<FormProps<MenuFields>, 'draftKey' | 'read' | 'write' | 'submitLabel'> {
  readonly title: string;
  /** The saved version; absent for a new menu. */
  readonly initial?: Version<MenuFields>;
  readonly onClose: () => void;
}

type FieldsProps = FormState<MenuFields> & { readonly standards: readonly Standard[] };

/** The dialog for a menu's name, days, meals, groups and nutrition standard. */
export function FactsDialog({ title, initial, ...form }: FactsProps) {
  const factsQuery = useQuery('facts', async () => {
    const [standards, lastMenu] = await Promise.all([listStandards(), initial ? undefined : findLastMenu()]);
    return { standards, version: initial ?? { work: newFacts(standards, lastMenu) } };
  });
  return (
    <Dialog title={title} onClose={form.onClose} isWide>
      {factsQuery.draw(({ standards, version }) => (
        <Form {...form} initial={version} subject="食谱设置" describe={describeFacts} onSaved={form.onClose}>
          {(fields) => (
            <>
              <MainFields {...fields} standards={standards} />
              {!initial && <SameDays {...fields.work} />}
              <Groups {...fields} standards={standards} />
            </>
          )}
        </Form>
      ))}
    </Dialog>
  );
}

/** Edits the facts of an open menu. Their text serves as its version, since the menu's `ETag` changes with each item. */
export function FactsEditor({ menu, onClose }: MenuDialogProps) {
  const { id } = menu;
  const toVersion = (work: MenuFields) => ({ work, etag: JSON.stringify(work) });
  const readCurrent = () => toVersion(toFields(menu.facts.value));
  const [initial] = useState(readCurrent);
  const read = async () => readCurrent();
  const write: FactsProps['write'] = async (fields, { params: { header } }) => {
    // Saves the items and reads other people's changes.
    await menu.callWhenSaved(async () => undefined);
    if (header['If-Match'] !== readCurrent().etag)
      throw new Failure({ reason: 'changed_meanwhile', desc: '同事刚改了食谱设置' });
    const body = { id, ...toBody(fields) };
    await menu.callWhenSaved((etag) => send(api.POST('/api/menu', { params: { header: { 'If-Match': etag } }, body })));
    showToast('已保存食谱设置。');
    return toVersion(fields);
  };
  return <FactsDialog title="食谱设置" draftKey={`head ${id}`} {...{ initial, read, write, onClose }} />;
}

/** Names the menus of these days: a second one is allowed, but not by mistake. */
function SameDays({ start, days }: Pick<MenuFields, 'start' | 'days'>) {
  const { data: menus = [] } = useQuery(`${start} ${days}`, async () => {
    if (start === '') return [];
    return (await listMenus({ from: start, to: addDays(start, Number(days) - 1), pageSize: 5 })).content;
  });
  if (menus.length === 0) return null;
  return (
    <p class="notice warn">
      这几天已有{' '}
      {menus.map(({ id, name, state }) => (
        <PageLink key={id} to={`/w/planner?id=${id}`}>{`「${name}」（${state}）`}</PageLink>
      ))}
      ，再建就是第二份。
    </p>
  );
}

const dayChoices = Array.from({ length: 7 }, (_, index) => ({ value: String(index + 1), text: `${index + 1} 天` }));

const MainFields = ({ field, standards }: FieldsProps) => (
  <div class="grid">
    <TextField label="名称" maxLength={100} {...field('name')} />
    <TextField label="第一天" type="date" {...field('start')} />
    <SelectField label="天数" choices={dayChoices} {...field('days')} />
    <SelectField label="营养标准" none="不评" choices={standards.map(toChoice)} {...field('standard')} />
    <ChooseSome label="供应哪几餐" choices={listEnumChoices('meal')} {...field('meals')} />
  </div>
);

const MAX_GROUPS = 10;

function Groups({ work, change, failure, standards }: FieldsProps) {
  const { groups } = work;
  const isFull = groups.length >= MAX_GROUPS;
  const addGroup = () => change({ groups: [...groups, newGroup(groups[0]?.level)] });
  return (
    <fieldset class="stack">
      <legend>谁来吃</legend>
      <div class="ruled">
        {groups.map((group, index) => (
          <GroupEditor
            // biome-ignore lint/suspicious/noArrayIndexKey: groups have no other key than their index
            key={index}
            {...{ group, facts: work, standards }}
            messageFor={(field) => failure?.messageFor(`groups.${index}.${field}`)}
            onChange={(changes) =>
              change({ groups: groups.map((current) => (current === group ? { ...current, ...changes } : current)) })
            }
            onRemove={() => change({ groups: groups.filter((current) => current !== group) })}
          />
        ))}
      </div>
      <Actions actions={[{ text: '再加一个人群', kind: 'button', run: addGroup, isDisabled: isFull }]} />
    </fieldset>
  );
}

interface GroupProps {
  readonly facts: MenuFields;
  readonly standards: readonly Standard[];
  readonly group: GroupFields;
  readonly messageFor: (field: string) => string | undefined;
  readonly onChange: (changes: Partial<GroupFields>) => void;
  readonly onRemove: () => void;
}

/** The fields of a group: who they are and what they avoid come first. Its own standard and meals are unfolded if set. */
function GroupEditor({ group, facts, standards, messageFor, onChange, onRemove }: GroupProps) {
  const field = bindFields(group, onChange, { messageFor });
  const standard = standards.find(({ id }) => String(id) === (group.standard || facts.standard));
  const levelChoices = toChoices(standard?.levels ?? []);
  const factorHint = standard && proposeFactor(standard, group.level);
  const specialFields = ['standard', 'meals'] as const;
  const meals = listEnumChoices('meal').filter(({ value }) => facts.meals.includes(value));
  return (
    <fieldset class="grid narrow" aria-label={group.name || group.level || '新的人群'}>
      <TextField label="人群名称" placeholder={group.level} maxLength={52} {...field('name')} />
      <ChooseSome label="不吃" choices={listEnumChoices('allergen')} {...field('avoid')} />
      <TextField label="活动水平" suggestions={levelChoices} maxLength={50} {...field('level')} />
      <TextField label="人数" type="number" {...field('people')} />
      <TextField label="份量倍数" type="number" step="any" hint={factorHint} {...field('factor')} />
      <Actions actions={[{ text: '去掉', kind: 'danger', run: onRemove, isDisabled: facts.groups.length === 1 }]} />
      <details open={specialFields.some((name) => group[name].length > 0 || messageFor(name) !== undefined)}>
        <summary class="faint">单独的标准和餐次</summary>
        <div class="grid">
          <ChooseSome label="只吃这几餐（不选就是每餐）" choices={meals} {...field('meals')} />
          <SelectField
            {...{ label: '单独的营养标准', none: '同食谱', choices: standards.map(toChoice), ...field('standard') }}
          />
        </div>
      </details>
    </fieldset>
  );
}

type Standard = Awaited<ReturnType<typeof listStandards>>[number];

/** The typed fields of a group. The service fills in empty ones. */
interface GroupFields extends Readonly<Record<'name' | 'level' | 'people' | 'factor' | 'standard', string>> {
  readonly avoid: readonly string[];
  /** An empty list means all meals. */
  readonly meals: readonly string[];
}

/** The typed fields of a menu without its items. */
export interface MenuFields extends Readonly<Record<'name' | 'start' | 'days' | 'standard', string>> {
  readonly meals: readonly string[];
  readonly groups: readonly GroupFields[];
}

const newGroup = (level = ''): GroupFields => ({
  ...{ level, name: '', people: '', factor: '1', standard: '', avoid: [], meals: [] },
});

/** Like the last menu, one week later, but not in the past. The first menu gets the unit's first standard. */
function newFacts(standards: readonly Standard[], lastMenu: MenuFacts | undefined): MenuFields {
  const nextMonday = addDays(toMonday(today()), 7);
  const mondayAfter = lastMenu ? addDays(toMonday(lastMenu.start), 7) : nextMonday;
  const start = mondayAfter > nextMonday ? mondayAfter : nextMonday;
  const [standard] = standards;
  const defaults = { days: '5', meals: ['breakfast', 'lunch', 'dinner'], groups: [newGroup(standard?.levels[0])] };
  const fields = lastMenu ? toFields(lastMenu) : { ...defaults, standard: String(standard?.id ?? '') };
  return { ...fields, name: makeMenuName(start, Number(fields.days)), start };
}

const toFields = ({ name, start, days, meals, standard, groups }: MenuFacts): MenuFields => ({
  ...{ name, start, days: String(days), meals, standard: String(standard ?? '') },
  groups: groups.map((group) => ({
    ...{ level: group.level, name: group.name === group.level ? '' : group.name, avoid: group.avoid },
    ...{ people: String(group.people), factor: String(group.factor), standard: String(group.standard ?? '') },
    meals: group.meals.length === meals.length ? [] : group.meals,
  })),
});

export const toBody = ({ name, start, days, meals, standard, groups }: MenuFields) => ({
  ...{ name, start, days: Number(days), meals: meals.join(',') },
  standard: standard === '' ? NO_NUMBER : Number(standard),
  groups: groups.map((group) => ({
    ...{ level: group.level, people: parseNumber(group.people), factor: parseNumber(group.factor) },
    ...(group.name !== '' && { name: group.name }),
    ...(group.standard !== '' && { standard: Number(group.standard) }),
    ...(group.meals.length > 0 && { meals: group.meals.filter((meal) => meals.includes(meal)) as Meal[] }),
    ...(group.avoid.length > 0 && { avoid: group.avoid as Schemas['Allergen'][] }),
  })),
});

const toChoice = ({ id, name }: Standard) => ({ value: String(id), text: name });

async function listStandards() {
  const standards = [await read('/api/nutrition/select')].flat();
  return standards.map((standard) => ({ ...standard, levels: Object.keys(standard.ingredient) }));
}

const findLastMenu = async (): Promise<MenuFacts | undefined> =>
  (await listMenus({ pageSize: 10 })).content.sort(compareLatestFirst)[0];

/** The energy of a day at 9 to 11 years, in kJ, for whose portions the library's dishes are written (WS/T 554-2017). */
const USUAL_ENERGY_KJ = 8368;

/** Proposes a group's portions by the energy of its standard, in steps of 0.05, if that is for a band of age. */
function proposeFactor({ band, ingredient }: Standard, level: string): string | undefined {
  const { min, max } = ingredient[level]?.['能量'] ?? ingredient[level]?.['energy'] ?? {};
  if (band === undefined || min === undefined || max === undefined) return undefined;
  const factor = Math.round(((min + max) / 2 / USUAL_ENERGY_KJ) * 20) / 20;
  return `按${toEnumText('band', band)}标准建议 ${factor.toFixed(2).replace(/0$/, '')}`;
}

const describeGroup = ({ name, level, people, factor, avoid }: GroupFields): string =>
  `${name || level} ${people} 人 ×${factor}${avoid.length > 0 ? ` 不吃${avoid.join('、')}` : ''}`;

const describeFacts = ({ name, start, days, meals, groups }: MenuFields) => ({
  ...{ 名称: name, 第一天: start, 天数: days },
  餐次: meals.map((meal) => mealNames[meal as Meal]).join('、'),
  人群: groups.map(describeGroup).join('，'),
});
