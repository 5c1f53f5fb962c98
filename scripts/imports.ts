// Reads the imports of all files and finds those that the rules of a project forbid.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob, normalize } from 'node:path';

/** Names of folders of src, or globs of packages, separated by spaces. */
type Names = string;

/** Folders of src, lowest first, each with the folders it may import from. A single file can have its own row. */
type Layers = Readonly<Record<string, Names>>;

export interface Rules {
  readonly layers: Layers;
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

interface Source {
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

/** Returns the row of a file: the longest one that its path begins with. */
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

/** Returns whether a row is one of these folders or inside one. */
const isIn = (row: string, folders: Names): boolean =>
  namesIn(folders).some((folder) => row === folder || row.startsWith(`${folder}/`));

function layerFaults({ layers, packages, process }: Rules, source: Source): readonly string[] {
  const own = layerOf(layers, source.path);
  if (own === null) return [`${source.path}: its folder has no row in the table of layers, scripts/layers.ts.`];
  const below = layers[own] ?? '';
  const imported = source.imports.flatMap(({ name, line, path }) => {
    const at = `${source.path}:${line} imports ${name}`;
    if (path === null) {
      const only = packages.find(({ of }) => namesIn(of).some((glob) => matchesGlob(name, glob)))?.only;
      return only === undefined || isIn(own, only) ? [] : [`${at}: only ${list(only)} may.`];
    }
    const layer = layerOf(layers, path);
    const allowed = layer === own || (layer !== null && namesIn(below).includes(layer));
    return allowed ? [] : [`${at}: beside itself, src/${own} may import from ${list(below)}.`];
  });
  const used = isIn(own, process) ? [] : source.process;
  return [...imported, ...used.map((line) => `${source.path}:${line} uses process: only ${list(process)} may.`)];
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

/** Returns the shortest chain of imports from one file to another, both included, or null. */
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

/** Returns a sentence for every unused permission of the rules: a row of a missing folder, or an import that no file has. */
export function unusedRules({ layers, packages, process }: Rules, sources: readonly Source[]): readonly string[] {
  const of = (folder: string): readonly Source[] =>
    sources.filter(({ path }) => isIn(layerOf(layers, path) ?? '', folder));
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
    ...namesIn(process)
      .filter((folder) => of(folder).every(({ process: lines }) => lines.length === 0))
      .map((folder) => unused(folder, 'use process')),
  ];
}

/** Returns a sentence with file and line for every import, use of `process`, circle of files and long file that the rules forbid. */
export function importFaults(rules: Rules, sources: readonly Source[]): readonly string[] {
  const inSource = sources.filter(({ path }) => path.startsWith('src/'));
  return [
    ...tableFaults(rules.layers),
    ...inSource.flatMap((source) => layerFaults(rules, source)),
    ...circleFaults(sources),
    ...inSource
      .filter(({ lines }) => lines > rules.maxLines)
      .map(({ path, lines }) => `${path} has ${lines} lines, and ${rules.maxLines} is the most: split it.`),
  ];
}
