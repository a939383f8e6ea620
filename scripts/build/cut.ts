import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/** One file of a package that a bundle holds otherwise than it was published. */
export interface Cut {
  /** Its path behind `node_modules/`, with `/`. */
  readonly file: string;
  /** The text to bundle instead. @throws Error where the file no longer is what the cut was made for. */
  readonly change: (source: string) => string;
}

/** Gives what stands for a found part, from that part and its groups. */
type Replacer = (found: string, group: string) => string;

/**
 * Bundles files of packages with the changes of `cuts`. The build fails where a change no longer fits its file, and
 * where a package of `packages` is bundled without one of the files: an update of a package cannot undo a cut unnoticed.
 */
export function cutFiles(name: string, packages: readonly string[], cuts: readonly Cut[]): Plugin {
  const changes = new Map(cuts.map(({ file, change }) => [file, change]));
  return {
    name,
    setup(build) {
      build.onLoad({ filter: toFilter(cuts) }, async ({ path }) => {
        const file = nameOf(path);
        try {
          return { contents: changes.get(file)?.(await readFile(path, 'utf8')) ?? '', loader: 'js' };
        } catch (error) {
          return { errors: [{ text: `${file}: ${error instanceof Error ? error.message : error}` }] };
        }
      });
      build.onEnd(({ metafile }) => {
        const files = new Set(Object.keys(metafile?.inputs ?? {}).map(nameOf));
        const isBundled = packages.some((one) => [...files].some((file) => file.startsWith(`${one}/`)));
        const missed = isBundled ? [...changes.keys()].filter((file) => !files.has(file)) : [];
        return { errors: missed.map((file) => ({ text: `${file} is not bundled any more: its cut is out of date` })) };
      });
    },
  };
}

/** Another text altogether. */
export function becomes(text: string): Cut['change'] {
  return () => text;
}

/** Every export of the file throws as soon as it is called or constructed, and needs nothing that it needed before. */
export function refuses(what: string): Cut['change'] {
  return (source) => {
    const names = listExports(source);
    if (names.length === 0) throw new Error('exports nothing that could be replaced');
    return `
      function refuse() { throw new Error(${JSON.stringify(`${what} is left out of the bundle`)}); }
      export { ${names.map((name) => `refuse as ${name}`).join(', ')} };
    `;
  };
}

function listExports(source: string): string[] {
  const declared = [...source.matchAll(/^export (?:async )?(?:const|let|var|function\*?|class) (\w+)/gm)];
  const listed = [...source.matchAll(/^export \{([^}]+)\}/gm)].flatMap(([, list = '']) => list.trim().split(/,\s*/));
  return [...declared.map(([, name = '']) => name), ...listed.map((entry) => entry.replace(/.* as /, ''))].filter(
    Boolean,
  );
}

/** Some parts of the text: each pattern must be found, and every place where it is found is changed. */
export function replaces(...pairs: readonly (readonly [pattern: RegExp, by: string | Replacer])[]): Cut['change'] {
  return (source) =>
    pairs.reduce((text, [pattern, by]) => {
      const everywhere = new RegExp(pattern, 'gm');
      if (!everywhere.test(text)) throw new Error(`holds nothing like ${pattern} any more`);
      return text.replaceAll(everywhere, typeof by === 'string' ? () => by : by);
    }, source);
}

function nameOf(path: string): string {
  return path.replaceAll('\\', '/').replace(/^.*node_modules\//, '');
}

function toFilter(cuts: readonly Cut[]): RegExp {
  const files = cuts.map(({ file }) => file.replaceAll('.', '\\.').replaceAll('/', '[\\\\/]'));
  return new RegExp(`node_modules[\\\\/](?:${files.join('|')})$`);
}
