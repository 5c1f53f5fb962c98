// Reads the imports of all files and finds those that the rules of a project forbid.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob, normalize } from 'node:path';

/** Names of folders of src, or globs of packages, separated by spaces. */
type Names = string;

/** Folders of src, lowest first, each with the folders it may import from. A single file can have its own row. */
type Layers = Readonly<Record<string, Names>>;

export interface Rules {
  readonly layers: Layers;
  /**
   * The features, lowest first, each with the features whose door it may import: the files right in their folder. A feature may import
   * whatever the row `features` of the layers may.
   */
  readonly features: Layers;
  /** Packages that only some folders may use. The first matching row applies. */
  readonly packages: readonly { readonly of: Names; readonly only: Names }[];
  /** Folders whose code may use the global `process`. */
  readonly process: Names;
  /** The most lines that a file of src may have. */
  readonly maxLines: number;
}

interface Import {
  readonly name: string;
  readonly line: number;
  /** Imported file of the project, or null for a package. */
  readonly path: string | null;
}

export interface Source {
  readonly path: string;
  readonly imports: readonly Import[];
  /** Lines that use the global `process`. */
  readonly process: readonly number[];
  /** The number of its lines. */
  readonly lines: number;
}

const TEXT_OR_COMMENT = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const IMPORT =
  /^(?:import|export)\b[^;'"]*?\bfrom (?<q>['"])(?<from>[^'"]+)\k<q>|^import (?<p>['"])(?<bare>[^'"]+)\k<p>|\b(?:import|require)\(\s*(?<r>['"`])(?<called>[^'"`]+)\k<r>/gm;
const PROCESS = /(?<![\w$.-])process\s*(?:\?\.|\.\s*\w|\[|[,;)])|\bglobalThis\.process\b/g;

const lineAt = (code: string, index: number): number => code.slice(0, index).split('\n').length;

function readSource(root: string, path: string): Source {
  const text = readFileSync(join(root, path), 'utf8');
  const code = text.replaceAll(TEXT_OR_COMMENT, (part) =>
    part.startsWith('/') ? part.replaceAll(/[^\n]/g, ' ') : part,
  );
  const imports = [...code.matchAll(IMPORT)].map((found) => {
    const name = found.groups?.['from'] ?? found.groups?.['bare'] ?? found.groups?.['called'] ?? '';
    const file = name.startsWith('.') ? normalize(join(dirname(path), name)) : null;
    return { name, line: lineAt(code, found.index), path: file };
  });
  const isGlobal = imports.every(({ name }) => name !== 'node:process');
  const process = isGlobal ? [...code.matchAll(PROCESS)].map(({ index }) => lineAt(code, index)) : [];
  return { path, imports, process, lines: text.trimEnd().split('\n').length };
}

/** Reads the imports of every TypeScript file in these folders of `root`. */
export function readSources(root: string, folders: readonly string[]): readonly Source[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => readSource(root, join(folder, name)))
      .toSorted((a, b) => (a.path < b.path ? -1 : 1)),
  );
}

/** The row of a file: the longest one that its path begins with. */
function layerOf(layers: Layers, path: string): string | null {
  const fits = (row: string): boolean => path === `src/${row}` || path.startsWith(`src/${row}/`);
  const rows = Object.keys(layers).filter(fits);
  return rows.toSorted((a, b) => b.length - a.length)[0] ?? null;
}

const namesIn = (names: Names): readonly string[] => names.split(' ').filter((name) => name !== '');

const list = (folders: Names): string =>
  namesIn(folders)
    .map((folder) => `src/${folder}`)
    .join(', ') || 'nothing';

/** Whether a file lies below one of these folders of src. */
const isBelow = (path: string, folders: Names): boolean =>
  namesIn(folders).some((folder) => path.startsWith(`src/${folder}/`));

function layerFaults(rules: Rules, source: Source): readonly string[] {
  const { layers, packages, process } = rules;
  const own = layerOf(layers, source.path);
  if (own === null) return [`${source.path}: its folder has no row in the table of layers, scripts/layers.ts.`];
  const below = layers[own] ?? '';
  const imported = source.imports.flatMap(({ name, line, path }) => {
    const at = `${source.path}:${line} imports ${name}`;
    if (path === null) {
      const only = packages.find(({ of }) => namesIn(of).some((glob) => matchesGlob(name, glob)))?.only;
      return only === undefined || isBelow(source.path, only) ? [] : [`${at}: only ${list(only)} may.`];
    }
    const layer = layerOf(layers, path);
    if (layer === 'features') return featureFaults(rules, source.path, path, at);
    const allowed = layer === own || (layer !== null && namesIn(below).includes(layer));
    return allowed ? [] : [`${at}: beside itself, src/${own} may import from ${list(below)}.`];
  });
  const used = isBelow(source.path, process) ? [] : source.process;
  return [...imported, ...used.map((line) => `${source.path}:${line} uses process: only ${list(process)} may.`)];
}

