import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { closeAfterTest, type Market, openMarket } from '../driver/console.ts';
import { canChangeRoot, type EmptyRoot, openEmptyRoot } from '../driver/empty-root.ts';
import { freshHome } from '../driver/environment.ts';
import { hasKeyring, inSession } from '../driver/keyring.ts';
import { hasOneFile, oneFile } from '../driver/one-file.ts';
import { hasSshd, openSshd } from '../driver/sshd.ts';
import { openTerminal, type Terminal } from '../driver/terminal.ts';
import { newPath } from '../journal/snapshots.ts';
import { ranAs } from './ran-as.ts';
import { STILL } from './service.ts';

const DEMO = ['demo', '--strict', '--db', ':memory:', '--seed', '7', '--speed', '0'];

/** Runs the one file in an empty root to its end; `market` is the service, over loopback. */
async function ranIn(root: EmptyRoot, args: readonly string[], market?: Market) {
  const home = freshHome(root.env);
  const ended = await ranAs(root.command, [...root.args, ...args], home, market?.env ?? {});
  home.remove();
  return ended;
}

function openIn(root: EmptyRoot, args: readonly string[], market?: Market): Terminal {
  const terminal = openTerminal({
    command: root.command,
    args: [...root.args, ...args],
    env: { ...root.env, ...market?.env },
    columns: 120,
    rows: 30,
  });
  closeAfterTest(terminal);
  return terminal;
}

async function quit(terminal: Terminal): Promise<void> {
  terminal.press('q');
  expect(await terminal.ended()).toEqual({ code: 0, signal: null });
}

describe.skipIf(!hasOneFile || !canChangeRoot)('where there is one file and no Node, no home and no folder', () => {
  test('there is nothing else: no shell, no Node, no user', () => {
    const { folder } = openEmptyRoot();
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      statSync(join(folder, name)).isFile(),
    );
    expect(names.filter((name) => !/(^|\/)(ld-linux|lib(c|m|dl|pthread|gcc_s|stdc\+\+)\.so)/.test(name))).toEqual([
      'spotdeck',
    ]);
  });

  test.each([
    ['it can write to', false],
    ['nothing can be written to', true],
  ])('it works where there is only a root that %s', async (_, readOnly) => {
    const root = openEmptyRoot({ readOnly });
    const market = await openMarket(STILL);
    expect(await ranIn(root, ['--version'])).toEqual({
      code: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
      err: '',
    });
    const got = await ranIn(root, ['get', 'bids', 'render', '--columns', 'name,status'], market);
    expect(got).toEqual({ code: 0, out: expect.stringMatching(/^NAME +STATUS\nrender +\* allocated\n$/), err: '' });
    expect((await ranIn(root, ['doctor'], market)).out).toMatch(
      /^ok +installed +single file \/spotdeck; \d+ files, all as they were built$/m,
    );
    const terminal = openIn(root, DEMO);
    await terminal.seeLoaded('14 bids');
    await terminal.see(/render +● allocated/);
    await quit(terminal);
    expect(existsSync(join(root.folder, '.cache'))).toBe(!readOnly);
  });

  test('it records a console and replays the recording', async () => {
    const root = openEmptyRoot();
    const market = await openMarket(STILL);
    const console = openIn(root, ['--record', '/night'], market);
    await console.see('spotdeck REC ');
    await console.seeLoaded('14 bids');
    await quit(console);
    const replay = openIn(root, ['replay', '/night']);
    await replay.see('spotdeck REPLAY');
    await replay.seeLoaded('14 bids');
    await quit(replay);
  });
});

