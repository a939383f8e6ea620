import { useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { api, send } from '../../api/client.ts';
import { openPrinted } from '../../api/file.ts';
import { Loaded, useAsked } from '../../parts/asked.tsx';
import { useOpened } from '../../parts/dialog.tsx';
import { EditorNotes, useEditor, type Version } from '../../parts/editor.tsx';
import { Page } from '../../parts/page.tsx';
import { Problem, useSending } from '../../parts/sending.tsx';
import { type Step, Steps } from '../../parts/steps.tsx';
import { toast } from '../../parts/toast.tsx';
import * as dishes from './dish.ts';
import { DishFields } from './dish-fields.tsx';
import { copyDish, copying, DeleteDishes } from './dish-steps.tsx';
import { type Detail, Nutrition } from './nutrition.tsx';

type Draft = dishes.Draft;

const NOT_ALLOWED = '您的角色不能修改菜品，只能查看。';
const FROM_LIBRARY = '这是平台菜品库的菜品，只能查看。复制为自己的以后就可以修改。';

/** One dish: made, changed, looked at. */
export function DishEditPage() {
  const id = Number(useLocation().query['id'] ?? 0);
  return <OneDish key={id} id={id} />;
}

function OneDish({ id }: { readonly id: number }) {
  const asked = useAsked('', () => dishes.openDish(id));
  if (asked.answer) return <DishEditor opened={asked.answer} />;
  return (
    <Page title="菜品">
      <Loaded asked={asked}>{() => null}</Loaded>
    </Page>
  );
}

function DishEditor({ opened }: { readonly opened: Version<Draft> }) {
  const { id } = opened.work;
  const store = useStore();
  const read = () => dishes.openDish(id);
  const editor = useEditor<Draft>(
    { draft: `dish ${id}`, read, write: (_, params, draft) => store(draft, params) },
    opened,
  );
  const { work, base, change } = editor;
  const { isSending, failure, sending } = useSending();
  const { details, nameOf } = useDetails(work.ingredient);
  const isFixed = id === 0 ? !dishes.mayCreate() : !(dishes.mayEdit() && dishes.isOwn(opened.work));
  const { name } = base.work;
  const save = () => sending(() => editor.store(work, base));
  const saving: Step = { text: '保存', kind: 'main', act: save, may: !isFixed, isDisabled: isSending };
  return (
    <Page
      title={id === 0 ? '新建菜品' : name}
      about={<a href="/w/dish">全部菜品</a>}
      actions={<Actions saved={base.work} {...{ work, isFixed, saving }} />}
    >
      {isFixed && <p class="notice">{dishes.isOwn(opened.work) ? NOT_ALLOWED : FROM_LIBRARY}</p>}
      <EditorNotes
        {...{ editor, sending, what: `菜品「${name}」` }}
        tell={(draft) => dishes.tellDraft(draft, nameOf)}
      />
      <Problem failure={failure} />
      <div class="dish-sides">
        <DishFields {...{ work, change, failure, nameOf, isFixed }} />
        {dishes.mayLabel() && <Nutrition foods={work.ingredient} {...{ details, nameOf }} />}
      </div>
    </Page>
  );
}

/** Stores a draft on its version; answers it as it is stored. A new one is shown at its address. */
function useStore() {
  const { route } = useLocation();
  return async (draft: Draft, params: object): Promise<Version<Draft>> => {
    const { id, name, units } = draft;
    const body = dishes.toForm(draft);
    const answer = await send(
      id === 0 ? api.PUT('/api/dish', { body }) : api.POST('/api/dish', { body: { id, ...body }, params }),
    );
    toast(`已保存「${name}」${units.length > 0 ? `，另给了 ${units.length} 个单位` : ''}`);
    if (id === 0) route(`/w/dish/edit?id=${answer.ids[0]}`, true);
    return { work: { ...draft, units: [] }, etag: answer.etag };
  };
}

/** What the catalogue says of the ingredients, for whom it is, and what people call them. */
function useDetails(foods: readonly dishes.Food[]) {
  const codes = String(foods.map(({ key }) => key).sort());
  const { answer } = useAsked(codes, async (): Promise<readonly Detail[]> => {
    if (codes === '' || !dishes.mayLabel()) return [];
    return (await send(api.GET('/api/ingredient/select', { params: { query: { codes } } }))).body;
  });
  return useMemo(() => {
    const details = new Map(answer?.map((detail) => [detail.code, detail]));
    return { details, nameOf: (key: string) => details.get(key)?.alias ?? details.get(key)?.name ?? key };
  }, [answer]);
}

interface ActionsProps {
  readonly work: Draft;
  readonly saved: Draft;
  readonly isFixed: boolean;
  readonly saving: Step;
}

function Actions({ work, saved, isFixed, saving }: ActionsProps) {
  const { route } = useLocation();
  const { open, opened } = useOpened(() => route('/w/dish'));
  const { failure, sending } = useSending();
  const [exists, isOwn] = [saved.id !== 0, dishes.isOwn(saved)];
  const isChanged = JSON.stringify(dishes.toForm(work)) !== JSON.stringify(dishes.toForm(saved));
  const remove = () => open((ends) => <DeleteDishes dishes={[saved]} {...ends} />);
  const copy = () => sending(async () => route(`/w/dish/edit?id=${await copyDish(saved)}`));
  const print = () => sending(() => openPrinted(`/api/dish/label.html?ids=${saved.id}`));
  const steps: readonly Step[] = [
    { text: '删除', kind: 'danger', act: remove, may: exists && dishes.mayDelete() && isOwn },
    { text: '打印营养标签', kind: 'button', act: print, may: exists && dishes.mayLabel() },
    { text: copying(saved), kind: isFixed ? 'main' : 'button', act: copy, may: exists && dishes.mayCreate() },
    saving,
  ];
  return (
    <>
      <Problem failure={failure} />
      {!isFixed && <small>{isChanged ? '有改动还没保存' : exists ? '已保存' : ''}</small>}
      <Steps steps={steps} />
      {opened}
    </>
  );
}
