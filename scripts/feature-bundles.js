// A feature loads its code when it is needed, with `import()`. One by one these would cut the bundle into many small files, so the
// build puts what all features load in the same way into one file: `features-commands` for their commands, `features-settings` for the
// schemas of their settings, `features-verbs` for what they add to commands of lists, `features-screen` for the screen, `features-panes`
// for the lists, `features-parts` for the parts of a running program. What a part of the program needs whenever it runs goes into the file of that part.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** Files of a feature that load its code. */
const LOADERS = ['command-line.ts', 'settings.ts', 'index.ts'];
/** The file of the bundle for all that a file of a feature loads. */
const GROUPS = new Map([
  ['command-line.ts', 'features-commands'],
  ['settings.ts', 'features-settings'],
]);
/** The file of the bundle for what a feature loads from a file of this name. */
const FILES = new Map([
  ['screen.ts', 'features-screen'],
  ['command-line.ts', 'features-verbs'],
  ['panes.ts', 'features-panes'],
]);
/** @param {string} loader @param {string} from @returns {string} the file of the bundle for what a file of a feature loads */
const groupOf = (loader, from) => GROUPS.get(basename(loader)) ?? FILES.get(basename(from)) ?? 'features-parts';
/** Files of `cli` that a group goes into, because all of both is needed together. */
const HOSTS = new Map([
  ['features-screen', resolve('src/cli/bundle-console.ts')],
  ['features-panes', resolve('src/cli/bundle-get.ts')],
  ['features-verbs', resolve('src/cli/bundle-verbs.ts')],
]);
const IMPORT = /\bimport\('(\.[^']+)'\)/g;
/** What is always loaded first, and what is loaded by what is not: the start itself, and the thread of the market. */
const FIRST = resolve('src/cli/program.ts');
const ALONE = ['cli/run.ts', 'cli/compile-cache.ts', 'cli/prepared-help.ts', 'market/thread/spawn.ts'].map((path) =>
  resolve('src', path),
);
/**
 * The two files that are started. What the first loads at once, all that is started or loaded later loads too, packages as well: so it
 * is one file.
 */
const MAIN = resolve('src/cli/main.ts');
const WORKER = resolve('src/market/thread/worker.ts');

/** A package that is loaded when it is needed. */
const IN_PACKAGE = 'package';

/** @param {string} folder of the features @returns {import('esbuild').Plugin} */
export function featureBundles(folder) {
  const root = resolve(folder);
  const files = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => LOADERS.map((file) => join(root, name, file)));
  /** @param {string} path */
  const text = (path) => readFileSync(path, 'utf8');
  /** @param {string} path */
  const nameOf = (path) => path.slice(root.length).replaceAll(/\W/g, '_');
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  /** Files that are loaded when they are needed. */
  const later = new Set(
    sources
      .map((name) => resolve('src', name))
      .flatMap((path) => [...text(path).matchAll(IMPORT)].map(([, from = '']) => resolve(dirname(path), from)))
      .filter((path) => !ALONE.includes(path)),
  );
  const atOnce = [...text(MAIN).matchAll(/^import .* from '(\.[^']+)';$/gm)]
    .map(([, from = '']) => `import '${resolve(dirname(MAIN), from)}';`)
    .join('');
  const first = `${atOnce}import '${FIRST}';`;
  /** @type {Map<string, Set<string>>} */
  const loaded = new Map();
  for (const path of files.filter((each) => existsSync(each)))
    for (const [, from = ''] of text(path).matchAll(IMPORT)) {
      const group = groupOf(path, from);
      loaded.set(group, (loaded.get(group) ?? new Set()).add(resolve(dirname(path), from)));
    }
  return {
    name: 'feature-bundles',
    setup: (build) => {
      build.onResolve({ filter: /^features-[\w-]+$/ }, ({ path }) => {
        const host = HOSTS.get(path);
        return host === undefined ? { path, namespace: 'features' } : { path: host };
      });
      /** @param {string} group */
      const exportsOf = (group) =>
        [first, ...[...(loaded.get(group) ?? [])].map((from) => `export * as ${nameOf(from)} from '${from}';`)].join(
          '\n',
        );
      build.onLoad({ filter: /.*/, namespace: 'features' }, ({ path }) => ({
        contents: exportsOf(path),
        resolveDir: root,
      }));
      build.onLoad({ filter: /[\\/]cli[\\/]bundle-[\w-]+\.ts$/ }, ({ path }) => {
        const groups = [...HOSTS].flatMap(([group, host]) => (host === path ? [exportsOf(group)] : []));
        return { contents: [first, text(path), ...groups].join('\n'), loader: 'ts' };
      });
      build.onLoad({ filter: /[\\/]features[\\/][\w-]+[\\/](command-line|settings|index)\.ts$/ }, ({ path }) => ({
        contents: text(path).replaceAll(
          IMPORT,
          (_all, from) => `import('${groupOf(path, from)}').then((all) => all.${nameOf(resolve(dirname(path), from))})`,
        ),
        loader: 'ts',
      }));
      build.onResolve({ filter: /.*/ }, async ({ path, pluginData, ...from }) => {
        if (from.kind !== 'dynamic-import' || pluginData === IN_PACKAGE) return undefined;
        const found = await build.resolve(path, { ...from, pluginData: IN_PACKAGE });
        return found.path.includes('node_modules') && !found.external ? { ...found, namespace: IN_PACKAGE } : found;
      });
      build.onLoad({ filter: /.*/, namespace: IN_PACKAGE }, ({ path }) => ({
        contents: `${atOnce}export * from '${path}';`,
        resolveDir: root,
      }));
      build.onLoad({ filter: /[\\/]src[\\/].*\.tsx?$/ }, ({ path }) => {
        const before = later.has(path) ? first : [WORKER, ...ALONE].includes(path) ? atOnce : null;
        return before === null
          ? undefined
          : { contents: `${before}\n${text(path)}`, loader: path.endsWith('x') ? 'tsx' : 'ts' };
      });
    },
  };
}
