// An import of one of Node's own modules reads everything that module has, also what Node makes when it is asked for
// it: the streams of the terminal, decoders, and more that few commands need. In the bundle only the names that are
// used are read.
import { createRequire, isBuiltin } from 'node:module';

const require = createRequire(import.meta.url);
/** Commander could start commands that are programs of their own; it never does here, and need not have what it would take. */
const NEVER_CALLED = { name: 'child_process', by: /[\\/]commander[\\/]/ };

/** Loaded by the first call of one of their functions: the first frame needs none of them, and they bring much with them. */
const LATER = ['assert', 'child_process', 'crypto', 'net', 'tls'];

/** @param {string} name */
function asImported(name) {
  const own = require(`node:${name}`);
  const names = Object.keys(own).filter((one) => /^[\w$]+$/.test(one) && one !== 'default');
  const calledLater = (/** @type {string} */ one) =>
    LATER.includes(name) && typeof own[one] === 'function' && /^[a-z]/.test(one);
  return [
    `const load = () => process.getBuiltinModule(${JSON.stringify(`node:${name}`)});`,
    // Of calls without effects those are left out whose answers nobody uses.
    'const read = (name) => load()[name];',
    "const PROMISED = Symbol.for('nodejs.util.promisify.custom');",
    'const later = (name) => Object.assign((...given) => load()[name](...given), {',
    '  [PROMISED]: (...given) => (load()[name][PROMISED] ?? process.getBuiltinModule("node:util").promisify(load()[name]))(...given),',
    '});',
    'export default /* @__PURE__ */ load();',
    ...names.map(
      (one) => `const own_${one} = /* @__PURE__ */ ${calledLater(one) ? 'later' : 'read'}(${JSON.stringify(one)});`,
    ),
    `export { ${names.map((one) => `own_${one} as ${one}`).join(', ')} };`,
  ].join('\n');
}

/** @type {import('esbuild').Plugin} */
export const builtins = {
  name: 'builtins',
  setup(build) {
    build.onResolve({ filter: /^(node:)?[a-z0-9_/]+$/ }, ({ path, kind, importer }) => {
      if (!isBuiltin(path)) return null;
      const name = path.replace(/^node:/, '');
      if (name === NEVER_CALLED.name && NEVER_CALLED.by.test(importer))
        return { path: name, namespace: 'never-called' };
      if (kind === 'require-call') return { path: name, namespace: 'builtin-required' };
      // One for each file that asks: shared they would be files of their own, each read for a line or two.
      return { path: name, suffix: `?${importer}`, namespace: 'builtin', sideEffects: false };
    });
    build.onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({ contents: asImported(path), loader: 'js' }));
    build.onLoad({ filter: /.*/, namespace: 'builtin-required' }, ({ path }) => {
      const load = `process.getBuiltinModule(${JSON.stringify(`node:${path}`)})`;
      const later = `new Proxy({}, { get: (_, name) => ${load}[name] })`;
      return { contents: `module.exports = ${LATER.includes(path) ? later : load};`, loader: 'js' };
    });
    build.onLoad({ filter: /.*/, namespace: 'never-called' }, () => ({ contents: 'export default {};', loader: 'js' }));
  },
};
