import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openConsole } from '../driver/console.ts';

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
