import { expect, test } from 'vitest';
import { openConsole, openInTerminal } from '../driver/console.ts';
import type { Terminal } from '../driver/terminal.ts';

const STILL = ['demo', '--db', ':memory:', '--seed', '7', '--speed', '0'];

/** A walk through everything that is drawn: keys, and what is seen then. */
const WALK: readonly (readonly [keys: string, seen: string])[] = [
  ['jn', 'Place a bid'],
  ['walker\t1x', '1xl40s'],
  ['l40s.us-east1-b\t2\t0.95', '/h at most'],
  ['\t', '[ ] ops'],
  ['\x13', '> y or Enter send'],
  ['\r', 'Placed walker.'],
  ['/walker\r', '1 of 15'],
  ['e', 'Change walker'],
  ['1.05\x13', '$0.95 -> $1.05'],
  ['', '> y or Enter send'],
  ['\r', 'Changed walker.'],
  ['\r', 'Running'],
  ['\x1b[D', '"limit_price"'],
  ['q/\x15train\r*', '3 marked'],
  ['x', 'Cancel 3 bids'],
  ['3', '> 3'],
  ['', '> Type 3 and press Enter'],
  ['\r', 'Cancelled 3 of 3 bids.'],
  ['?', 'Search'],
];

/** What of the walk's screens breaks a rule. Esc, which burst keys must not follow, closes the last one. */
async function walk(console: Terminal, broken: (screen: Terminal) => string | null): Promise<readonly string[]> {
  const faults: string[] = [];
  const look = (where: string): void => {
    const fault = broken(console);
    if (fault !== null) faults.push(`${where}: ${fault}`);
  };
  await console.seeLoaded('14 bids');
  look('at the start');
  for (const [keys, seen] of WALK) {
    console.type(keys);
    await console.see(seen);
    look(seen);
  }
  console.press('Esc');
  await console.gone('Search');
  console.type('7');
  await console.see('Cancel');
  look('Activity');
  console.resize(50, 12);
  await console.see(/^ 1 {2}2/);
  look('narrow');
  console.press('1', 'n');
  await console.see(/of \d+ -+\+/);
  look('a form that scrolls');
  console.resize(30, 7);
  await console.see('spotdeck needs');
  look('too small');
  return faults;
}

test.each([
  ['--ascii', ['--ascii'], {}],
  ['LANG=C', [], { LANG: 'C' }],
  ['a locale of another character set', [], { LANG: 'C.UTF-8', LC_ALL: 'de_DE.ISO-8859-1' }],
])('%s draws every screen with plain signs only', async (_, more, env) => {
  const console = await openConsole({ args: [...STILL, ...more], env });
  const faults = await walk(console, (screen) => {
    const [sign] = /[^\u0020-\u007e]/u.exec(screen.screen().join('')) ?? [];
    return sign === undefined
      ? null
      : `${sign} in ${screen
          .screen()
          .find((row) => row.includes(sign))
          ?.trim()}`;
  });
  expect(faults).toEqual([]);
});

test('a terminal that can only print gets the lists once', async () => {
  const terminal = openInTerminal(STILL, { columns: 200, rows: 90, env: { TERM: 'dumb' } });
  expect(await terminal.exited).toEqual({ code: 0, signal: null });
  await terminal.see('The console needs a terminal that can do more than TERM=dumb, so the lists are printed once.');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: such a terminal draws escape sequences as they are
  expect(terminal.raw()).not.toMatch(/\u001b/);
});

test('NO_COLOR colours nothing on any screen, and the cursor and the marks are still visible', async () => {
  const console = await openConsole({ args: [...STILL, '--ascii'], env: { NO_COLOR: '1' } });
  await console.seeLoaded('14 bids');
  console.press('j');
  await console.seeSelected('Bids', /^> +sweep-c/);
  console.press('k');
  await walk(console, () => null);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are escape sequences
  expect(console.raw()).not.toMatch(/\u001b\[(?:[\d;]*;)?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;[\d;]*)?m/);
});
