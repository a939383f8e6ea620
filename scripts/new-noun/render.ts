import type { NounDraft } from './options.ts';

/** The text or path of a template for a noun: `gizmo` in each of its forms becomes the noun. */
export function render(template: string, draft: NounDraft): string {
  const { noun, plural, chinese = noun, owner } = draft;
  const words: Readonly<Record<string, string>> = { ...placeholders[owner], 某物: chinese };
  const lines = template.split('\n').flatMap((line) => {
    const [, of, rest = ''] = /^\/\/(unit|platform)(.*)$/.exec(line) ?? [];
    if (of === undefined) return [line];
    return of === owner ? [rest] : [];
  });
  return lines
    .join('\n')
    .replace(/\$[A-Z]+\d?|某物/g, (word) => words[word] ?? word)
    .replace(/\b([Aa]) (gizmo)\b/g, (_, article: string, word: string) =>
      /^[aeiou]/.test(noun) ? `${article}n ${word}` : `${article} ${word}`,
    )
    .replace(/(gizmos?)/gi, (word) => likeIt(word, /s$/i.test(word) ? plural : noun));
}

/** The values of placeholders, by the owner of the noun. */
const placeholders: Readonly<Record<NounDraft['owner'], Readonly<Record<string, string>>>> = {
  unit: {
    $SIDE: 'any',
    $NAMES: 'gizmo',
    $CALLER: ', caller: { unit }',
    $HOME: 'unit',
    $VIEWPOINT: ', home',
    $FROM: 'home',
    $ID1: '1000001',
    $ID2: '1000002',
  },
  platform: {
    $SIDE: 'admin',
    $NAMES: 'nothing',
    $CALLER: '',
    $HOME: 'HOME',
    $VIEWPOINT: '',
    $FROM: 'HOME',
    $ID1: '1',
    $ID2: '2',
  },
};

/** The word in capitals where the form is in capitals. */
function likeIt(form: string, word: string): string {
  if (form === form.toUpperCase()) return word.toUpperCase();
  const isNamed = form.charAt(0) === form.charAt(0).toUpperCase();
  return isNamed ? `${word.charAt(0).toUpperCase()}${word.slice(1)}` : word;
}
