import { useLocation } from 'preact-iso/router';
import { api, send } from '../../api/client.ts';
import { getEnums } from '../../api/enums.ts';
import { holds } from '../../api/session.ts';
import { Loaded, useAsked } from '../../parts/asked.tsx';
import { EditorNotes, useEditor } from '../../parts/editor.tsx';
import { TextField } from '../../parts/field.tsx';
import { Page } from '../../parts/page.tsx';
import { toast } from '../../parts/toast.tsx';
import { UnitChoice } from '../../parts/unit-choice.tsx';
import { Figures } from './figures.tsx';
import { differencesOf, NEW_STANDARD, readStandard, type StandardWork, toFigures, toNaming } from './standard.ts';

/** A standard, by its id, with what its editor needs. 0: a new one, whose figures follow when it has a name and units. */
async function openStandard(id: number) {
  const [{ nutrient: nutrients }, opened] = await Promise.all([getEnums(), readStandard(id)]);
  return { id, opened, nutrients };
}

/** A standard in a page of its own, to be read or to be changed. */
export function StandardView({ id }: { readonly id: number }) {
  const asked = useAsked(String(id), () => openStandard(id));
  return (
    <Page title={asked.answer?.opened.name || '新建营养标准'} about={<a href="/w/standard">营养标准列表</a>}>
      <Loaded asked={asked}>
        {(answer) => (
          <div class="stack">
            <p class="faint">
              每人每天的推荐量。空着的不作判断；UL 是再多就有害的量；偏离最少或最多不超过 {answer.opened.overflow} %
              的，仍算适量。
            </p>
            {holds(id === 0 ? 6 : 7) ? (
              <StandardEditor {...answer} />
            ) : (
              <Figures work={answer.opened} nutrients={answer.nutrients} />
            )}
          </div>
        )}
      </Loaded>
    </Page>
  );
}

/** Stores a standard on its version. A new one is shown at its address then. */
function useStore(id: number): (work: StandardWork) => Promise<StandardWork> {
  const { route } = useLocation();
  return async (work) => {
    const body = toNaming(work);
    const header = work.etag === undefined ? {} : { 'If-Match': work.etag };
    const update = { body: { id, ...body, ...toFigures(work) }, params: { header } };
    const answer = await send(id === 0 ? api.PUT('/api/nutrition', { body }) : api.POST('/api/nutrition', update));
    toast(`已保存营养标准「${work.name}」`);
    if (id !== 0) return { ...work, etag: answer.etag };
    route(holds(7) ? `/w/standard?id=${answer.ids[0]}` : '/w/standard', true);
    return NEW_STANDARD;
  };
}

function StandardEditor({ id, opened, nutrients }: Awaited<ReturnType<typeof openStandard>>) {
  const options = { name: `standard ${id}`, opened, store: useStore(id), read: () => readStandard(id) };
  const editor = useEditor<StandardWork>(options);
  const { work, saved, failure, change, save, take } = editor;
  const field = (name: 'name' | 'overflow') => ({
    ...{ value: work[name], onValue: (text: string) => change({ [name]: text }), wrong: failure?.about(name) },
    ...{ required: true, maxLength: 100 },
  });
  const setUnits = (vendors: number[]) => change({ vendors });
  const onFigure = (place: string, text: string) => change({ figures: { ...work.figures, [place]: text } });
  return (
    <form class="stack" onSubmit={(event) => [event.preventDefault(), save()]}>
      <div class="columns">
        <div class="stack">
          <TextField label="名称" {...field('name')} />
          <TextField label="允许偏差 %" {...field('overflow')} />
        </div>
        <UnitChoice label="分给单位" values={work.vendors} onValues={setUnits} wrong={failure?.about('vendors')} />
      </div>
      {id !== 0 && <Figures {...{ work, nutrients, onFigure, failure }} />}
      <div class="saving">
        <EditorNotes editor={editor} what={`营养标准「${saved.name}」`} differencesOf={differencesOf} />
        <div class="actions">
          <button type="submit" class="main" disabled={editor.isSending}>
            {id === 0 ? '保存，再填推荐量' : '保存'}
          </button>
          <button type="button" disabled={work === saved} onClick={() => take(saved)}>
            放弃修改
          </button>
        </div>
      </div>
    </form>
  );
}