test.skipIf(!hasOneFile || !hasSshd)(
  'copied to a machine over SSH it is used through that login, at 80 × 24',
  async () => {
    const sshd = await openSshd({ config: ['Subsystem sftp internal-sftp'] });
    const home = freshHome();
    const target = '127.0.0.1:spotdeck-copied';
    // Of a copy `-l` is the bandwidth; the name of the login is the same here.
    const options = sshd.options.filter((option, at, all) => option !== '-l' && all[at - 1] !== '-l');
    execFileSync('scp', ['-q', '-P', String(sshd.port), ...options, oneFile(), target], { env: home.env });
    const ssh = (...words: readonly string[]): readonly string[] => [
      ...sshd.options,
      ...['-p', String(sshd.port), '127.0.0.1', ...words],
    ];
    const terminal = openTerminal({
      command: 'ssh',
      args: ssh('-t', './spotdeck-copied', ...DEMO),
      columns: 80,
      rows: 24,
      env: { HOME: home.folder },
    });
    closeAfterTest(terminal);
    await terminal.seeLoaded('14 bids');
    expect(terminal.line(0)).toContain('spotdeck DEMO');
    terminal.type('/render');
    terminal.press('Enter');
    await terminal.see(/▌ +render/);
    terminal.press('Esc');
    await quit(terminal);
    expect(execFileSync('ssh', ssh('./spotdeck-copied', '--version'), { encoding: 'utf8' })).toMatch(
      /^\d+\.\d+\.\d+\n$/,
    );
    home.remove();
  },
);