/** The feature that a file belongs to; null for a file outside the features, and for the list of them. */
function featureOf(path: string): string | null {
  const [src, features, name, file] = path.split('/');
  return src === 'src' && features === 'features' && file !== undefined ? (name ?? null) : null;
}

/** Whether a file can be seen from outside its feature: it lies right in the feature's folder. */
const isDoor = (path: string): boolean => path.split('/').length === 4;

/**
 * What is wrong with an import of a file of the features: only the edge may import their list, the list imports their
 * records, and a feature imports others by their door alone.
 */
function featureFaults({ layers, features }: Rules, from: string, to: string, at: string): readonly string[] {
  const own = featureOf(from);
  const other = featureOf(to);
  const layer = layerOf(layers, from) ?? '';
  if (own === other && layer === 'features') return [];
  if (other === null)
    return namesIn(layers[layer] ?? '').includes('features') ? [] : [`${at}: only the edge may import the features.`];
  if (layer !== 'features') return [`${at}: src/${layer} may not know a feature.`];
  if (own === null) return to.endsWith('/index.ts') ? [] : [`${at}: the list of features imports their records alone.`];
  if (!namesIn(features[own] ?? '').includes(other))
    return [`${at}: the feature ${own} may import from ${features[own] || 'no other'}.`];
  return isDoor(to) ? [] : [`${at}: only the files right in src/features/${other} are its door.`];
}

/** A sentence for each feature without a row, which says what it may import from. */
function featuresWithoutRow({ features }: Rules, sources: readonly Source[]): readonly string[] {
  const names = new Set(sources.flatMap(({ path }) => featureOf(path) ?? []));
  return [...names]
    .filter((name) => features[name] === undefined)
    .map((name) => `src/features/${name}: the feature has no row in the table of features, scripts/layers.ts.`);
}

/** Finds folders that may import from a higher one, which allows a circle of folders. */
function tableFaults(layers: Layers): readonly string[] {
  const rows = Object.keys(layers);
  return rows.flatMap((row, at) =>
    namesIn(layers[row] ?? '')
      .filter((below) => !rows.slice(0, at).includes(below))
      .map((below) => `The table of layers lets ${row} import from ${below}, which is no row before it.`),
  );
}

type Graph = ReadonlyMap<string, readonly string[]>;

/** The shortest chain of imports from one file to another, both included, or null. */
function wayBetween(graph: Graph, from: string, to: string): readonly string[] | null {
  const ways: (readonly [string, ...string[]])[] = [[from]];
  const met = new Set([from]);
  for (const way of ways) {
    if (way[0] === to) return way.toReversed();
    for (const next of graph.get(way[0]) ?? []) {
      if (met.has(next)) continue;
      met.add(next);
      ways.push([next, ...way]);
    }
  }
  return null;
}

/** The folder that has two files below it, and the parts of it that they lie in: each a folder, or the file itself. */
function meeting(from: string, to: string): { readonly folder: string; readonly parts: readonly [string, string] } {
  const a = from.split('/');
  const b = to.split('/');
  const at = a.findIndex((name, index) => name !== b[index] || index === a.length - 1);
  return { folder: a.slice(0, at).join('/'), parts: [a[at] ?? '', b[at] ?? ''] };
}

/** A circle of the parts of a folder. */
type FolderCircle = { readonly folder: string; readonly way: readonly string[] };

