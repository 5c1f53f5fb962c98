import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Program } from '../timed.ts';

/** Bundles find the project's packages from there. */
export function makeFolder(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'bench-'));
  symlinkSync(fileURLToPath(new URL('../../../node_modules', import.meta.url)), join(path, 'node_modules'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Like spotdeck. */
export async function bundled(name: string, folder: string): Promise<Program> {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const outfile = join(folder, `${name}.js`);
  await build({
    entryPoints: [join(root, `test/bench/floors/${name}.tsx`)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    minifySyntax: true,
    minifyWhitespace: true,
    tsconfigRaw: { compilerOptions: { jsx: 'react-jsx' } },
    define: { 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"' },
    alias: { 'react-devtools-core': join(root, 'scripts/no-devtools.js') },
    banner: {
      js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
    },
  });
  return { command: process.execPath, args: [outfile] };
}

/** Commits for tig; null without tig. */
export function history(folder: string, commitCount: number): string | null {
  if (spawnSync('tig', ['--version']).status !== 0) return null;
  const repository = join(folder, 'history');
  execFileSync('git', ['init', '-q', repository]);
  const commits = Array.from({ length: commitCount }, (_, n) =>
    [
      'commit refs/heads/main',
      `committer Bench <bench@example.com> ${1_700_000_000 + n * 60} +0000`,
      `data ${`change ${n}`.length}`,
      `change ${n}`,
      '',
    ].join('\n'),
  );
  execFileSync('git', ['-C', repository, 'fast-import', '--quiet'], { input: commits.join('\n') });
  execFileSync('git', ['-C', repository, 'symbolic-ref', 'HEAD', 'refs/heads/main']);
  return repository;
}
