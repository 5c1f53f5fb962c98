// Fails when a page names a file, folder or function that does not exist. `node scripts/page-names.ts PAGE...`
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folders that a path on a page may be relative to. */
const ROOTS = ['src', '.'];

/**
 * Returns a sentence for each name in code quotes that does not exist. A path has a slash or ends like a source file;
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

function declares(source: string, name: string): boolean {
  return new RegExp(`\\b(?:function|const|let|type|class) ${name}\\b|^\\s+(?:readonly )?${name}[?]?[:(,]`, 'm').test(
    source,
  );
}

if (import.meta.main) {
  for (const path of process.argv.slice(2)) {
    for (const sentence of missingNames(readFileSync(path, 'utf8'), '.')) {
      process.stderr.write(`${path}: ${sentence}\n`);
      process.exitCode = 1;
    }
  }
}
