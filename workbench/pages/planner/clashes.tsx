import { useState } from 'preact/hooks';
import { ChooseOne } from '../../parts/choices.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { placeName } from './place.ts';
import type { Choice, Clash, OpenMenu } from './state.ts';
import { type Item, keyOf } from './week.ts';

/** Asks whose setting stays where somebody else has set the same dish; at once, and later again by a button. */
export function Clashes({ open }: { readonly open: OpenMenu }) {
  const [isAsking, setAsking] = useState(true);
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map());
  const clashes = open.clashes.value.flatMap(toAsked);
  const choiceOf = (key: string) => choices.get(key) ?? 'mine';
  const settle = () => open.settle(new Map(clashes.map(({ key }) => [key, choiceOf(key)])));
  if (!isAsking) {
    return (
      <button type="button" class="high" onClick={() => setAsking(true)}>
        同事也改了，请选择
      </button>
    );
  }
  return (
    <Dialog title="同事也改了同样的菜" onClose={() => setAsking(false)}>
      <div class="stack">
        <p>其余的修改不冲突，会一起保存。请选择这几道菜以谁的为准：</p>
        {clashes.map(({ key, name, place, mine, theirs }) => (
          <ChooseOne
            key={key}
            label={`${placeName(open.week.value, place)} ${name}`}
            choices={[
              { value: 'mine', text: `我的：${mine}` },
              { value: 'theirs', text: `同事的：${theirs}` },
            ]}
            value={choiceOf(key)}
            onValue={(value) => setChoices(new Map([...choices, [key, value === 'mine' ? 'mine' : 'theirs']]))}
          />
        ))}
      </div>
      <div class="actions">
        <button type="button" onClick={() => setAsking(false)}>
          先不选
        </button>
        <button type="button" class="main" onClick={settle}>
          保存
        </button>
      </div>
    </Dialog>
  );
}

/** What is asked about a clash: an item that at least one of both still has. */
function toAsked({ mine, theirs }: Clash) {
  const item = mine ?? theirs;
  const isForSome = (mine?.groups ?? theirs?.groups) !== undefined;
  const tell = (one: Item | undefined) => {
    const whom = isForSome ? `，给${one?.groups?.join('、') ?? '所有人'}` : '';
    return one ? `${one.portion} 份${whom}` : '移除';
  };
  return item ? [{ key: keyOf(item), name: item.name, place: item, mine: tell(mine), theirs: tell(theirs) }] : [];
}
