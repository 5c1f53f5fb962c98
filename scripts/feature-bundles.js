// A feature loads its code when it is needed, with `import()`. One by one these would cut the bundle into many small files, so the
// build puts what all features load in the same way into one file: `features-commands` for their commands, `features-settings` for the
// schemas of their settings, `features-verbs` for what they add to commands of lists, `features-screen` for the screen, `features-panes`
// for the lists, `features-actions` for what is done with their rows, `features-parts` for the parts of a running program. What a part of the program needs whenever it runs goes into the file of that part.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allBuiltins, readBuiltinsByName } from './builtins-by-name.js';

/** Files of a feature that load its code. */
const LOADERS = ['command-line.ts', 'settings.ts', 'index.ts'];
/** The file of the bundle for all that a file of a feature loads. */
const GROUPS = new Map([
  ['command-line.ts', 'features-commands'],
  ['settings.ts', 'features-settings'],
]);
/** The file of the bundle for what a member of a feature's record loads. */
const MEMBERS = new Map([
  ['screen', 'features-screen'],
  ['panes', 'features-panes'],
  ['actions', 'features-actions'],
]);
/** The file of the bundle for what a feature loads from a file of this name. */
const FILES = new Map([
  ['command-line.ts', 'features-verbs'],
  // For every command that prints a list.
  ['kept-names.ts', 'features-names'],
]);
/** The work of a command, what all commands share, or a check of doctor. */
const COMMAND = /\/(?:commands?[/.]|check-[\w-]+\.ts$)/;
/** @param {string} loader @param {string} from @returns {string} the file of the bundle for what a file of a feature loads */
function groupOf(loader, from) {
  const load = new RegExp(
    String.raw`(\w+): (?:async )?\(\) =>\s*\(?(?:await )?import\('${from.replaceAll('.', '\\.')}'\)`,
  );
  const [, member = ''] = load.exec(readFileSync(loader, 'utf8')) ?? [];
  if (COMMAND.test(from)) return 'features-commands';
  return GROUPS.get(basename(loader)) ?? MEMBERS.get(member) ?? FILES.get(basename(from)) ?? 'features-parts';
}
/** Files of `cli` that a group goes into, because all of both is needed together. */
const HOSTS = new Map([
  ['features-screen', resolve('src/cli/bundle-console.ts')],
  ['features-panes', resolve('src/cli/bundle-get.ts')],
  ['features-actions', resolve('src/cli/bundle-panes.ts')],
  ['features-verbs', resolve('src/cli/bundle-verbs.ts')],
]);
const IMPORT = /\bimport\('(\.[^']+)'\)/g;
/** What is always loaded first is what this file imports. What is loaded by what is not: the start itself, and the thread of the market. */
const RUN = resolve('src/cli/run.ts');
const ALONE = ['cli/run.ts', 'cli/compile-cache.ts', 'cli/prepared-help.ts', 'market/thread/spawn.ts'].map((path) =>
  resolve('src', path),
);
/**
 * The files that are started, the second one by tests alone. What the first loads at once, all that is started or loaded later loads too,
 * packages as well: so it is one file.
 */
const MAIN = resolve('src/cli/main.ts');
const IN_PROCESS = resolve('src/cli/in-process.ts');
const WORKER = resolve('src/market/thread/worker.ts');

/** What nearly all that is loaded later needs of schemas, and what is small beside them: one file too. */
const SCHEMAS = [
  'contract/endpoints.ts',
  'changes/change-event.ts',
  'changes/diff-rows.ts',
  'config/value-schemas.ts',
  // Beside the database, which the thread of the screen does without.
  'journal/writer-id.ts',
  'lib/money.ts',
  'system/files.ts',
].map((path) => resolve('src', path));
/** Words of the command line alone. */
const WITHOUT_SCHEMAS = ['complete.ts', 'prepared-words.ts', 'bundle-verbs.ts'].map((path) => resolve('src/cli', path));

/** This file, as whose parts packages are bundled that are loaded when they are needed. */
const HERE = fileURLToPath(import.meta.url);

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
  const isLater = new Set(
    sources
      .map((name) => resolve('src', name))
      .flatMap((path) => [...text(path).matchAll(IMPORT)].map(([, from = '']) => resolve(dirname(path), from)))
      .filter((path) => !ALONE.includes(path)),
  );
  /** @param {string} path @returns {string} imports of what a file imports */
  const importsOf = (path) =>
    [...text(path).matchAll(/^import .* from '(\.[^']+)';$/gm)]
      .map(([, from = '']) => `import '${resolve(dirname(path), from)}';`)
      .join('');
  const atOnce = `${allBuiltins}${importsOf(MAIN)}`;
  const first = `${atOnce}${importsOf(RUN)}`;
  const withSchemas = `${first}${SCHEMAS.map((path) => `import '${path}';`).join('')}`;
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
      readBuiltinsByName(build);
      build.onResolve({ filter: /^features-[\w-]+$/ }, ({ path }) => {
        const host = HOSTS.get(path);
        return host === undefined ? { path, namespace: 'features' } : { path: host };
      });
      /** @param {string} group */
      const exportsOf = (group) =>
        [...(loaded.get(group) ?? [])].map((from) => `export * as ${nameOf(from)} from '${from}';`).join('\n');
      build.onLoad({ filter: /.*/, namespace: 'features' }, ({ path }) => ({
        contents: `${withSchemas}\n${exportsOf(path)}`,
        resolveDir: root,
      }));
      build.onLoad({ filter: /[\\/]cli[\\/]bundle-[\w-]+\.ts$/ }, ({ path }) => {
        const groups = [...HOSTS].flatMap(([group, host]) => (host === path ? [exportsOf(group)] : []));
        const before = WITHOUT_SCHEMAS.includes(path) ? first : withSchemas;
        return { contents: [before, text(path), ...groups].join('\n'), loader: 'ts' };
      });
      build.onLoad({ filter: /[\\/]features[\\/][\w-]+[\\/](command-line|settings|index)\.ts$/ }, ({ path }) => ({
        contents: text(path).replaceAll(
          IMPORT,
          (_all, from) => `import('${groupOf(path, from)}').then((all) => all.${nameOf(resolve(dirname(path), from))})`,
        ),
        loader: 'ts',
      }));
      build.onResolve({ filter: /.*/ }, async ({ path, pluginData, ...from }) => {
        if (from.kind !== 'dynamic-import' || pluginData === HERE) return undefined;
        const found = await build.resolve(path, { ...from, pluginData: HERE });
        if (found.external || !found.path.includes('node_modules')) return found;
        return { path: HERE, suffix: `?/${relative('.', found.path)}` };
      });
      build.onLoad({ filter: /feature-bundles\.js$/ }, ({ suffix }) => ({
        contents: `${atOnce}export * from '${resolve(suffix.slice(2))}';`,
        resolveDir: root,
      }));
      build.onLoad({ filter: /[\\/]src[\\/].*\.tsx?$/ }, ({ path }) => {
        const later = WITHOUT_SCHEMAS.includes(path) ? first : withSchemas;
        const before = isLater.has(path) ? later : [MAIN, IN_PROCESS, WORKER, ...ALONE].includes(path) ? atOnce : null;
        return before === null
          ? undefined
          : { contents: `${before}\n${text(path)}`, loader: path.endsWith('x') ? 'tsx' : 'ts' };
      });
    },
  };
}
