import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Field } from './field.tsx';
import { useQuery } from './page.tsx';

/** The maximum number of results that are listed. To find others a person types more of the name. */
const MAX_SHOWN = 8;

interface FinderProps<Found> {
  readonly label: string;
  readonly hint?: string;
  readonly find: (keyword: string) => Promise<readonly Found[]>;
  readonly resultKey: (found: Found) => string | number;
  readonly drawResult: (found: Found) => ComponentChildren;
  /** Matches that are not offered. The status counts them and says the reason. */
  readonly omission?: { readonly applies: (found: Found) => boolean; readonly reason: string };
  /** Is called with the result that the person picks. The input is then empty again. */
  readonly onPick: (found: Found) => void;
}

/** A search input with results to pick from; arrows move through them. A `<datalist>` would hide what is found by pinyin. */
export function Finder<Found>({ label, hint, find, resultKey, drawResult, omission, onPick }: FinderProps<Found>) {
  const [keyword, setKeyword] = useState('');
  const finder = useRef<HTMLDivElement>(null);
  const search = async () => (keyword.trim() === '' ? [] : find(keyword.trim()));
  const withoutOmitted = (found: readonly Found[]) => found.filter((match) => !omission?.applies(match));
  const { data = [], failure, isFetching } = useQuery(keyword, search);
  const matches = keyword.trim() === '' ? [] : data;
  const offered = withoutOmitted(matches);
  const [results, omittedCount] = [offered.slice(0, MAX_SHOWN), matches.length - offered.length];
  const pick = (result: Found | undefined) => {
    if (result === undefined) return;
    setKeyword('');
    onPick(result);
  };
  // Enter may come before the results. The query under way cannot be awaited, so the search is made again.
  const pickFirst = async () => pick(isFetching ? withoutOmitted(await search().catch(() => []))[0] : results[0]);
  const handleKey = (event: KeyboardEvent) => {
    const focusables = [...(finder.current?.querySelectorAll<HTMLElement>('input, li button') ?? [])];
    const [field] = focusables;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) focusables[focusables.indexOf(event.currentTarget as HTMLElement) + step]?.focus();
    else if (event.key === 'Escape') {
      setKeyword('');
      field?.focus();
    } else if (event.key === 'Enter' && event.target === field) void pickFirst();
    else return;
    event.preventDefault();
  };
  const outcome = failure?.advice ?? describeFound(results.length, omittedCount, omission?.reason);
  return (
    <div class="finder" ref={finder}>
      <Field label={label} hint={hint}>
        {(attributes) => (
          <input
            {...attributes}
            type="search"
            autoComplete="off"
            maxLength={100}
            value={keyword}
            onInput={(event) => setKeyword(event.currentTarget.value)}
            onKeyDown={(event) => event.isComposing || handleKey(event)}
          />
        )}
      </Field>
      {results.length > 0 && (
        <ul>
          {results.map((result) => (
            <li key={resultKey(result)}>
              <button type="button" onClick={() => pick(result)} onKeyDown={handleKey}>
                {drawResult(result)}
              </button>
            </li>
          ))}
        </ul>
      )}
      <span class={results.length > 0 && omittedCount === 0 ? 'hidden' : 'faint'} role="status">
        {isFetching || keyword.trim() === '' ? '' : outcome}
      </span>
    </div>
  );
}

function describeFound(shownCount: number, omittedCount: number, reason = ''): string {
  const found = shownCount > 0 ? `找到 ${shownCount} 个，按上下键选择` : '没有找到';
  return omittedCount > 0 ? `${found}，另有 ${omittedCount} 个${reason}，没有列出` : found;
}
