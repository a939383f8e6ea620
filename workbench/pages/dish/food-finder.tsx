import { read, type Schemas } from '../../api/client.ts';
import { Finder } from '../../parts/finder.tsx';

type Ingredient = Schemas['Ingredient'];

/** The number of matches that a search fetches. Exact and frequently used ones are listed first. */
const MAX_MATCHES = 100;

interface FoodFinderProps {
  readonly label: string;
  readonly hint?: string;
  readonly onPick: (food: Ingredient) => void;
}

/** Searches the catalogue for a food. */
export function FoodFinder({ onPick, ...texts }: FoodFinderProps) {
  const find = async (keyword: string) => {
    const { content } = await read('/api/ingredient', { keyword, pageSize: MAX_MATCHES });
    const rank = ({ name, alias, mark }: Ingredient) =>
      alias === keyword || name === keyword ? 0 : mark === '常用' ? 1 : mark === '忌用' ? 3 : 2;
    return content.sort((one, other) => rank(one) - rank(other));
  };
  const text = ({ name, alias, category, own, mark }: Ingredient) => (
    <>
      {alias ?? name} <small>{[alias && name, category, own && '自有', mark].filter(Boolean).join(' · ')}</small>
    </>
  );
  return <Finder {...texts} {...{ find, text, onPick }} itemKey={({ code }) => code} />;
}
