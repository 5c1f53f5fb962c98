import { expect, test } from 'vitest';
import { answer } from '../driver/answer.ts';
import { openMarket } from '../driver/console.ts';
import { openDemo } from '../driver/demo.ts';
import { STILL } from './service.ts';

test('@ lists the requests, newest first, shows a body, and copies one as curl without the token', async () => {
  const market = await openMarket(STILL);
  const console = await openDemo({ service: market });
  await console.pane('bids').select('render').do('pause-bid');
  await answer(console, 'p');
  await console.see(/render +‖ paused/);
  console.do('requests');
  await console.see(/200 +\d+ ms +\S+ \S+ +PATCH +\/v2\/spot\/bids\/bid_/);
  console.press('c');
  await console.gone('GET');
  await console.see('changes 1');
  expect(console.rowsOfPane('Request log').filter((row) => /GET|PATCH/.test(row))).toEqual([
    expect.stringContaining('PATCH'),
  ]);
  console.press('Enter');
  await console.see('{"paused":true}');
  await console.see('Answered');
  console.press('y');
  await console.see('Sent to the clipboard as curl, with $SPOTDECK_TOKEN in place of the token; the terminal decides');
  expect(console.clipboard()).toMatch(
    /^curl -X PATCH -H "Authorization: Bearer \$SPOTDECK_TOKEN" .*--data '\{"paused":true\}' 'http:/,
  );
  console.press('Esc', 'Esc');
  await console.see('1 Bids');
});

test('a secret is in no stored request', async () => {
  const market = await openMarket(STILL);
  const console = await openDemo({ service: market });
  console.type('5nfleeting\r');
  console.do('review');
  await console.see('review');
  await answer(console, 'Enter');
  await console.see('This is shown only once');
  const secret = /(fkey_[\w-]{12,})/.exec(console.screen().join('\n'))?.[1] ?? '';
  expect(secret).not.toBe('');
  console.press('Esc');
  await answer(console, 'y');
  await console.gone('The API key fleeting');
  console.do('requests');
  await console.see('POST');
  console.press('c');
  await console.gone('GET');
  await console.see('changes 1');
  console.press('Enter');
  await console.see('The response may contain a secret, so it is not kept.');
  expect(console.screen().join('\n')).not.toContain(secret);
});
