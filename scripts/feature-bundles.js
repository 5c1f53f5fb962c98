// A feature loads its code when it is needed, with `import()`. One by one these would cut the bundle into many small files, so the
// build puts what all features load in the same way into one file: `features-commands` for their commands, `features-settings` for the
// schemas of their settings, `features-parts` for the parts of a running program.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** @type {Readonly<Record<string, string>>} Groups by the file of a feature that has the `import()`. */
const GROUPS = {
  'command-line.ts': 'features-commands',
  'settings.ts': 'features-settings',
  'index.ts': 'features-parts',
};
const IMPORT = /\bimport\('(\.[^']+)'\)/g;

/** @param {string} folder of the features @returns {import('esbuild').Plugin} */
export function featureBundles(folder) {
  const root = resolve(folder);
  const files = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => Object.entries(GROUPS).map(([file, group]) => ({ path: join(root, name, file), group })));
  /** @param {string} path */
  const text = (path) => readFileSync(path, 'utf8');
  /** @param {string} path */
  const nameOf = (path) => path.slice(root.length).replaceAll(/\W/g, '_');
  /** @type {Map<string, Set<string>>} */
  const loaded = new Map(Object.values(GROUPS).map((group) => [group, new Set()]));
  const importers = files.filter(({ path, group }) => {
    const code = readdirSync(dirname(path)).some((name) => path.endsWith(`/${name}`)) ? text(path) : '';
    const found = [...code.matchAll(IMPORT)].map(([, from = '']) => resolve(dirname(path), from));
    for (const each of found) loaded.get(group)?.add(each);
    return found.length > 0;
  });
  return {
    name: 'feature-bundles',
    setup: (build) => {
      build.onResolve({ filter: /^features-(commands|settings|parts)$/ }, ({ path }) => ({
        path,
        namespace: 'features',
      }));
      build.onLoad({ filter: /.*/, namespace: 'features' }, ({ path }) => ({
        contents: [...(loaded.get(path) ?? [])].map((from) => `export * as ${nameOf(from)} from '${from}';`).join('\n'),
        resolveDir: root,
      }));
      build.onLoad({ filter: /[\\/]features[\\/][\w-]+[\\/](command-line|settings|index)\.ts$/ }, ({ path }) => {
        const importer = importers.find((each) => each.path === path);
        if (importer === undefined) return null;
        const contents = text(path).replaceAll(IMPORT, (_all, from) => {
          return `import('${importer.group}').then((all) => all.${nameOf(resolve(dirname(path), from))})`;
        });
        return { contents, loader: 'ts' };
      });
    },
  };
}
