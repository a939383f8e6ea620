import { findEnumText } from '../../api/enums.ts';
import { holds } from '../../api/session.ts';
import { ChooseOne, ChooseSome, TextField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form.tsx';
import { useQuery } from '../../parts/page.tsx';
import { listMenus } from '../planner/menu-calls.ts';
import { createScreen, forms, type ScreenFacts } from './screens.ts';

interface NewScreenProps {
  readonly onCreated: (screen: ScreenFacts, address: string) => void;
  readonly onClose: () => void;
}

/** The dialog for a new screen. */
export function NewScreen({ onCreated, onClose }: NewScreenProps) {
  const allowedForms = (['wall', 'led', 'phone'] as const).filter((form) => holds(forms[form].item));
  const work: ScreenFacts = { name: '', form: allowedForms[0] ?? 'wall', levels: [] };
  const { data: groups = [] } = useQuery('groups', listGroups);
  const write = async (facts: ScreenFacts) => void onCreated(facts, await createScreen(facts));
  const formChoices = allowedForms.map((value) => ({ value, text: forms[value].name }));
  const nameField = { label: '名称', hint: '挂在哪里或给谁看就叫什么，例如：一楼食堂', maxLength: 100, required: true };
  return (
    <FormDialog
      {...{ title: '新建大屏', submitLabel: '新建并取得地址', initial: { work }, write, onClose }}
      // The address dialog replaces this one.
      onSaved={() => undefined}
    >
      {({ field }) => (
        <>
          <TextField {...nameField} {...field('name')} />
          <ChooseOne label="用什么屏" choices={formChoices} {...field('form')} />
          {groups.length > 1 && (
            <ChooseSome label="显示哪些人群（不选就是全部）" choices={groups.map(toChoice)} {...field('levels')} />
          )}
        </>
      )}
    </FormDialog>
  );
}

const toChoice = (group: string) => ({ value: group, text: findEnumText('activity', group) });

/** Reads the groups of the newest menus. Without permission the screen shows all groups. */
async function listGroups(): Promise<string[]> {
  if (!holds(29)) return [];
  const { content: menus } = await listMenus({ pageSize: 20 });
  return [...new Set(menus.flatMap(({ groups }) => groups.map(({ name }) => name)))];
}
