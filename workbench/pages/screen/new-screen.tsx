import { useState } from 'preact/hooks';
import { findEnumText } from '../../api/enums.ts';
import { holds } from '../../api/session.ts';
import { EditorDialog } from '../../parts/editor-dialog.tsx';
import { bindFields, ChooseOne, ChooseSome, TextField } from '../../parts/field.tsx';
import { useQuery } from '../../parts/query.tsx';
import { listMenus } from '../planner/menu-calls.ts';
import { createScreen, forms, type ScreenFacts } from './screens.ts';

interface NewScreenProps {
  readonly onCreated: (screen: ScreenFacts, address: string) => void;
  readonly onClose: () => void;
}

/** The dialog for a new screen. */
export function NewScreen({ onCreated, onClose }: NewScreenProps) {
  const allowedForms = (['wall', 'led', 'phone'] as const).filter((form) => holds(forms[form].item));
  const [facts, setFacts] = useState<ScreenFacts>({ name: '', form: allowedForms[0] ?? 'wall', levels: [] });
  const { data: groups = [] } = useQuery('groups', listGroups);
  const change = (changes: Partial<ScreenFacts>) => setFacts({ ...facts, ...changes });
  const create = async () => onCreated(facts, await createScreen(facts));
  // The address dialog replaces this one.
  const onDone = () => undefined;
  const formChoices = allowedForms.map((value) => ({ value, text: forms[value].name }));
  const nameField = { label: '名称', hint: '挂在哪里或给谁看就叫什么，例如：一楼食堂', maxLength: 100, required: true };
  return (
    <EditorDialog title="新建大屏" submitLabel="新建并取得地址" run={create} {...{ onDone, onClose }}>
      {(failure) => {
        const field = bindFields(facts, change, failure);
        return (
          <>
            <TextField {...nameField} {...field('name')} />
            <ChooseOne label="用什么屏" choices={formChoices} {...field('form')} />
            {groups.length > 1 && (
              <ChooseSome label="显示哪些人群（不选就是全部）" choices={groups.map(toChoice)} {...field('levels')} />
            )}
          </>
        );
      }}
    </EditorDialog>
  );
}

const toChoice = (group: string) => ({ value: group, text: findEnumText('activity', group) });

/** Reads the groups of the newest menus. Without permission the screen shows all groups. */
async function listGroups(): Promise<string[]> {
  if (!holds(29)) return [];
  const { content: menus } = await listMenus({ pageSize: 20 });
  return [...new Set(menus.flatMap(({ groups }) => groups.map(({ name }) => name)))];
}
