import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openConsole, openConsoleInShell } from '../driver/console.ts';

/** An editor that asks for one line at the terminal and makes that the text. */
function editor(): string {
  const path = join(mkdtempSync(join(tmpdir(), 'my editor-')), 'editor.sh');
  writeFileSync(
    path,
    'printf "\\nEDITING %s %s [%s]\\n" "$(stat -c %a "$1")" "token=$SPOTDECK_TOKEN" "$(cat "$1")"\nread -r line </dev/tty\nprintf "%s\\n" "$line" >"$1"\n',
  );
  return `sh "${path}"`;
}

test('Ctrl-E hands the terminal to the editor and takes it back, repeatedly, and no key is lost', async () => {
  const console = await openConsole({
    args: ['demo', '--db', ':memory:', '--seed', '7', '--speed', '0'],
    env: { EDITOR: editor(), SPOTDECK_TOKEN: 'not-for-editors' },
  });
  await console.seeLoaded('14 bids');
  console.press('n', 'Up', 'Up');
  await console.see('Ctrl-e editor');
  for (const turn of [1, 2, 3, 4, 5]) {
    console.press('Ctrl-E');
    await console.see(`EDITING 600 token= [${turn === 1 ? '' : `script number ${turn - 1}!`}]`);
    expect(console.modes()).toMatchObject({ alternateScreen: false, focusEvents: false, bracketedPaste: false });
    console.type(`script number ${turn}\n`);
    await console.see(new RegExp(`Startup script\\s+script number ${turn}`));
    console.type('!');
    await console.see(`script number ${turn}!`);
  }
  console.press('Ctrl-U', 'Tab');
  await console.see(/Cluster/);
});

test.each([
  ['ends', 'stty raw -echo </dev/tty; echo edited >"$1"', /Startup script\s+edited/],
  ['is killed', 'stty raw -echo </dev/tty; kill -9 $$', 'ended with SIGKILL; the text is as it was.'],
] as const)(
  'an editor that leaves the terminal raw and %s changes nothing of the screen, nor of the shell afterwards',
  async (_, does, shows) => {
    const path = join(mkdtempSync(join(tmpdir(), 'editor-')), 'raw.sh');
    writeFileSync(path, `${does}\n`);
    const console = await openConsoleInShell({
      args: ['demo', '--db', ':memory:', '--seed', '7', '--speed', '0'],
      env: { EDITOR: `sh ${path}` },
    });
    await console.seeLoaded('14 bids');
    console.press('n', 'Up', 'Up');
    await console.see('Ctrl-e editor');
    console.press('Ctrl-E');
    await console.see(shows);
    console.press('Ctrl-L');
    await console.until('every line of the screen is drawn from its first column', ({ screen }) =>
      screen()
        .slice(1, -1)
        .every((line) => /^[╭│╰]/.test(line)),
    );
    console.kill('SIGTERM');
    expect(await console.aftermath()).toEqual({ status: 143, canonical: true, echo: true, signals: true });
  },
);
