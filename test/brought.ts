import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { features } from '../src/features/index.ts';

/**
 * Imports a file of the tests of each feature that has one, in the order of the features: what they bring to tests that are about
 * everything the program has. A feature that is deleted takes its file with it.
 */
export async function broughtBy<Module>(file: string): Promise<readonly Module[]> {
  const paths = features.records.map(({ name }) => join(import.meta.dirname, 'features', name, file));
  return Promise.all(paths.filter(existsSync).map((path): Promise<Module> => import(path)));
}
