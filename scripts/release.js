// Makes a release: `npm run release -- 1.0.0` checks what has to be right and writes nothing, `--write` sets the version and writes all files
// into `release`. `--targets linux-x64,…` are the executables, by default those for Linux; `--unpublished` makes what goes to no registry
// while the project has no address; `--quick` compresses less. CONTRIBUTING.md says more.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { folderOf, versionOf } from './executable/packages.js';
import { NODE, targetNamed } from './executable/targets.js';
import { repositoryOf } from './release/addresses.js';
import { sectionOf } from './release/changelog.js';
import { checksOf, versionsAgree } from './release/checks.js';
import { inCopy } from './release/copy.js';
import { architectureOf } from './release/debian.js';
import { namesOf, writeFiles } from './release/files.js';
import { CHANGED, setVersion } from './release/version.js';

const FOLDER = 'release';
const TARGETS = 'linux-x64,linux-arm64';
/** What xz does for a release, and for a look at one: 31 and 38 MB, in 26 and 3 seconds on two cores. */
const LEVEL = { whole: 6, quick: 0 };

/** @param {string} text */
const say = (text) => process.stdout.write(`${text}\n`);

/** @returns {{ readonly version: string, readonly targets: readonly string[], readonly isWritten: boolean, readonly isUnpublished: boolean, readonly level: number }} */
function asked() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      write: { type: 'boolean', default: false },
      unpublished: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      targets: { type: 'string', default: TARGETS },
    },
  });
  const [version = '', ...more] = positionals;
  if (!/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(version) || more.length > 0)
    throw new Error('Name one version of three numbers: npm run release -- 1.0.0');
  const targets = values.targets.split(',').filter((name) => name !== '');
  for (const name of targets) architectureOf(name);
  return {
    version,
    targets,
    isWritten: values.write,
    isUnpublished: values.unpublished,
    level: values.quick ? LEVEL.quick : LEVEL.whole,
  };
}

/** The date of the release, UTC: the one in the changelog, or today; SOURCE_DATE_EPOCH has another one, in seconds since 1970. @param {string} version @returns {string} */
function dateOf(version) {
  const known = sectionOf(readFileSync('CHANGELOG.md', 'utf8'), version)?.date;
  if (known !== undefined && known !== null) return known;
  const epoch = process.env['SOURCE_DATE_EPOCH'];
  return new Date(epoch === undefined ? Date.now() : Number(epoch) * 1000).toISOString().slice(0, 10);
}

/** Gets the packages with the Nodes of the executables, before anything is changed. @param {readonly string[]} targets */
function bring(targets) {
  const node = versionOf(NODE);
  if (process.versions.node !== node) throw new Error(`This needs Node ${node}: start it with "npm run release".`);
  for (const name of targets) {
    const target = targetNamed(name);
    for (const name of [target.node, target.keyring]) if (name !== null) folderOf(name);
  }
}

/** @returns {boolean} whether all is right */
function release() {
  const { version, targets, isWritten, isUnpublished, level } = asked();
  const date = dateOf(version);
  const checks = checksOf({ version, isUnpublished });
  for (const { says, remedy } of checks) say(remedy === null ? `ok      ${says}` : `failed  ${says} ${remedy}`);
  const failed = checks.filter(({ remedy }) => remedy !== null).length;
  if (failed > 0) {
    say(`Nothing was written: ${failed === 1 ? 'one check' : `${failed} checks`} failed.`);
    return false;
  }
  const hasAddress = repositoryOf(JSON.parse(readFileSync('package.json', 'utf8'))) !== null;
  if (!isWritten) {
    say(`Nothing was written. --write sets version ${version} of ${date} and writes to ${FOLDER}:`);
    for (const name of namesOf(version, targets, hasAddress)) say(`  ${name}`);
    return true;
  }
  bring(targets);
  const files = inCopy([FOLDER, ...CHANGED], () => {
    setVersion(version, date);
    const { says, remedy } = versionsAgree();
    if (remedy !== null) throw new Error(`${says} ${remedy}`);
    say(`ok      ${says}`);
    return writeFiles(FOLDER, targets, level);
  });
  for (const { name, size } of files) say(`${String(size).padStart(9)}  ${FOLDER}/${name}`);
  if (!hasAddress) say('Without an address there is no Homebrew formula, and the package can be published nowhere.');
  say(`Run "npm run upgrade-files", look at what changed, commit it, and give the commit the tag v${version}.`);
  say('Nothing was sent anywhere.');
  return true;
}

try {
  if (!release()) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
