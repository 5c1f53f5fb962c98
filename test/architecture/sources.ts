import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Source = { readonly path: string; readonly text: string };

/** With the embedded market, a service. */
export const allSources: readonly Source[] = readdirSync('src', { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map(({ parentPath, name }) => join(parentPath, name))
  .toSorted()
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

export const sources: readonly Source[] = allSources.filter(({ path }) => !path.startsWith(join('src', 'market')));

export const filesWith = (pattern: RegExp, files: readonly Source[] = sources): readonly string[] =>
  files.flatMap(({ path, text }) => (pattern.test(text) ? [path] : []));
