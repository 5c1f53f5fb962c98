// What has to be right before a release: each check says one sentence, and one that fails what to do.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { NO_ADDRESS, repositoryOf } from './addresses.js';
import { sectionsOf, UNRELEASED } from './changelog.js';
import { isThere, printedBy } from './run.js';

/**
 * @typedef {object} Plan
 * @property {string} version that is released
 * @property {boolean} isUnpublished whether it goes to no registry, and needs no address
 */

/**
 * @typedef {object} Check
 * @property {string} says a sentence
 * @property {string | null} remedy what to do; null when nothing is
 */

const right = (/** @type {string} */ says) => ({ says, remedy: null });
const wrong = (/** @type {string} */ says, /** @type {string} */ remedy) => ({ says, remedy });

/** What the project says of its version, by where it says so. @returns {ReadonlyMap<string, string>} */
export function versionsSaid() {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const [, page = 'none'] = /^\.TH .*"spotdeck ([^"]+)"/.exec(readFileSync('docs/spotdeck.1', 'utf8')) ?? [];
  return new Map([
    ['package.json', JSON.parse(readFileSync('package.json', 'utf8')).version],
    ['package-lock.json', lock.version],
    ['package-lock.json (packages)', lock.packages[''].version],
    ['docs/spotdeck.1', page],
    ['spotdeck --version', printedBy(process.execPath, ['dist/cli.js', '--version']).trim()],
  ]);
}

/** @returns {Check} */
export function versionsAgree() {
  const said = versionsSaid();
  const [first = 'none', ...others] = new Set(said.values());
  if (others.length === 0) return right(`All say version ${first}: ${[...said.keys()].join(', ')}.`);
  const list = [...said].map(([where, version]) => `${where} ${version}`).join(', ');
  return wrong(
    `Versions differ: ${list}.`,
    'Set the one of package.json, then run "npm install", "npm run docs" and "npm run build".',
  );
}

/** Whether a version is later than another. @param {string} version @param {string} than @returns {boolean} */
function isLater(version, than) {
  const [a, b] = [version, than].map((one) => one.split('.').map(Number));
  const at = a?.findIndex((part, index) => part !== b?.[index]) ?? -1;
  return at >= 0 && (a?.[at] ?? 0) > (b?.[at] ?? 0);
}

/** @param {Plan} plan @returns {Check} */
function changelog({ version }) {
  const sections = sectionsOf(readFileSync('CHANGELOG.md', 'utf8'));
  const [first] = sections;
  if (first === undefined || first.text === '')
    return wrong('The newest section of CHANGELOG.md is empty.', `Write what is new below "## ${UNRELEASED}".`);
  if (first.version === version)
    return first.date === null
      ? wrong(`CHANGELOG.md has ${version} without a date.`, `Call its section "## ${UNRELEASED}".`)
      : right(`CHANGELOG.md has ${version} of ${first.date}.`);
  if (first.version !== UNRELEASED)
    return wrong(`CHANGELOG.md has no section for ${version}.`, `Begin it with "## ${UNRELEASED}" and what is new.`);
  const last = sections[1]?.version;
  if (last !== undefined && !isLater(version, last))
    return wrong(`${version} is not later than ${last}, the last one in CHANGELOG.md.`, 'Name a later version.');
  return right(`CHANGELOG.md has what is new; its section becomes ${version}.`);
}

/** @returns {Check} */
function cleanTree() {
  if (!existsSync('.git')) return wrong('This is no clone.', 'Release from a clone with all its commits.');
  const changed = printedBy('git', ['status', '--porcelain']).trimEnd();
  if (changed === '') return right('Everything is committed.');
  const names = changed.split('\n').map((line) => line.slice(3));
  const more = names.length > 3 ? ` and ${names.length - 3} more` : '';
  return wrong(`Not committed: ${names.slice(0, 3).join(', ')}${more}.`, 'Commit it, or put it away.');
}

