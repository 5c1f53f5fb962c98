// Bundles the program into dist: a launcher any Node can parse, the command line, the market's worker, and chunks shared between them;
// the journal's thread. Also writes THIRD-PARTY-NOTICES.txt for the package, manifest.json with the hash of each file, and
// esbuild's metafile.json with the contents of each. `--if-needed` does nothing when dist is newer than all sources. `--past=FILE` takes the
// past of the demo from a file that an earlier build has made of the same market.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { chmod, cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import { featureBundles } from './feature-bundles.js';
import { journalThread } from './journal-thread.js';
import { MANIFEST, manifestOf } from './manifest.js';
import { legalFilesIn, noticesFor } from './notices.js';
import { applyMissing } from './patches.js';

const OUT = 'dist';
const NOTICES = 'THIRD-PARTY-NOTICES.txt';
const STAMP = join(OUT, 'built');
const SOURCES = ['src', 'scripts', 'patches', 'package.json', 'package-lock.json'];

/** @param {string} path @returns {number} */
function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}

const [, givenPast] = process.argv.flatMap((word) => /^--past=(.+)$/.exec(word) ?? []);

const unpatched = applyMissing('.');
if (unpatched.length > 0) {
  process.stderr.write(`These patches don't fit the files in node_modules: ${unpatched.join(', ')}. Run "npm ci".\n`);
  process.exit(1);
}

if (process.argv.includes('--if-needed') && existsSync(STAMP)) {
  if (statSync(STAMP).mtimeMs > Math.max(...SOURCES.map(newest))) process.exit(0);
}

// Dependencies in CommonJS ask for these with require, which ES modules have not.
const required = Object.fromEntries(
  ['assert', 'crypto', 'events', 'module', 'util'].map((name) => [
    name,
    `data:text/javascript,module.exports = process.getBuiltinModule('node:${name}');`,
  ]),
);

const { version } = JSON.parse(await readFile('package.json', 'utf8'));

await rm(OUT, { recursive: true, force: true });

// The program says once what is then put into it.
const PREPARED = join(OUT, 'prepared');
const fixed = { 'process.env.NODE_ENV': '"production"', SPOTDECK_VERSION: JSON.stringify(version) };
const tsconfigRaw = { compilerOptions: { jsx: /** @type {const} */ ('react-jsx') } };
await build({
  entryPoints: ['scripts/prepared.ts', 'scripts/past.ts'],
  outdir: PREPARED,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  packages: 'external',
  tsconfigRaw,
  define: fixed,
  logLevel: 'warning',
});
const { words, help } = await import(pathToFileURL(resolve(PREPARED, 'prepared.js')).href);
/** @returns {Promise<Buffer>} */
async function simulatedPast() {
  const { simulatedPast: make } = await import(pathToFileURL(resolve(PREPARED, 'past.js')).href);
  return brotliCompressSync(await make());
}
const past = givenPast === undefined ? await simulatedPast() : await readFile(givenPast);
await rm(PREPARED, { recursive: true });

/** What both bundles have in common. @type {import('esbuild').BuildOptions & { readonly metafile: true }} */
const bundled = {
  outdir: OUT,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  // Native code, needed only for tokens in the system's keyring.
  external: ['@napi-rs/keyring'],
  minifySyntax: true,
  minifyWhitespace: true,
  // Written to separate files, for the notices.
  legalComments: 'external',
  metafile: true,
  tsconfigRaw,
  chunkNames: '[name]-[hash]',
  define: {
    ...fixed,
    'process.env.DEV': '"false"',
    SPOTDECK_WORDS: JSON.stringify(JSON.stringify(words)),
    SPOTDECK_HELP: JSON.stringify(JSON.stringify(help)),
  },
  alias: {
    ...required,
    'react-devtools-core': './scripts/no-devtools.js',
    'node:child_process': './scripts/builtins.js',
    'node:process': './scripts/builtins.js',
    'prom-client': './scripts/prom-client.js',
    // ofetch's build for Node also loads node:http, Node's whole HTTP client, for versions without fetch.
    ofetch: './node_modules/ofetch/dist/index.mjs',
  },
  logLevel: 'warning',
};
const { metafile } = await build({
  ...bundled,
  entryPoints: {
    main: 'src/cli/main.ts',
    'in-process': 'src/cli/in-process.ts',
    'market-worker': 'src/market/thread/worker.ts',
  },
  plugins: [featureBundles('src/features')],
});
await build({
  ...bundled,
  entryPoints: { 'journal-worker': 'src/cli/journal-worker.ts', 'journal-thread': 'src/cli/journal-thread.ts' },
  splitting: false,
  plugins: [journalThread()],
});
const legal = legalFilesIn(OUT);
const comments = await Promise.all(legal.map((path) => readFile(path, 'utf8')));
await writeFile(join(OUT, NOTICES), noticesFor(metafile, comments));
await Promise.all(legal.map((path) => rm(path)));
// The past of a new demo.
await writeFile(join(OUT, 'past.json.br'), past);
await cp('scripts/launcher.js', join(OUT, 'cli.js'));
await chmod(join(OUT, 'cli.js'), 0o755);
// The notices are elsewhere in the package.
const files = readdirSync(OUT).filter((name) => name !== NOTICES);
const contents = await Promise.all(
  files.map(async (name) => /** @type {const} */ ([name, await readFile(join(OUT, name))])),
);
await writeFile(join(OUT, MANIFEST), manifestOf(contents));
await writeFile(join(OUT, 'metafile.json'), JSON.stringify(metafile));
await writeFile(STAMP, `${version}\n`);
