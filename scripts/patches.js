// Checks that the dependencies are patched as the unified diffs in patches/ say.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** File header of a unified diff, for the file after the patch. */
const FILE = /^\+\+\+ b\/(.*)$/m;

/**
 * Returns whether every hunk of a patch is in its file as it reads after the patch.
 * @param {string} patch @param {string} root @returns {boolean}
 */
export function isApplied(patch, root) {
  return patch.split(/^diff --git .*\n/m).every((part) => {
    const [, path] = FILE.exec(part) ?? [];
    if (path === undefined) return true;
    const file = join(root, path);
    if (!existsSync(file)) return false;
    const text = readFileSync(file, 'utf8');
    const [, ...hunks] = part.split(/^@@ .*\n/m);
    return hunks.every((hunk) => text.includes(linesAfter(hunk)));
  });
}

/** @param {string} hunk @returns {string} the lines of the hunk as the patched file has them */
function linesAfter(hunk) {
  const lines = hunk.split('\n').filter((line) => line.startsWith(' ') || line.startsWith('+'));
  return lines.map((line) => line.slice(1)).join('\n');
}

/**
 * Applies the patches that are missing, as all are after `npm ci --ignore-scripts`. Git replaces the files, so files
 * that are hard-linked elsewhere stay as they are there.
 * @param {string} root @returns {string[]} the names of the patches that don't fit the installed dependencies
 */
export function applyMissing(root) {
  const missing = readdirSync(join(root, 'patches')).filter(
    (name) => !isApplied(readFileSync(join(root, 'patches', name), 'utf8'), root),
  );
  return missing.filter((name) => {
    try {
      execFileSync('git', ['apply', join('patches', name)], { cwd: root, stdio: 'ignore' });
      return false;
    } catch {
      return true;
    }
  });
}