/** @param {Plan} plan @returns {Check} */
function tag({ version }) {
  if (!existsSync('.git')) return right('There is no tag to be in the way.');
  const at = printedBy('git', ['tag', '--list', `v${version}`, '--format', '%(objectname)%(*objectname)']).trim();
  if (at === '') return right(`There is no tag v${version} yet.`);
  if (at.endsWith(printedBy('git', ['rev-parse', 'HEAD']).trim())) return right(`The tag v${version} is this commit.`);
  return wrong(`The tag v${version} is another commit.`, `Check that one out, or name a later version.`);
}

/** @param {Plan} plan @returns {Check} */
function address({ isUnpublished }) {
  const repository = repositoryOf(JSON.parse(readFileSync('package.json', 'utf8')));
  if (repository !== null) return right(`The project is at ${repository}.`);
  if (isUnpublished) return right('No address is needed for what is not published.');
  return wrong(
    `${NO_ADDRESS}.`,
    'Write its address there: { "type": "git", "url": "git+https://…" }. Or add --unpublished for files that go to no registry.',
  );
}

/** @returns {Check} */
function pages() {
  try {
    printedBy(process.execPath, ['scripts/docs.ts', '--check']);
    return right('The man page and the tables of the docs are up to date.');
  } catch {
    return wrong(
      'The man page or a table of the docs is out of date.',
      'Run "npm run docs" and commit what it changes.',
    );
  }
}

/** Version that a drawn screen shows. */
const DRAWN = /spotdeck(?:&#160;|\s)+v?(\d+\.\d+\.\d+)/g;

/** @param {Plan} plan @returns {Check} */
function pictures({ version }) {
  const drawn = readdirSync('screenshots', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.svg'),
  );
  const old = drawn.filter((name) =>
    [...readFileSync(`screenshots/${name}`, 'utf8').matchAll(DRAWN)].some(([, shown]) => shown !== version),
  );
  if (old.length === 0) return right('No SVG picture shows another version.');
  return wrong(`These pictures show another version: ${old.join(', ')}.`, 'Run "npm run screenshots" and commit them.');
}

/** Whether upgrading from each earlier version is tested. @param {Plan} plan @returns {Check} */
function earlierFiles({ version }) {
  const earlier = sectionsOf(readFileSync('CHANGELOG.md', 'utf8'))
    .map((section) => section.version)
    .filter((one) => one !== UNRELEASED && one !== version);
  const missing = earlier.filter((one) => !existsSync(`test/upgrade/${one}`));
  if (missing.length === 0) return right(`Upgrading is tested with files of ${earlier.join(', ')}.`);
  const [first] = missing;
  return wrong(
    `No files of ${missing.join(', ')} are kept, so upgrading from there is not tested.`,
    `Run "npm run upgrade-files" with the program of ${first}, and commit test/upgrade/${first}.`,
  );
}

/** Programs that a release is made with, and the Debian package that has each. */
const TOOLS = [
  ['npm', 'npm'],
  ['tar', 'tar'],
  ['xz', 'xz-utils'],
  ['dpkg-deb', 'dpkg'],
];

/** @returns {Check} */
function tools() {
  const missing = TOOLS.filter(([command = '']) => !isThere(command));
  if (missing.length > 0)
    return wrong(
      `Not installed: ${missing.map(([command]) => command).join(', ')}.`,
      `Install ${missing.map(([, name]) => name).join(', ')}.`,
    );
  if (!printedBy('tar', ['--version']).includes('GNU'))
    return wrong('tar is not GNU tar, whose archives are the same every time.', 'Release on Linux.');
  return right(`All programs are there: ${TOOLS.map(([command]) => command).join(', ')}.`);
}

/** @param {Plan} plan @returns {readonly Check[]} */
export const checksOf = (plan) => [
  cleanTree(),
  tag(plan),
  changelog(plan),
  versionsAgree(),
  pages(),
  pictures(plan),
  earlierFiles(plan),
  address(plan),
  tools(),
];
