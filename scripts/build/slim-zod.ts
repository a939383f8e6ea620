import { becomes, cutFiles, refuses, replaces } from './cut.ts';

/**
 * What went wrong in a word: callers get our own texts; only the log sees these, of settings and of outputs that are
 * not as declared.
 */
const words = `
const say = ({ code, expected, format, values, origin, minimum, maximum }) =>
  [code, expected ?? format ?? values?.join('|') ?? origin, minimum ?? maximum].filter((word) => word != null).join(' ');
export default () => ({ localeError: say });
`;

const leftOut = `
function leftOut(what) {
  throw new Error('this format of z.string() is left out of the bundle: ' + what);
}
`;

/**
 * Leaves out of zod what no function uses, though every schema refers to it: the generator of JSON Schema, the English
 * texts, the care for values that contain themselves (what comes as a form, as JSON or from the table cannot), and the
 * formats of text as methods of `z.string()`. Parsers are compiled for a shape only once it is met often.
 */
export const slimZod = cutFiles(
  'slim-zod',
  ['zod'],
  [
    { file: 'zod/v4/locales/en.js', change: becomes(words) },
    { file: 'zod/v4/core/to-json-schema.js', change: refuses('the generator of JSON Schema') },
    {
      // A parser compiled for one shape pays from about the tenth value on; a cold start meets most shapes once.
      file: 'zod/v4/core/schemas.js',
      change: replaces(
        [/^ {4}let fastpass;$/, 'let fastpass; let met = 0;'],
        [/if \(jit && fastEnabled && /, 'if (met++ > 8 && jit && fastEnabled && '],
      ),
    },
    {
      file: 'zod/v4/classic/schemas.js',
      change: replaces(
        // By its own name it can be tree-shaken, as a part of the core it cannot.
        [/^import { util } from "\.\.\/core\/index\.js";$/, 'import * as util from "../core/util.js";'],
        [/\bcore\.util\./, 'util.'],
        [/^\s*inst\._zod\.processJSONSchema = .*;$/, ''],
        [/if \(!core\.globalConfig\.memoizer\)\s+core\.config\(\{ memoizer: core\.memoizer\(\) \}\);/, ''],
        [/return this\.check\(core\._(\w+)\(Zod\w+, params\)\);/, (_, format) => `return leftOut('${format}');`],
        [/^export const ZodType = /, `${leftOut}export const ZodType = `],
      ),
    },
  ],
);
