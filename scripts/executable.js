// Makes single executables: the program and the Node of the lock file in one file, which needs nothing installed.
// `node scripts/executable.js FOLDER [TARGET[=NODE]]...` writes one for each target there, by default those for Linux, each beside a file with
// its SHA-256, and prints their paths. NODE is the path of a Node of that version, for a target that the registry has none for.
// `--cached TARGET` writes none and prints the path of the one that is kept for the next time. docs/connecting.md says more.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { licencesOf } from './executable/licences.js';
import { folderOf, versionOf } from './executable/packages.js';
import { NODE, nodeOf, targetNamed } from './executable/targets.js';
import { MANIFEST, manifestOf, sha256 } from './manifest.js';

const DIST = 'dist';
const CACHE = resolve('node_modules/.cache/executables');
/** Files of the build that are no part of the program. */
const NOT_INSIDE = ['cli.js', 'built', 'metafile.json', MANIFEST];
const DEFAULT = ['linux-x64', 'linux-arm64'];
/** Name and mark by which Node finds what is in an executable. */
const BLOB = 'NODE_SEA_BLOB';
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

const { version } = JSON.parse(await readFile('package.json', 'utf8'));

/** What an executable for a target has inside, by name. @param {string} name @param {string} licence of its Node */
async function contents(name, licence) {
  const target = targetNamed(name);
  /** @type {Map<string, string | Uint8Array>} */
  const files = new Map();
  for (const file of readdirSync(DIST)) if (!NOT_INSIDE.includes(file)) files.set(file, readFileSync(join(DIST, file)));
  files.set('keyring.js', await bundled('keyring.js', 'esm'));
  files.set('thread.js', await bundled('thread.js', 'cjs'));
  const keyring = folderOf(target.keyring);
  files.set('keyring.node', readFileSync(join(keyring, target.library)));
  for (const [path, text] of licencesOf(name, licence)) files.set(path, text);
  files.set(MANIFEST, manifestOf(files));
  return files;
}

/** A file of `scripts/executable` with what it imports. @param {string} name @param {'cjs' | 'esm'} format @returns {Promise<string>} */
async function bundled(name, format) {
  const { outputFiles } = await build({
    entryPoints: [join('scripts/executable', name)],
    write: false,
    bundle: true,
    format,
    platform: 'node',
    target: 'node24',
    minifySyntax: true,
    minifyWhitespace: true,
    logLevel: 'warning',
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error(`${name} was not bundled.`);
  return file.text;
}

/** The path of a target's executable in the cache, where it is made when there is none of this program. @param {string} name @param {string | null} given */
async function executable(name, given) {
  const { program, licence } = nodeOf(name, given);
  const files = await contents(name, licence);
  const main = await bundled('program.js', 'cjs');
  const key = [
    given === null ? versionOf(NODE) : readFileSync(program),
    main,
    readFileSync('scripts/executable.js'),
    ...[...files].flat(),
  ].map(sha256);
  const folder = join(CACHE, `${name}-${sha256(key.join()).slice(0, 16)}`);
  const path = join(folder, `spotdeck-${version}-${name}${targetNamed(name).ending}`);
  if (existsSync(path)) return path;
  await mkdir(CACHE, { recursive: true });
  const older = readdirSync(CACHE).filter((entry) => entry.startsWith(`${name}-`));
  const stage = await mkdtemp(join(CACHE, 'new-'));
  try {
    const staged = join(stage, basename(path));
    await copyFile(program, staged);
    await chmod(staged, 0o755);
    runNode([
      fileURLToPath(new URL('cli.js', import.meta.resolve('postject'))),
      staged,
      BLOB,
      await blobIn(name, stage, main, files),
      '--sentinel-fuse',
      FUSE,
      ...(name.startsWith('darwin') ? ['--macho-segment-name', 'NODE_SEA'] : []),
    ]);
    await mkdir(folder, { recursive: true });
    // Another start may make the same at the same time: each finds a whole one.
    await rename(staged, path);
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
  for (const entry of older) await rm(join(CACHE, entry), { recursive: true, force: true });
  return path;
}

/** Writes what goes into an executable for a target, and returns its path. @param {string} target @param {string} stage @param {string} main @param {ReadonlyMap<string, string | Uint8Array>} files */
async function blobIn(target, stage, main, files) {
  await mkdir(join(stage, 'inside'));
  for (const [name, content] of files) await writeFile(join(stage, 'inside', name), content);
  await writeFile(join(stage, 'program.js'), main);
  // Node keeps the path of the first file: a relative one is the same in every folder.
  const settings = {
    main: 'program.js',
    output: 'blob',
    assets: Object.fromEntries([...files.keys()].map((name) => [name, join('inside', name)])),
    disableExperimentalSEAWarning: true,
    // It serves the first file alone, which is small, and can't be made for another processor.
    useCodeCache: false,
    // NODE_OPTIONS can load other code and open a debugger, and so can the configuration of OpenSSL, which OPENSSL_CONF names.
    execArgvExtension: 'none',
    execArgv: [`--openssl-config=${target.startsWith('win') ? 'NUL' : '/dev/null'}`],
  };
  await writeFile(join(stage, 'config.json'), JSON.stringify(settings));
  runNode(['--experimental-sea-config', 'config.json'], stage);
  return join(stage, 'blob');
}

/** Runs a program of Node, whose output is shown when it fails. @param {readonly string[]} args @param {string} cwd */
function runNode(args, cwd = '.') {
  try {
    execFileSync(process.execPath, args, { cwd, stdio: 'pipe', encoding: 'utf8' });
  } catch (error) {
    const said =
      error instanceof Error && 'stdout' in error && 'stderr' in error ? `${error.stdout}${error.stderr}` : '';
    throw new Error(`The executable could not be made: ${said.trim()}`);
  }
}

/** Makes what the words ask for, and prints where it is. @param {readonly string[]} words */
async function make([first, ...words]) {
  if (first === undefined) throw new Error('Name a folder for the executables.');
  const node = versionOf(NODE);
  if (process.versions.node !== node) throw new Error(`This needs Node ${node}: start it with "npm run pack".`);
  for (const word of words.length > 0 ? words : DEFAULT) {
    const [name = '', given = null] = word.split('=');
    const made = await executable(name, given);
    if (first === '--cached') {
      process.stdout.write(`${made}\n`);
      continue;
    }
    const path = join(resolve(first), basename(made));
    await mkdir(dirname(path), { recursive: true });
    await copyFile(made, path);
    await writeFile(`${path}.sha256`, `${sha256(await readFile(path))}  ${basename(path)}\n`);
    process.stdout.write(`${path}\n`);
    if (name.startsWith('darwin'))
      process.stdout.write(`macOS starts it once it is signed: codesign --sign - ${basename(path)}\n`);
  }
}

try {
  await make(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
