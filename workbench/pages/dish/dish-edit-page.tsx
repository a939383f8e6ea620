import { useLocation } from 'preact-iso/router';
import { api, send } from '../../api/client.ts';
import { openPrinted } from '../../api/file.ts';
import { Loaded, useAsked } from '../../parts/asked.tsx';
import { useOpened } from '../../parts/dialog.tsx';
import { OpenedForm, type Version } from '../../parts/editor.tsx';
import { Page } from '../../parts/page.tsx';
import { Problem, useSending } from '../../parts/sending.tsx';
import type { Step } from '../../parts/steps.tsx';
import { toast } from '../../parts/toast.tsx';
import * as dishes from './dish.ts';
import { DishFields } from './dish-fields.tsx';
import { copyDish, copying, DeleteDishes } from './dish-steps.tsx';
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
  const isFixed = id === 0 ? !dishes.mayCreate() : !(dishes.mayEdit() && dishes.isOwn(opened.work));
  const { steps, rest } = useSteps(opened.work, isFixed);
  return (
    <>
      {isFixed && <p class="notice">{dishes.isOwn(opened.work) ? NOT_ALLOWED : FROM_LIBRARY}</p>}
      <OpenedForm<Draft>
        {...{ draft: `dish ${id}`, opened, what: `菜品「${name}」`, tell: dishes.tellDraft, onSaved, steps, isFixed }}
        read={() => dishes.openDish(id)}
        write={async (_, params, draft) => {
          const body = dishes.toForm(draft);
          const update = { body: { id, ...body }, params };
          const answer = await send(id === 0 ? api.PUT('/api/dish', { body }) : api.POST('/api/dish', update));
          const { length } = draft.units;
          toast(`已保存「${draft.name}」${length > 0 ? `，另给了 ${length} 个单位` : ''}`);
          if (id === 0) route(`/w/dish/edit?id=${answer.ids[0]}`, true);
          return { work: { ...draft, units: [] }, etag: answer.etag };
        }}
        isLong
      >
        {(typed) => (
          <div class="dish-sides">
            <DishFields {...typed} isFixed={isFixed} />
            {dishes.mayLabel() && <Nutrition foods={typed.work.ingredient} />}
          </div>
        )}
      </OpenedForm>
      {rest}
    </>
  );
}

/** What else can be done with a dish that is saved, and what that opens or is refused for. */
function useSteps(saved: Draft, isFixed: boolean) {
  const { route } = useLocation();
  const { open, opened } = useOpened(() => route('/w/dish'));
  const { failure, sending } = useSending();
  const [exists, isOwn] = [saved.id !== 0, dishes.isOwn(saved)];
  const remove = () => open((ends) => <DeleteDishes dishes={[saved]} {...ends} />);
  const copy = () => sending(async () => route(`/w/dish/edit?id=${await copyDish(saved)}`));
  const print = () => sending(() => openPrinted(`/api/dish/label.html?ids=${saved.id}`));
  const steps: readonly Step[] = [
    { text: '删除', kind: 'danger', act: remove, may: exists && dishes.mayDelete() && isOwn },
    { text: '打印营养标签', kind: 'button', act: print, may: exists && dishes.mayLabel() },
    { text: copying(saved), kind: isFixed ? 'main' : 'button', act: copy, may: exists && dishes.mayCreate() },
  ];
  const rest = (
    <>
      <Problem failure={failure} />
      {opened}
    </>
  );
  return { steps, rest };
}