describe.skipIf(!hasOneFile)('the single file', () => {
  test('reads no NODE_OPTIONS, opens no debugger, and says so', async () => {
    const home = freshHome({ NODE_OPTIONS: '--require=/nothing/there --inspect=0' });
    expect(await ranAs(oneFile(), ['--version'], home)).toMatchObject({ code: 0, err: '' });
    const { out, err } = await ranAs(oneFile(), ['doctor'], home);
    expect(out).toMatch(/^ok +node options +NODE_OPTIONS is set, and this single file does not read it$/m);
    expect(err).not.toContain('Debugger');
    home.remove();
    const terminal = openTerminal({ command: oneFile(), args: DEMO, columns: 120, rows: 30 });
    closeAfterTest(terminal);
    await terminal.seeLoaded('14 bids');
    terminal.kill('SIGUSR1');
    await quit(terminal);
    expect(terminal.raw()).not.toContain('Debugger');
  });

  test('obeys no variable that loads code, writes files or prints, and keeps its compiled code in its own folder', async () => {
    const folder = dirname(newPath());
    const at = (name: string): string => join(folder, name);
    writeFileSync(
      at('o.cnf'),
      'nodejs_conf = o\n[o]\nproviders = p\n[p]\nx = y\n[y]\nmodule = /nothing\nactivate = 1\n',
    );
    const home = freshHome({
      OPENSSL_CONF: at('o.cnf'),
      NODE_V8_COVERAGE: at('coverage'),
      NODE_REDIRECT_WARNINGS: at('warnings'),
      NODE_COMPILE_CACHE: at('compiled'),
      NODE_DEBUG: 'fs,module',
      NODE_UNIQUE_ID: '1',
    });
    // The Node of the tests obeys it.
    expect((await ranAs(process.execPath, ['-e', '1'], home, { NODE_V8_COVERAGE: undefined })).code).not.toBe(0);
    const got = await ranAs(oneFile(), ['get', 'bids', '--bogus', 'a b'], home);
    expect(got).toMatchObject({ code: 2, out: '', err: expect.stringContaining("Unknown option '--bogus'.") });
    expect(got.err).not.toMatch(/FS|MODULE/);
    expect(readdirSync(folder).toSorted()).toEqual(['compiled', 'o.cnf']);
    const compiled = readdirSync(at('compiled'), { recursive: true, withFileTypes: true });
    expect(compiled.filter((entry) => entry.isFile()).length).toBeLessThanOrEqual(1);
    expect(readdirSync(join(home.folder, '.cache', 'spotdeck'))).toEqual(['compiled']);
    home.remove();
  });

  test('starts anew once, also with a folder that can’t be made, and ends', async () => {
    const home = freshHome({ NODE_V8_COVERAGE: '/proc/nope', NODE_DEBUG: 'module', XDG_CACHE_HOME: '/proc/nope' });
    expect(await ranAs(oneFile(), ['--version'], home)).toMatchObject({
      code: 0,
      err: expect.not.stringContaining('MODULE'),
    });
    // `exec` keeps the number of the process, so the program takes itself for one that has started anew.
    const again = await ranAs('sh', ['-c', 'SPOTDECK_STARTED_ANEW=$$ exec "$@"', 'sh', oneFile(), '--version'], home);
    expect(again).toMatchObject({ code: 0, err: expect.stringContaining('MODULE') });
    home.remove();
  });

  test.skipIf(!hasKeyring)(
    'keeps the token in the system’s keyring, and leaves nothing of its library behind',
    async () => {
      const market = await openMarket(STILL);
      const home = freshHome();
      const token = join(home.folder, 'typed');
      writeFileSync(token, `${market.token}\n`, { mode: 0o600 });
      const { said } = await inSession(
        [
          `$FILE login --keyring --base-url ${market.origin} --project ${market.project} < ${token}`,
          '$FILE get bids render --columns name',
          '$FILE logout',
        ].join('\n'),
        { ...home.env, FILE: oneFile() },
      );
      expect(said).toContain('its token in the system keyring.');
      expect(said).toMatch(/NAME\nrender\n/);
      expect(said).toContain('Deleted the token of default from this machine.');
      expect(readdirSync(join(home.folder, '.cache', 'spotdeck'))).toEqual(['compiled']);
      home.remove();
    },
  );

  test('prints the licences of spotdeck, of its packages, of Node and of what is in Node', async () => {
    const home = freshHome();
    const { out } = await ranAs(oneFile(), ['licenses'], home);
    home.remove();
    for (const text of ['spotdeck contributors', 'ink 8', '@napi-rs/keyring-', 'This file contains Node 24', 'OpenSSL'])
      expect(out).toContain(text);
  });

  test('doctor names what in it is not as it was built', async () => {
    const home = freshHome();
    const path = newPath();
    const content = readFileSync(oneFile());
    const at = content.indexOf(readFileSync('dist/past.json.br'));
    expect(at).toBeGreaterThan(0);
    content.writeUInt8(content.readUInt8(at + 100) ^ 1, at + 100);
    writeFileSync(path, content);
    chmodSync(path, 0o755);
    const { code, out } = await ranAs(path, ['doctor'], home);
    home.remove();
    expect(code).toBe(1);
    expect(out).toMatch(/^failure +installed +single file .*; missing or not as they were built: past\.json\.br\.$/m);
    expect(out).toContain('Download it again.');
  });

  test('is beside a file with its SHA-256', () => {
    const folder = dirname(newPath());
    const name = `linux-${process.arch}`;
    const said = execFileSync(process.execPath, ['scripts/executable.js', folder, name], { encoding: 'utf8' });
    const path = said.trim();
    const hash = createHash('sha256').update(readFileSync(path)).digest('hex');
    expect(readFileSync(`${path}.sha256`, 'utf8')).toBe(`${hash}  ${path.slice(folder.length + 1)}\n`);
    expect(path).toMatch(new RegExp(`/spotdeck-\\d+\\.\\d+\\.\\d+-${name}$`));
  });

  test.each([
    [
      ['solaris'],
      'There is no target "solaris". There are: linux-x64, linux-arm64, win-x64, darwin-x64, darwin-arm64.\n',
    ],
    [
      ['darwin-arm64'],
      expect.stringMatching(
        /^The registry has no Node for darwin-arm64\. Unpack Node \S+ from nodejs\.org and name it: /,
      ),
    ],
    [['darwin-arm64=package.json'], expect.stringMatching(/^package\.json is not Node \d+\.\d+\.\d+\.\n$/)],
  ])('is not made of what is missing, which is named: %j', (words, sentence) => {
    const made = spawnSync(process.execPath, ['scripts/executable.js', dirname(newPath()), ...words], {
      encoding: 'utf8',
    });
    expect(made).toMatchObject({ status: 1, stdout: '', stderr: sentence });
  });
});
