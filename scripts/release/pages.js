// What every kind of package has for readers.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PAGES, pageOfPackage, repositoryOf } from './addresses.js';

/** @param {string} path @returns {readonly string[]} the files in it, or itself */
const filesIn = (path) =>
  statSync(path).isDirectory() ? readdirSync(path).flatMap((name) => filesIn(join(path, name))) : [path];

/** Pages, samples, licence and changelog, as they are in a package. @returns {readonly { readonly path: string, readonly content: string }[]} */
export function packagePages() {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
  const repository = repositoryOf(manifest);
  return PAGES.flatMap(filesIn).map((path) => {
    const text = readFileSync(path, 'utf8');
    return {
      path,
      content: path.endsWith('.md') ? pageOfPackage(text, path, repository, `v${manifest.version}`) : text,
    };
  });
}
