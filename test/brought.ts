import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { features } from '../src/features/index.ts';

/** The folders of a feature's tests: its own, and those for what it does together with others. */
const foldersOf = (name: string): readonly string[] => {
  const own = join(import.meta.dirname, 'features', name);
  const entries = existsSync(own) ? readdirSync(own) : [];
  return [own, ...entries.filter((entry) => entry.startsWith('with-')).map((entry) => join(own, entry))];
};

/**
 * Imports a file of the tests of each feature that has one, in the order of the features: what they bring to tests that are about
 * everything the program has. A feature that is deleted takes its file with it.
 */
export async function broughtBy<Module>(file: string): Promise<readonly Module[]> {
  const paths = features.records.flatMap(({ name }) => foldersOf(name)).map((folder) => join(folder, file));
  return Promise.all(paths.filter(existsSync).map((path): Promise<Module> => import(path)));
}
