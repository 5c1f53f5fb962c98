// Bundles the program into dist: a launcher any Node can parse, the command line, the market's worker, and
// chunks shared between them. Beside them THIRD-PARTY-NOTICES.txt for the package, and metafile.json, in which
// esbuild says what it put where. `--if-needed` does nothing when dist is newer than everything it is made from.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { chmod, cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { builtins } from './builtins.js';
import { fasterInk, fasterLayout, fasterWidths, joinedTable } from './faster-ink.js';
import { legalFilesIn, noticesFor } from './notices.js';

const OUT = 'dist';
const STAMP = join(OUT, 'built');
const SOURCES = ['src', 'scripts', 'package.json', 'package-lock.json'];

/** @param {string} path @returns {number} */
function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}

if (process.argv.includes('--if-needed') && existsSync(STAMP)) {
  if (statSync(STAMP).mtimeMs > Math.max(...SOURCES.map(newest))) process.exit(0);
}

const { version } = JSON.parse(await readFile('package.json', 'utf8'));

await rm(OUT, { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: { main: 'src/main/main.ts', 'market-worker': 'src/market/worker.ts' },
  outdir: OUT,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  // Native, and only for those who keep tokens in the system's keyring.
  external: ['@napi-rs/keyring'],
  minifySyntax: true,
  minifyWhitespace: true,
  // Gathered beside the files, for the notices.
  legalComments: 'external',
  metafile: true,
  tsconfigRaw: { compilerOptions: { jsx: 'react-jsx' } },
  chunkNames: '[name]-[hash]',
  define: {
    'process.env.NODE_ENV': '"production"',
    'process.env.DEV': '"false"',
    SPOTDECK_VERSION: JSON.stringify(version),
  },
  plugins: [fasterInk, fasterLayout, fasterWidths, joinedTable, builtins],
  alias: {
    'react-devtools-core': './scripts/no-devtools.js',
    // Its build for Node loads node:http for Nodes that have no fetch of their own, and with it all of Node's HTTP client.
    ofetch: './node_modules/ofetch/dist/index.mjs',
  },
  logLevel: 'warning',
});
const legal = legalFilesIn(OUT);
const comments = await Promise.all(legal.map((path) => readFile(path, 'utf8')));
await writeFile(join(OUT, 'THIRD-PARTY-NOTICES.txt'), noticesFor(metafile, comments));
await Promise.all(legal.map((path) => rm(path)));
await writeFile(join(OUT, 'metafile.json'), JSON.stringify(metafile));
await cp('scripts/launcher.js', join(OUT, 'cli.js'));
await chmod(join(OUT, 'cli.js'), 0o755);
await writeFile(STAMP, `${version}\n`);
