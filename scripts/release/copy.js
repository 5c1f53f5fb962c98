// A release is made in a copy of the project, and put in place as its last step: one that is cut off before, even by kill -9, leaves the
// project as it was.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { printedBy } from './run.js';

/** The folder of the copy; git ignores it, and the next release makes it anew. */
const COPY = 'release.new';

/**
 * Runs a function in a copy of the project, then puts what it changed in place.
 * @template Result @param {readonly string[]} changed files and folders @param {() => Result} make @returns {Result}
 */
export function inCopy(changed, make) {
  const project = process.cwd();
  rmSync(COPY, { recursive: true, force: true });
  const files = printedBy('git', ['ls-files', '-z']).split('\0').slice(0, -1);
  for (const file of [...files, 'dist']) {
    mkdirSync(dirname(join(COPY, file)), { recursive: true });
    cpSync(file, join(COPY, file), { recursive: true, preserveTimestamps: true });
  }
  // As links to the same files where the disk has both.
  const packages = ['node_modules', join(COPY, 'node_modules')];
  if (spawnSync('cp', ['-al', ...packages], { stdio: 'ignore' }).status !== 0) execFileSync('cp', ['-a', ...packages]);
  try {
    process.chdir(COPY);
    const result = make();
    process.chdir(project);
    for (const path of changed) {
      // A file is replaced by its rename at once; a folder has to go first.
      if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) rmSync(path, { recursive: true });
      renameSync(join(COPY, path), path);
    }
    return result;
  } finally {
    process.chdir(project);
    rmSync(COPY, { recursive: true, force: true });
  }
}
