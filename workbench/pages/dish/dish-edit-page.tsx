import { useLocation } from 'preact-iso/router';
import { api, send } from '../../api/client.ts';
import { openPrinted } from '../../api/file.ts';
import { Loaded, useAsked } from '../../parts/asked.tsx';
import { useOpened } from '../../parts/confirm.tsx';
import { OpenedForm, type Version } from '../../parts/editor.tsx';
import { Page } from '../../parts/page.tsx';
import type { Step } from '../../parts/steps.tsx';
import { toast } from '../../parts/toast.tsx';
import * as dishes from './dish.tsx';
import { copyDish, copying, DeleteDishes } from './dish.tsx';
import { DishFields } from './dish-fields.tsx';
import { Nutrition } from './nutrition.tsx';

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
  return (
    <Page title={asked.answer?.work.name || (id === 0 ? '新建菜品' : '菜品')} about={<a href="/w/dish">全部菜品</a>}>
      <Loaded asked={asked}>{(opened) => <DishEditor opened={opened} onSaved={asked.again} />}</Loaded>
    </Page>
  );
}

type EditorProps = { readonly opened: Version<Draft>; readonly onSaved: () => void };

function DishEditor({ opened, onSaved }: EditorProps) {
  const { id, name } = opened.work;
  const { route } = useLocation();
  const isOwn = dishes.isOwn(opened.work);
  const isFixed = id === 0 ? !dishes.mayCreate() : !(dishes.mayEdit() && isOwn);
  const leaving = useOpened(() => route('/w/dish'));
  const exists = id !== 0;
  const remove = () => leaving.open((ends) => <DeleteDishes dishes={[opened.work]} {...ends} />);
  const copy = async () => route(`/w/dish/edit?id=${await copyDish(opened.work)}`);
  const print = () => openPrinted(`/api/dish/label.html?ids=${id}`);
  const steps: readonly Step[] = [
    { text: '删除', kind: 'danger', act: remove, may: exists && dishes.mayDelete() && isOwn },
    { text: '打印营养标签', kind: 'button', act: print, may: exists && dishes.mayLabel() },
    { text: copying(opened.work), kind: isFixed ? 'main' : 'button', act: copy, may: exists && dishes.mayCreate() },
  ];
  return (
    <>
      {isFixed && <p class="notice">{isOwn ? NOT_ALLOWED : FROM_LIBRARY}</p>}
      <OpenedForm<Draft>
        {...{ draft: `dish ${id}`, opened, what: `菜品「${name}」`, tell: dishes.tellDraft, onSaved, steps, isFixed }}
        read={() => dishes.openDish(id)}
        write={useStore(id)}
        isLong
      >
        {(typed) => (
          <div class="sides">
            <DishFields {...typed} isFixed={isFixed} />
            {dishes.mayLabel() && <Nutrition foods={typed.work.ingredient} />}
          </div>
        )}
      </OpenedForm>
      {leaving.opened}
    </>
  );
}

/** Stores a draft on its version; answers it as it is stored. A new one is shown at its address. */
function useStore(id: number) {
  const { route } = useLocation();
  return async (_: Partial<Draft>, params: object, draft: Draft): Promise<Version<Draft>> => {
    const body = dishes.toForm(draft);
    const update = { body: { id, ...body }, params };
    const answer = await send(id === 0 ? api.PUT('/api/dish', { body }) : api.POST('/api/dish', update));
    const { length } = draft.units;
    toast(`已保存「${draft.name}」${length > 0 ? `，另给了 ${length} 个单位` : ''}`);
    if (id === 0) route(`/w/dish/edit?id=${answer.ids[0]}`, true);
    return { work: { ...draft, units: [] }, etag: answer.etag };
  };
}
