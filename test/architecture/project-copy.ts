import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const project = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

/**
 * Compiler and bundler are programs in Go that check a project once and end: they collect their garbage seldom, and the compiler
 * checks with one thread. Both take half the time of the processors away, and none from the clock when several copies are checked.
 */
const FEW_COLLECTIONS = { GOGC: '400' };

/** A copy of files of the project in a folder of its own, with the same dependencies. */
export type ProjectCopy = {
  readonly folder: string;
  /** The program, once it is built. */
  readonly program: string;
  /** Runs a script on Node. Returns what it printed. @throws {Error} with its output when it fails. */
  readonly script: (...words: readonly string[]) => Promise<string>;
  /** Builds its program; the past of the demo is that of the project, unless it is to be made anew. @throws {Error} with what went wrong. */
  readonly build: (past?: 'anew') => Promise<void>;
  /** Checks the types of its sources. @throws {Error} with what does not fit. */
  readonly checkTypes: (...options: readonly string[]) => Promise<void>;
  readonly remove: () => void;
};

/** Copies files and folders of the project, by their paths. */
export function copyProject(parts: readonly string[]): ProjectCopy {
  const folder = mkdtempSync(join(tmpdir(), 'copy-'));
  for (const part of parts) cpSync(join(project, part), join(folder, part), { recursive: true });
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
  const script = async (...words: readonly string[]): Promise<string> => {
    try {
      return (await run(process.execPath, [...words], { cwd: folder, env: { ...process.env, ...FEW_COLLECTIONS } }))
        .stdout;
    } catch (error) {
      if (error instanceof Error && 'stdout' in error) throw new Error(`${error.message}\n${error.stdout}`);
      throw error;
    }
  };
  return {
    folder,
    program: join(folder, 'dist/cli.js'),
    script,
    build: async (past) => {
      await script('scripts/build.js', ...(past === 'anew' ? [] : [`--past=${join(project, 'dist/past.json.br')}`]));
    },
    checkTypes: async (...options) => {
      await script(join(project, 'node_modules/typescript/bin/tsc'), '--noEmit', '--checkers', '1', ...options);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
