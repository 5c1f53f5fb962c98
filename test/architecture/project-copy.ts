import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const project = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

/** Compiler and bundler check once and end: rare garbage collections and one thread halve their processor time. */
const FEW_COLLECTIONS = { GOGC: '400' };

/** Files of the project in a folder of their own, with the same dependencies. */
export type ProjectCopy = {
  readonly folder: string;
  readonly program: string;
  /** Runs a script. Returns its output. @throws {Error} with that output. */
  readonly script: (...words: readonly string[]) => Promise<string>;
  /** The demo's past is copied unless made anew. @throws {Error} with what went wrong. */
  readonly build: (past?: 'anew') => Promise<void>;
  /** @throws {Error} with what does not fit. */
  readonly checkTypes: (...options: readonly string[]) => Promise<void>;
  readonly remove: () => void;
};

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
