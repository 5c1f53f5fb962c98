import { expect, test } from 'vitest';
import { answer } from '../driver/answer.ts';
import { openDemo } from '../driver/demo.ts';
import type { Screen } from '../driver/screen.ts';

test('the filter narrows while it is typed, Enter applies it, Esc clears it', async () => {
  const console = await openDemo({ sorted: true });
  console.type('/llama');
  await console.see('2 of 14');
  await console.seeRows('Bids', ['train-llama ●', 'train-llama-eu ○']);
  console.press('Enter', 'j');
  await console.seeSelected('Bids', 'train-llama-eu');
  console.press('Esc');
  await console.see('1 Bids ─ 14');
  await console.seeSelected('Bids', 'train-llama-eu');
  console.type('/nobody');
  await console.see('No bid matches the filter. Press Esc to clear it.');
  console.press('Esc');
  await console.see('1 Bids ─ 14');
});

test('the selection stays with its row when the order changes', async () => {
  const console = await openDemo({ sorted: true });
  console.press('j', 'j');
  await console.seeSelected('Bids', 'finetune-mistral');
  console.press('O');
  await console.see('limit ↑');
  await console.seeSelected('Bids', 'finetune-mistral');
  console.press('o');
  await console.see('cost/h ↓');
  await console.seeSelected('Bids', 'finetune-mistral');
});

test('i goes from a bid to its instances and from an instance to its bid', async () => {
  const console = await openDemo({ sorted: true });
  await console.pane('bids').select('train-llama').do('bid-instances');
  await console.see('8 of 38');
  await console.seeSelected('Instances', 'train-llama-0');
  console.press('i');
  await console.seeSelected('Bids', 'train-llama');
});

