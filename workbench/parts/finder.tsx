import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useAsked } from './asked.tsx';
import { Field } from './field.tsx';

/** So many results are shown: whoever wants another types more of its name. */
const MOST_SHOWN = 8;

interface FinderProps<Found> {
  readonly label: string;
  readonly hint?: string;
  readonly find: (keyword: string) => Promise<readonly Found[]>;
  readonly keyOf: (found: Found) => string | number;
  readonly text: (found: Found) => ComponentChildren;
  /** Is called with what was chosen; the field is empty again then. */
  readonly onPick: (found: Found) => void;
}

/**
 * A search whose results stand below it. Enter takes the first one, arrows lead through them, Esc drops the search. A
 * `<datalist>` would hide what is found by pinyin, since its texts do not hold what was typed.
 */
export function Finder<Found>({ label, hint, find, keyOf, text, onPick }: FinderProps<Found>) {
  const [keyword, setKeyword] = useState('');
  const place = useRef<HTMLDivElement>(null);
  const search = async () => (keyword.trim() === '' ? [] : (await find(keyword.trim())).slice(0, MOST_SHOWN));
  const { answer = [], failure, isAsking } = useAsked(keyword, search);
  const found = keyword.trim() === '' ? [] : answer;
  const pick = (one: Found | undefined) => {
    if (one === undefined) return;
    setKeyword('');
    onPick(one);
  };
  const pickFirst = async () => pick(isAsking ? (await search().catch(() => []))[0] : found[0]);
  const press = (event: KeyboardEvent) => {
    const places = [...(place.current?.querySelectorAll<HTMLElement>('input, li button') ?? [])];
    const [field] = places;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) places[places.indexOf(event.currentTarget as HTMLElement) + step]?.focus();
    else if (event.key === 'Escape') setKeyword('');
    else if (event.key === 'Enter' && event.target === field) void pickFirst();
    else return;
    if (event.key === 'Escape') field?.focus();
    event.preventDefault();
  };
  const outcome = found.length > 0 ? `找到 ${found.length} 个，按上下键选择` : (failure?.advice ?? '没有找到');
  const told = isAsking || keyword.trim() === '' ? '' : outcome;
  return (
    <div class="finder" ref={place}>
      <Field label={label} hint={hint}>
        {(attributes) => (
          <input
            {...attributes}
            type="search"
            autoComplete="off"
            maxLength={100}
            value={keyword}
            onInput={(event) => setKeyword(event.currentTarget.value)}
            onKeyDown={(event) => event.isComposing || press(event)}
          />
        )}
      </Field>
      {found.length > 0 && (
        <ul>
          {found.map((one) => (
            <li key={keyOf(one)}>
              <button type="button" onClick={() => pick(one)} onKeyDown={press}>
                {text(one)}
              </button>
            </li>
          ))}
        </ul>
      )}
      <span class={found.length > 0 ? 'hidden' : 'faint'} role="status">
        {told}
      </span>
    </div>
  );
}
