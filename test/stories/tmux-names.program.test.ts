import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { program } from '../driver/built.ts';
import { closeAfterTest, openMarket } from '../driver/console.ts';
import { hasSshd, openSshd } from '../driver/sshd.ts';
import { openTerminal } from '../driver/terminal.ts';
import { soon } from '../driver/time.ts';
import { newPath } from '../journal/snapshots.ts';
import { alteredMarket } from './altered.ts';
import { STILL } from './service.ts';

const hasTmux = spawnSync('tmux', ['-V']).error === undefined;

/** Names that tmux, or a shell behind it, would carry out if they reached it as they are. */
const payloads = (harm: string): readonly string[] => [
  `gpu-0#(touch ${harm})`,
  `#{l:x}#{run-shell:touch ${harm}}`,
  'x;',
  `x; run-shell 'touch ${harm}'`,
  `';touch ${harm};'`,
  `"$(touch ${harm})\`touch ${harm}\`"`,
  `line\nrun-shell 'touch ${harm}'`,
  `-t#(touch ${harm})`,
  ';',
];

const hasScreen = spawnSync('screen', ['-v']).error === undefined;

/** A screen that ends with its terminal, instead of going on without one. */
function screenIn(folder: string): readonly string[] {
  const config = join(folder, 'screenrc');
  writeFileSync(config, 'autodetach off\n');
  return ['screen', '-U', '-c', config];
}

/** Ways to start a program in the tmux session `work` of a server, itself in another program or with one around it. */
const PLACES: readonly {
  readonly place: string;
  readonly isThere: boolean;
  /** How many of the names are tried: all where it costs little. */
  readonly names: number;
  readonly inside: (tmux: readonly string[], folder: string, program: readonly string[]) => readonly string[];
}[] = [
  { place: 'tmux', isThere: true, names: 9, inside: (tmux, _, program) => [...tmux, 'new', '-s', 'work', ...program] },
  {
    place: 'tmux in another tmux',
    isThere: true,
    names: 3,
    inside: (tmux, folder, program) => [
      ...['tmux', '-S', join(folder, 'outer'), '-f', '/dev/null', 'new', '-s', 'outer'],
      ...['env', '-u', 'TMUX', ...tmux, 'new', '-s', 'work', ...program],
    ],
  },
  {
    place: 'screen in tmux',
    isThere: hasScreen,
    names: 3,
    inside: (tmux, folder, program) => [...tmux, 'new', '-s', 'work', ...screenIn(folder), ...program],
  },
  {
    place: 'tmux in screen',
    isThere: hasScreen,
    names: 3,
    inside: (tmux, folder, program) => [...screenIn(folder), ...tmux, 'new', '-s', 'work', ...program],
  },
];

describe.skipIf(!hasSshd || !hasTmux).each(PLACES)('inside $place', ({ isThere, names: count, inside }) => {
  const title = 'no name of an instance runs as a command or keeps its session from opening';
  test.skipIf(!isThere)(title, async () => {
    const sshd = await openSshd();
    const folder = join(newPath(), '..');
    const harm = join(folder, 'harm');
    const names = payloads(harm).slice(0, count);
    const market = await openMarket({ ...STILL, sshDestination: `127.0.0.1:${sshd.port}` });
    const fids: string[] = [];
    const { env } = await alteredMarket(market, (row, path) => {
      if (path !== '/v2/instances') return row;
      const fid = String(row['fid']);
      if (!fids.includes(fid)) fids.push(fid);
      const at = fids.indexOf(fid);
      return { ...row, name: names[at] ?? 'other', region: `place-${at}`, ssh_destination: `127.0.0.1:${sshd.port}` };
    });
    const config = join(folder, 'config.toml');
    writeFileSync(
      config,
      [
        '[[commands]]',
        `name = "#(>${harm})"`,
        'key = "w"',
        'panes = ["instances"]',
        'where = "terminal"',
        `run = ["sh", "-c", 'printf "%s|" "$SPOTDECK_NAME" "$@" >> said', "sh", "--", "{name}", ";", "a\\\\;"]`,
      ].join('\n'),
    );
    mkdirSync(join(folder, 'work'));
    const socket = join(folder, 'socket');
    const tmux = (...args: readonly string[]): string =>
      spawnSync('tmux', ['-S', socket, ...args], { encoding: 'utf8' }).stdout;
    const [command = '', ...args] = inside(['tmux', '-S', socket, '-f', '/dev/null'], folder, [
      process.execPath,
      program,
    ]);
    const console = openTerminal({
      command,
      args,
      columns: 160,
      rows: 45,
      cwd: join(folder, 'work'),
      env: { ...env, SPOTDECK_CONFIG: config, SPOTDECK_SSH_OPTIONS: JSON.stringify([...sshd.options, '-t']) },
    });
    closeAfterTest(console);
    onTestFinished(() => {
      tmux('kill-server');
      spawnSync('tmux', ['-S', join(folder, 'outer'), 'kill-server']);
    });
    await console.seeLoaded('14 bids');
    console.press('2', 'z', 'z');
    for (const [at, name] of names.entries()) {
      console.press('/', 'Ctrl-U');
      console.type(`region:=place-${at}\r`);
      await console.see('1 of ');
      console.press('w');
      await console.see('opened in a tmux window.');
      tmux('select-window', '-t', 'work:0');
      console.press('s');
      await soon(() =>
        expect(tmux('list-windows', '-F', '#{window_name} #{pane_current_command}').split('\n')).toContainEqual(
          expect.stringMatching(/^[A-Za-z0-9._-]+ ssh$/),
        ),
      );
      expect(existsSync(harm), name).toBe(false);
      tmux('kill-window', '-a', '-t', 'work:0');
      await console.see('window closed.');
    }
    expect(existsSync(harm)).toBe(false);
    const said = readFileSync(join(folder, 'work', 'said'), 'utf8');
    for (const name of names) {
      const shown = name.replaceAll('\n', ' ');
      expect(
        [name, shown].some((one) => said.includes(`${one}|--|${one}|;|a\\;|`)),
        name,
      ).toBe(true);
    }
  });
});
