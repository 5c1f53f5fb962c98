// An import of one of Node's own modules loads it, and reads every property of it, also those that Node makes when they are asked for:
// that of node:fs loads its streams, its promises and readline, that of node:module its source maps. Here the bundle reads only what
// it names, and loads node:crypto and node:module by the first call of one of their functions.
import { getBuiltinModule } from 'node:process';
import { fileURLToPath } from 'node:url';

/** Modules that each program of Node has loaded before its start. */
const LOADED = ['fs', 'util'];
const LATER = ['crypto', 'module'];
/** This file, as whose parts they are bundled. */
const HERE = fileURLToPath(import.meta.url);

/** Loads all of them and those of `builtins.js`: they go into the file of the bundle that all others import. */
export const allBuiltins = [...LOADED, ...LATER, 'process'].map((name) => `import 'node:${name}';`).join('');

/** @param {string} name @returns {string} a module with the same exports, but for those that Node makes when they are asked for */
function byName(name) {
  const properties = Object.getOwnPropertyDescriptors(getBuiltinModule(name) ?? {});
  const isLater = LATER.includes(name);
  const names = Object.keys(properties).filter((key) => {
    const { get, value } = properties[key] ?? {};
    return (
      get === undefined && /^[a-z]\w*$/i.test(key) && (!isLater || (typeof value === 'function' && /^[a-z]/.test(key)))
    );
  });
  const load = `process.getBuiltinModule('node:${name}')`;
  return [
    ...(isLater
      ? [
          // How Node turns a function into one with a promise is known of the function itself alone.
          "const PROMISED = Symbol.for('nodejs.util.promisify.custom');",
          `const promised = (name) => process.getBuiltinModule('node:util').promisify(${load}[name]);`,
          `const of = (name) => Object.defineProperty((...args) => ${load}[name](...args), PROMISED, { get: () => promised(name) });`,
        ]
      : [`const of = (name) => ${load}[name];`, `export default /* @__PURE__ */ ${load};`]),
    ...names.map((key) => `export const ${key} = /* @__PURE__ */ of('${key}');`),
  ].join('\n');
}

/** @param {import('esbuild').PluginBuild} build */
export function readBuiltinsByName(build) {
  build.onResolve({ filter: /^(?:node:)?(?:crypto|fs|module|util)$/ }, ({ path, kind }) =>
    kind === 'import-statement' ? { path: HERE, suffix: `?/${path.replace('node:', '')}` } : undefined,
  );
  build.onLoad({ filter: /builtins-by-name\.js$/ }, ({ suffix }) => ({ contents: byName(suffix.slice(2)) }));
}
