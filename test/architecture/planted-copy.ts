import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { node } from '../driver/console.ts';

const project = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

/** A line that is added to a file of the project, after a text that stands there. */
export type PlantedLine = { readonly file: string; readonly after: string; readonly text: string };

/** A built copy of the project with something new in it. */
export type PlantedCopy = {
  readonly folder: string;
  /** The program of the copy. */
  readonly program: string;
  /** Checks the types of its sources. @throws when they don't fit. */
  readonly checkTypes: () => Promise<void>;
  /** Runs one of its scripts. Returns what it printed. @throws when it fails. */
  readonly script: (...words: readonly string[]) => Promise<string>;
  readonly remove: () => void;
};

/** Builds a copy of the project with new files, by path, and new lines in files that it has. */
export async function plant(
  files: Readonly<Record<string, string>>,
  lines: readonly PlantedLine[],
): Promise<PlantedCopy> {
  const folder = mkdtempSync(join(tmpdir(), 'planted-'));
  const parts = ['src', 'scripts', 'patches', 'types', 'docs', 'README.md', 'package.json', 'tsconfig.json'];
  for (const part of parts) cpSync(join(project, part), join(folder, part), { recursive: true });
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text.trimStart());
  }
  for (const { file, after, text } of lines) {
    const before = readFileSync(join(folder, file), 'utf8');
    expect(before).toContain(after);
    writeFileSync(join(folder, file), before.replace(after, `${after}${text}`));
  }
  const script = async (...words: readonly string[]) => (await run(node, [...words], { cwd: folder })).stdout;
  await script('scripts/build.js');
  return {
    folder,
    program: join(folder, 'dist/cli.js'),
    checkTypes: async () => {
      const config = { extends: './tsconfig.json', include: ['src', 'types'] };
      writeFileSync(join(folder, 'tsconfig.src.json'), JSON.stringify(config));
      await script(join(project, 'node_modules/typescript/bin/tsc'), '--noEmit', '-p', 'tsconfig.src.json');
    },
    script,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
