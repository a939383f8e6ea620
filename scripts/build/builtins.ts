import { isBuiltin } from 'node:module';
import type { Plugin } from 'esbuild';

const NAMESPACE = 'builtin';

/**
 * Takes Node's built-in modules from `process.getBuiltinModule` instead of importing them. An import as an ES module
 * reads all exports, and the getters of `node:http` load undici: about 30 ms of every cold start. This also makes
 * `require('fs')` of bundled CommonJS work without `createRequire`. esbuild wraps the module like any CommonJS module:
 * named, default and namespace imports all work, and a getter runs only where its export is used.
 */
export const builtins: Plugin = {
  name: 'builtins',
  setup(build) {
    build.onResolve({ filter: /^(node:)?[a-z][\w/]*$/ }, ({ path }) => {
      if (!isBuiltin(path)) return undefined;
      return { path: path.startsWith('node:') ? path : `node:${path}`, namespace: NAMESPACE, sideEffects: false };
    });
    build.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
      loader: 'js',
    }));
  },
};