/** Finds folders, at every depth, whose parts import each other in a circle: folders, and the files right in them. */
function folderCircles(sources: readonly Source[]): readonly FolderCircle[] {
  const graphs = new Map<string, Map<string, Set<string>>>();
  for (const { path: from, imports } of sources)
    for (const { path: to } of imports) {
      if (to === null) continue;
      const { folder, parts } = meeting(from, to);
      const [a, b] = parts;
      if (a === b) continue;
      const graph = graphs.get(folder) ?? new Map<string, Set<string>>();
      graphs.set(folder, graph);
      graph.set(a, (graph.get(a) ?? new Set()).add(b));
    }
  return [...graphs].flatMap(([folder, graph]) => {
    const ways = new Map([...graph].map(([from, to]) => [from, [...to]]));
    const [way] = [...ways.keys()].flatMap((from) => {
      const round = (ways.get(from) ?? []).flatMap((next) => {
        const back = wayBetween(ways, next, from);
        return back === null ? [] : [[from, ...back]];
      });
      return round.slice(0, 1);
    });
    return way === undefined ? [] : [{ folder, way }];
  });
}

function circleFaults(sources: readonly Source[]): readonly string[] {
  const graph: Graph = new Map(sources.map(({ path, imports }) => [path, imports.map((one) => one.path ?? '')]));
  const seen = new Set<string>();
  const edges = sources.flatMap(({ path: from, imports }) =>
    imports.map(({ path, line }) => ({ from, to: path ?? '', line })),
  );
  return edges.flatMap(({ from, to, line }) => {
    if (seen.has(from)) return [];
    const way = wayBetween(graph, to, from);
    if (way === null) return [];
    for (const file of way) seen.add(file);
    return [`${from}:${line} closes a circle of files: ${[from, ...way].join(' -> ')}.`];
  });
}

/** A sentence for every permission of a feature that nothing uses. */
function unusedFeatures({ layers, features }: Rules, sources: readonly Source[]): readonly string[] {
  const uses = (own: string, other: string): boolean =>
    sources.some(
      ({ path, imports }) =>
        (featureOf(path) ?? layerOf(layers, path)) === own &&
        imports.some((one) => one.path !== null && featureOf(one.path) === other),
    );
  return Object.entries(features).flatMap(([own, others]) =>
    namesIn(others)
      .filter((other) => !uses(own, other))
      .map((other) => `${own} may import from ${other} and does not: remove it.`),
  );
}

/** A sentence for every unused permission of the rules: a row of a missing folder, or an import that no file has. */
export function unusedRules(rules: Rules, sources: readonly Source[]): readonly string[] {
  const { layers, packages, process } = rules;
  const of = (folder: string): readonly Source[] => sources.filter(({ path }) => isBelow(path, folder));
  const packageRow = (name: string) => packages.find((row) => namesIn(row.of).some((glob) => matchesGlob(name, glob)));
  const unused = (folder: string, what: string): string => `src/${folder} may ${what} and does not: remove it.`;
  return [
    ...Object.entries(layers).flatMap(([row, below]) => {
      const own = sources.filter(({ path }) => layerOf(layers, path) === row);
      if (own.length === 0) return [`The table of layers has a row for src/${row}, where no file is.`];
      const used = new Set(own.flatMap(({ imports }) => imports.map(({ path }) => layerOf(layers, path ?? ''))));
      return namesIn(below)
        .filter((name) => !used.has(name))
        .map((name) => unused(row, `import from src/${name}`));
    }),
    ...packages.flatMap((row) =>
      namesIn(row.only)
        .filter((folder) =>
          of(folder).every(({ imports }) =>
            imports.every(({ name, path }) => path !== null || packageRow(name) !== row),
          ),
        )
        .map((folder) => unused(folder, `import ${row.of}`)),
    ),
    ...unusedFeatures(rules, sources),
    ...namesIn(process)
      .filter((folder) => of(folder).every(({ process: lines }) => lines.length === 0))
      .map((folder) => unused(folder, 'use process')),
  ];
}

/** A sentence with file and line for every import, use of `process`, circle of files and long file that the rules forbid. */
export function importFaults(rules: Rules, sources: readonly Source[]): readonly string[] {
  const inSource = sources.filter(({ path }) => path.startsWith('src/'));
  return [
    ...tableFaults(rules.layers),
    ...tableFaults(rules.features),
    ...featuresWithoutRow(rules, inSource),
    ...inSource.flatMap((source) => layerFaults(rules, source)),
    ...circleFaults(sources),
    ...folderCircles(inSource).map(
      ({ folder, way }) => `The parts of ${folder} import each other: ${way.join(' -> ')}.`,
    ),
    ...inSource
      .filter(({ lines }) => lines > rules.maxLines)
      .map(({ path, lines }) => `${path} has ${lines} lines, and ${rules.maxLines} is the most: split it.`),
  ];
}
