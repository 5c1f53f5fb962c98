// Fails when a page names a file, folder or function that does not exist, or leaves out a room of src: a folder, or one right in it.
// `node scripts/page-names.ts PAGE...`
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folders that a path on a page may be relative to. */
const ROOTS = ['src', '.'];

/**
 * A sentence for each name in code quotes that does not exist. A path has a slash or ends like a source file;
 * `state/sync/poller.ts:poll` names a declaration or a property of that file.
 */
export function missingNames(page: string, root: string): readonly string[] {
  const quoted = [...page.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);
  return quoted.flatMap((text) => {
    const named = /^([\w.-]+(?:\/[\w.-]+)*\/?(?:[\w-]+\.(?:tsx?|js))?)(?::(\w+))?$/.exec(text);
    const [, path = '', name] = named ?? [];
    if (!path.includes('/') && !/\.(?:tsx?|js)$/.test(path)) return [];
    const found = ROOTS.map((folder) => join(root, folder, path)).find((candidate) => existsSync(candidate));
    if (found === undefined) return [`${path} does not exist.`];
    if (name === undefined || declares(readFileSync(found, 'utf8'), name)) return [];
    return [`${path} declares no ${name}.`];
  });
}

/** A sentence for each folder of src, and each folder in one of those, that a page does not name as `room/` or `room/part/`. */
export function unnamedFolders(page: string, root: string): readonly string[] {
  const foldersIn = (path: string): readonly string[] =>
    readdirSync(join(root, 'src', path), { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [`${path}${entry.name}/`] : [],
    );
  return foldersIn('')
    .flatMap((room) => [room, ...foldersIn(room)])
    .filter((folder) => !page.includes(`\`${folder}\``))
    .map((folder) => `${folder} is not on the page.`);
}

function declares(source: string, name: string): boolean {
  return new RegExp(
    `\\b(?:function|const|let|type|interface|class) ${name}\\b|^\\s+(?:readonly )?${name}[?]?[:(,]`,
    'm',
  ).test(source);
}

if (import.meta.main) {
  for (const path of process.argv.slice(2)) {
    const page = readFileSync(path, 'utf8');
    for (const sentence of [...missingNames(page, '.'), ...unnamedFolders(page, '.')]) {
      process.stderr.write(`${path}: ${sentence}\n`);
      process.exitCode = 1;
    }
  }
}
