import { expect, test } from 'vitest';
import { answer } from '../driver/answer.ts';
import { openConsole, openMarket } from '../driver/console.ts';
import { API_KEYS, BIDS, named, SSH_KEYS, STILL, VOLUMES } from './service.ts';

const SMALL = [
  [60, 20],
  [40, 10],
] as const;

test.each(SMALL)('on %i × %i a bid is placed, each field visible while it is typed', async (columns, rows) => {
  const market = await openMarket(STILL);
  const console = await openConsole({ args: [], env: market.env, columns, rows });
  await console.see('● live');
  await console.pane('bids').do('place-bid');
  // The region follows from the type, and the cursor passes it.
  const typed = ['small', '1xl40s.us-east1-b', '1', '0.95'];
  for (const text of typed) {
    console.type(text);
    await console.until(`${text} stands in the focused field`, (screen) =>
      screen.shows(new RegExp(`▸ \\S.* ${text.replaceAll('.', '\\.')}\\s`)),
    );
    console.press('Tab');
  }
  console.press('Down', 'Down', 'Down');
  // The key of the newest bid is chosen already.
  await console.see('▸ [x] ci');
  console.press('Tab');
  await console.see('  [ ] renders');
  console.press('Space', 'Tab');
  console.paste('set -e\npython render.py');
  await console.see('line 2 of 2');
  console.press('Tab', 'Enter');
  await console.see('Place a bid: review');
  for (const field of [/Name\s+small/, /Limit price\s+\$0\.95/, /Volumes\s+renders/, /Startup script\s+2 lines/]) {
    await console.until(`the review shows ${field}`, (screen) => {
      if (screen.shows(field)) return true;
      console.press('Down');
      return false;
    });
  }
  await console.until('the question under the review, where it begins again', (screen) => {
    if (screen.shows('Enter send, Esc back')) return true;
    console.press('Up');
    return false;
  });
  await answer(console, 'y');
  await console.see('Placed small.');
  expect(await named(market, BIDS, 'small')).toMatchObject({
    limit_price: '$0.95',
    instance_quantity: 1,
    launch_specification: {
      ssh_keys: [(await named(market, SSH_KEYS, 'ci'))?.['fid']],
      volumes: [(await named(market, VOLUMES, 'renders'))?.['fid']],
      startup_script: 'set -e\npython render.py',
    },
  });
});

test.each(SMALL)('on %i × %i a startling price can be typed again and seen', async (columns, rows) => {
  const market = await openMarket(STILL);
  const console = await openConsole({ args: [], env: market.env, columns, rows });
  await console.see('batch-embed');
  await console.pane('bids').select('train-llama').do('edit-bid');
  await console.see('Change train-llama');
  console.type('9000');
  console.do('review');
  await console.see('Type it again:');
  await answer(console, 'Enter');
  await console.see('Type $9,000.00 to send it');
  console.type('$9000.00');
  await console.see('Type it again: $9000.00');
  await answer(console, 'Enter');
  await console.see('Changed train-llama.');
  expect(await named(market, BIDS, 'train-llama')).toMatchObject({ limit_price: '$9000.00' });
});

test.each(SMALL)('on %i × %i an API key is created and its secret can be read', async (columns, rows) => {
  const market = await openMarket(STILL);
  const console = await openConsole({ args: [], env: market.env, columns, rows });
  await console.see('batch-embed');
  console.type('5nsmall\t7d');
  console.press('Enter');
  await answer(console, 'Enter');
  await console.until('the secret', (screen) => screen.rowsOfPane('The API key small').join('').includes('fkey_'));
  const shown = console
    .rowsOfPane('The API key small')
    .map((row) => row.trim())
    .join('');
  console.press('c');
  await console.until('the secret in the clipboard', () => console.clipboard() !== null);
  expect(shown).toContain(console.clipboard());
  console.press('Esc');
  await answer(console, 'y');
  await console.gone('The API key small');
  await console.see(/small .*active/);
  expect(await named(market, API_KEYS, 'small')).toMatchObject({ deactivated_at: null });
});

test.each([
  [160, 45],
  [120, 30],
  [80, 24],
  [60, 20],
  [40, 10],
])(
  'on %i × %i connection, preempted bids, cost, palette and help are there, also with an undo',
  async (columns, rows) => {
    const market = await openMarket(STILL);
    const console = await openConsole({ args: ['--read-only'], env: market.env, columns, rows });
    await console.until('the header', (screen) =>
      /READ-ONLY .*● live.* ▲ 1.*[$≤]\$?560|≤\$561\/h/.test(screen.line(0)),
    );
    if (columns >= 60) expect(console.line(0)).toMatch(/(14 bids · )?31(\/47| of 47)/);
    expect(console.line(rows - 1)).toMatch(/ :( palette)? {2}\?( help)?$/);
    const writing = await openConsole({ args: [], env: market.env, columns, rows });
    await writing.until('the header', (screen) => /● live.* ▲ 1/.test(screen.line(0)));
    await writing.pane('bids').select('distill').do('resume-bid');
    await answer(writing, 'r');
    await writing.see('Resumed distill');
    await writing.until('the undo beside palette and help', (screen) =>
      / u undo(: pause distill)? {2}:( palette)? {2}\?( help)?$/.test(screen.line(rows - 1)),
    );
  },
);
