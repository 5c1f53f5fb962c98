// The journal's thread is a bundle of its own: it shares no file with the program, and has of each feature only its tables and its functions
// on the journal. What else a feature loads with `import()` is left out.
import { readFileSync } from 'node:fs';
import { readBuiltinsByName } from './builtins-by-name.js';

const IMPORT = /\bimport\('(\.[^']+)'\)/g;
/** What the thread needs of a feature. */
const JOURNAL = /\/(journal|tables)\b/;

/** @returns {import('esbuild').Plugin} */
export const journalThread = () => ({
  name: 'journal-thread',
  setup: (build) => {
    readBuiltinsByName(build);
    // A file of its own, so that it is in the cache of compiled code, which the entry enables.
    build.onResolve({ filter: /\/journal-thread\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './journal-thread.js', external: true } : undefined,
    );
    // The commands of features are never run there.
    build.onLoad({ filter: /[\\/]features[\\/][\w-]+[\\/]command-line\.ts$/ }, ({ path }) => ({
      contents: [...readFileSync(path, 'utf8').matchAll(/^export (?:async function|function|const) (\w+)/gm)]
        .map(([, name]) => `export const ${name} = () => {};`)
        .join('\n'),
    }));
    build.onLoad({ filter: /[\\/](command|features[\\/][\w-]+)[\\/][\w-]+\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll(IMPORT, (all, from) =>
        JOURNAL.test(from) ? all : 'Promise.resolve({})',
      ),
      loader: 'ts',
    }));
  },
});