test('the detail shows every field and the raw JSON, and copies the field under the cursor', async () => {
  const console = await openDemo({ sorted: true });
  await console.pane('bids').select('train-llama').do('detail');
  await console.see('bid train-llama');
  await console.see(/Startup script\s+#!\/bin\/bash/);
  console.press('j', 'j', 'y');
  await console.see('Copied.');
  expect(console.clipboard()).toMatch(/^bid_/);
  console.press('J');
  await console.see('"limit_price": "$26.05"');
  console.press('Esc');
  await console.gone('raw JSON');
});

test('y copies an identifier, a name, an ssh command', async () => {
  const console = await openDemo({ sorted: true });
  console.press('y', 'n');
  await console.see('Copied the name.');
  expect(console.clipboard()).toBe('pretrain-b200');
  await console.pane('instances').focus();
  console.type('/eval-night-0');
  console.press('Enter', 'y', 's');
  await console.see('Copied the ssh command.');
  expect(console.clipboard()).toBe('ssh -- 203.0.113.25');
});

test('the palette finds a row by name and an action by what it does', async () => {
  const console = await openDemo();
  console.type(':gpu-ci-0');
  await console.see(/gpu-ci-0\s+instance/);
  console.press('Enter');
  await console.seeSelected('Instances', 'gpu-ci-0');
  console.type(':create a vol');
  await console.see(/Create a volume\s+Volumes {2}n/);
  console.press('Enter');
  await console.see('Create a volume ─');
});

test(':inst and Enter go to the instances, where a letter sorts by name, and :q quits', async () => {
  const console = await openDemo({ sorted: true });
  console.type(':inst\r');
  await console.seeSelected('Instances', 'batch-embed-0');
  await console.see('2 Instances ─ 38 ─ name ↑');
  console.type(',');
  await console.see('Sort by n NAME');
  console.type('n');
  await console.see('2 Instances ─ 38 ─ name ↓');
  console.press('Esc');
  await console.gone('Sort by n NAME');
  console.type(':q\r');
  expect((await console.ended()).code).toBe(0);
});

test('the help lists every key and can be searched', async () => {
  const console = await openDemo();
  console.do('help');
  await console.see('Pause the bid');
  console.type('freeze');
  await console.see('Freeze or unfreeze the display');
  await console.gone('Pause the bid');
  console.press('Esc');
  await console.gone('Freeze or unfreeze the display');
});

test('a frozen screen keeps its rows and shows that until f is pressed again', async () => {
  const console = await openDemo();
  console.do('freeze');
  await console.see('‖ frozen');
  await console.pane('bids').select('train-llama').do('pause-bid');
  await answer(console, 'p');
  await console.see('Paused train-llama');
  await console.see(/train-llama\s+● allocated/);
  console.do('freeze');
  await console.see(/train-llama\s+‖ paused/);
});

test('z lets one pane fill the screen and Tab leads to the next ones', async () => {
  const console = await openDemo();
  console.do('zoom');
  await console.see('7 Activity');
  for (const title of ['Instances', 'Volumes', 'SSH keys', 'API keys']) {
    console.press('Tab');
    await console.until(`${title} fills the screen`, (screen) => screen.line(2).includes(title));
  }
});

test('each pane has its number, at the wide screen and at the narrow one', async () => {
  const console = await openDemo({ sorted: true });
  const selected = { 2: 'batch-embed-0', 3: 'ckpt', 4: 'ci', 5: 'laptop', 1: 'pretrain-b200' };
  for (const columns of [160, 80]) {
    console.resize(columns, 45);
    for (const [key, row] of Object.entries(selected)) {
      console.type(key);
      await console.until(`${key} has the cursor on ${row}`, (screen) => screen.shows(new RegExp(`[▌•] *${row}`)));
    }
    await console.pane('activity').focus();
    await console.see(/7 Activity ─ \d/);
    await console.pane('bids').focus();
  }
});

test('marks are counted, kept when the list is sorted and filtered, and cleared by Esc', async () => {
  const console = await openDemo({ sorted: true });
  console.press('Space', 'j', 'Space', 'k', 'k');
  await console.see('2 marked');
  await console.see('• pretrain-b200');
  await console.see('• finetune-mistral');
  console.type('oO/sweep\r*');
  await console.see('5 marked');
  console.press('Space');
  await console.see('4 marked');
  console.press('Esc');
  await console.gone('marked');
  await console.see('3 of 14');
  console.press('Esc');
  await console.see('1 Bids ─ 14 ─ cost/h ↑');
});

test('the copy menu offers what the row has, JSON too, and Esc copies nothing', async () => {
  const console = await openDemo();
  console.press('4', 'y');
  await console.see(/i identifier\s+sshkey_/);
  await console.see(/k public key\s+ssh-/);
  console.press('Esc');
  await console.gone('public key');
  expect(console.clipboard()).toBeNull();
  console.press('y', 'j');
  await console.see('Copied the JSON.');
  const copied: unknown = JSON.parse(console.clipboard() ?? '');
  expect(copied).toMatchObject({ name: 'ci', public_key: expect.stringContaining('ssh-') });
});

test('the palette runs an action on the selected row, and shows why when it can not', async () => {
  const console = await openDemo({ sorted: true });
  console.press('j');
  await console.seeSelected('Bids', 'train-llama');
  console.type(':pause the bid\r');
  await console.see('y: pause train-llama, 8 running instances stop');
  await answer(console, 'y');
  await console.see('Paused train-llama. Press u to undo: ');
  console.type(':pause the bid\r');
  await console.see('train-llama is paused already.');
  console.type(':nothing is called so');
  await console.see('No matches');
  console.press('Esc');
  await console.gone('No matches');
});

test('the console starts in the theme of the setting, and the palette changes it at once', async () => {
  const console = await openDemo({ args: ['--theme', 'light'] });
  expect(console.raw()).toContain('48;5;195');
  expect(console.raw()).not.toMatch(/48;5;18[;m]/);
  const unpainted = (screen: Screen): number =>
    screen.screen().flatMap((_, row) => screen.cells(row).filter(({ style }) => style.bg === 'default')).length;
  await console.until('a background in every cell', (screen) => unpainted(screen) === 0);
  console.do('help');
  await console.see('Pause the bid');
  await console.until('a background in every cell of the dialog and around it', (screen) => unpainted(screen) === 0);
  console.press('Esc');
  await console.gone('Pause the bid');
  console.type(':theme high\r');
  await console.see('Theme high-contrast');
  await console.until('the cursor has the new ground', () => /48;5;18[;m]/.test(console.raw()));
  await console.until('black is behind everything else', (screen) =>
    screen.cells(0).every(({ style }) => style.bg === 16),
  );
  console.type(':theme terminal\r');
  await console.until('the background of the terminal again', (screen) => unpainted(screen) > 1000);
});

test('i goes from a volume to its bids and their instances, and details name both directions', async () => {
  const console = await openDemo();
  await console.pane('volumes').focus();
  await console.seeSelected('Volumes', 'ckpt');
  console.press('Enter');
  await console.see('train-llama-7');
  console.press('Esc', 'i');
  await console.seeRows('Bids', ['train-llama ●', 'distill ‖']);
  await console.see('10 of 38');
  console.press('2', 'Enter');
  await console.see(/ckpt +vol_/);
  console.press('Esc', '3', 'j', 'j');
  await console.seeSelected('Volumes', 'eval-sets');
  console.press('G', 'i');
  await console.see('No bid uses scratch.');
});
