import { useState } from 'preact/hooks';
import { api, send } from '../../api/client.ts';
import { holds } from '../../api/session.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { RestoredNote, useDraft } from '../../parts/draft.tsx';
import type { Ends } from '../../parts/editor-dialog.tsx';
import { Problem, useSending } from '../../parts/sending.tsx';
import { type Step, Steps } from '../../parts/steps.tsx';
import { type Food, type FoodWork, type Nutrient, toChange, toForm, toWork } from './food.ts';
import { Counting, Figures, Naming } from './food-fields.tsx';

/** What is open above the list: a food of it, a new one, perhaps like another, or the question whether to delete one. */
export interface Open {
  readonly kind: 'food' | 'new' | 'delete';
  readonly food?: Food | undefined;
}

interface FoodEditorProps {
  readonly open: Open;
  readonly begin: (open: Open) => void;
  readonly nutrients: readonly Nutrient[];
  readonly ends: Ends;
  /** Is called when something is saved, although the dialog stays. */
  readonly onChanged: () => void;
}

/** Saves a food; answers what the service doubts, if anything. */
async function store(work: FoodWork, saved: FoodWork | undefined): Promise<string | undefined> {
  const call = saved
    ? api.POST('/api/ingredient', { body: toChange(work, saved) })
    : api.PUT('/api/ingredient', { body: toForm(work) });
  return (await send(call)).desc.split('；')[1];
}

/**
 * A food with its values per 100 g. What the service doubts stands beside the values, which stay open. Units change their
 * own foods, the platform the catalogue.
 */
export function FoodEditor({ open: { kind, food }, begin, nutrients, ends, onChanged }: FoodEditorProps) {
  const isNew = kind === 'new';
  const isEditable = isNew || holds(47) || (food?.own === true && holds(46));
  const [start] = useState(() => toWork(food, isNew));
  const [saved, setSaved] = useState(isNew ? undefined : start);
  const [doubt, setDoubt] = useState<string>();
  const { work, isRestored, change, drop } = useDraft(isNew ? 'food' : `food ${start.code}`, start);
  const { isSending, failure, sending } = useSending();
  const save = async () => {
    const doubted = await store(work, saved);
    drop(work);
    setSaved(work);
    setDoubt(doubted);
    if (doubted === undefined) ends.onDone(`已保存食材「${work.name}」`);
    else onChanged();
  };
  const part = { work, failure, set: change };
  const steps: readonly Step[] = [
    { text: '删除', kind: 'danger', act: () => begin({ kind: 'delete', food }), may: !isNew && isEditable },
    { text: '照此新建', kind: 'button', act: () => begin({ kind: 'new', food }), may: !isNew && holds(46, 47) },
    { text: '关闭', kind: 'button', act: ends.onClose },
  ];
  return (
    <Dialog title={saved ? `食材「${saved.name}」` : '新建食材'} onClose={ends.onClose} wide>
      <form onSubmit={(event) => [event.preventDefault(), sending(save)]}>
        <RestoredNote isRestored={isRestored} onDrop={() => drop(start)} />
        <fieldset class="stack" disabled={!isEditable}>
          <Naming {...part} isCodeFixed={saved !== undefined} />
          <Counting {...part} />
          <Figures {...part} nutrients={nutrients} />
        </fieldset>
        <div role="status">{doubt && <p class="notice warn">已保存。{doubt}</p>}</div>
        <Problem failure={failure} />
        <div class="actions">
          <Steps steps={steps} />
          {isEditable && (
            <button type="submit" class="main" disabled={isSending}>
              保存
            </button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
