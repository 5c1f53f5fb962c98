import { expect, test } from 'vitest';
import { answer, tapTwice } from '../driver/answer.ts';
import type { Market } from '../driver/console.ts';
import { openConsole, openMarket } from '../driver/console.ts';
import { openDemo } from '../driver/demo.ts';
import { evidenceOf } from './evidence.ts';
import { multiProjectService } from './multi-project-service.ts';
import { BIDS, named, STILL, VOLUMES } from './service.ts';

/** Opens a console on a market without events, with a recording proxy between them. */
async function seated(env: Readonly<Record<string, string>> = {}, sorted = false) {
  const market = await openMarket(STILL);
  const evidence = await evidenceOf(market);
  const console = await openDemo({ service: evidence, env, sorted });
  const status = async (name: string): Promise<unknown> => (await named(market, BIDS, name))?.['status'];
  return { market, evidence, console, status };
}

/** Changes a bid as another client of the service. */
async function elsewhere(market: Market, name: string, body: Readonly<Record<string, unknown>>): Promise<void> {
  const bid = await named(market, BIDS, name);
  const answered = await fetch(`${market.origin}/v2/spot/bids/${String(bid?.['fid'])}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${market.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answered.status).toBe(200);
}

test('p on a running bid asks for a second tap, Esc cancels, and the same key or y confirms', async () => {
  const { console, evidence, status } = await seated();
  await console.pane('bids').select('train-llama').do('pause-bid');
  await console.see('▸ p again: pause train-llama, 8 running instances stop ($208.40/h). Esc leaves it.');
  console.press('Esc');
  await console.gone('p again');
  console.do('pause-bid');
  await console.see('▸ p again');
  console.press('j');
  await console.gone('p again');
  await console.seeSelected('Bids', 'distill');
  expect(evidence.writes()).toEqual([]);
  await console.pane('bids').select('train-llama').do('pause-bid');
  await answer(console, 'p');
  await console.see('Paused train-llama.');
  await console.pane('bids').select('finetune-mistral').do('pause-bid');
  await console.see('▸ p again: pause finetune-mistral');
  console.press('y');
  await console.see('Paused finetune-mistral.');
  expect([await status('train-llama'), await status('finetune-mistral')]).toEqual(['Paused', 'Paused']);
  expect(evidence.writes()).toHaveLength(2);
});

test('a first tap without a second is cancelled after five seconds', async () => {
  const { console, evidence } = await seated();
  await console.pane('bids').select('train-llama').do('pause-bid');
  await console.see('▸ p again');
  await console.gone('p again');
  expect(evidence.writes()).toEqual([]);
});

test('a question on screen follows the lists, and the second tap does what it says by then', async () => {
  const { market, console, evidence, status } = await seated();
  await console.pane('bids').select('train-llama').do('pause-bid');
  await console.see('▸ p again: pause train-llama, 8 running instances stop ($208.40/h). Esc leaves it.');
  await elsewhere(market, 'train-llama', { limit_price: '$30.00' });
  await console.see('▸ p again: pause train-llama, 8 running instances stop ($240.00/h). Esc leaves it.');
  expect(evidence.writes()).toEqual([]);
  await answer(console, 'p');
  await console.see('Paused train-llama.');
  expect(await status('train-llama')).toBe('Paused');
  expect(evidence.writes()).toHaveLength(1);
});

test('a question goes away when another client has done what it asks, and the last line says so', async () => {
  const { market, console, evidence } = await seated();
  await console.pane('bids').select('train-llama').do('pause-bid');
  await console.see('▸ p again: pause train-llama');
  await elsewhere(market, 'train-llama', { paused: true });
  await console.see('train-llama is paused already.');
  await console.gone('p again');
  expect(evidence.writes()).toEqual([]);
});

test('r on a bid that would start to cost shows the cost and asks for a second tap', async () => {
  const { console, evidence, status } = await seated();
  await console.pane('bids').select('distill').do('resume-bid');
  await console.see('r again: resume distill, it can cost up to 2 × $11.45 = $22.90/h more. Esc leaves it.');
  expect(evidence.writes()).toEqual([]);
  await answer(console, 'r');
  await console.see('Resumed distill.');
  expect(await status('distill')).not.toBe('Paused');
});

test('for more than five running bids the count is typed, next to their instances and cost', async () => {
  const { console, evidence } = await seated();
  console.do('mark-shown');
  console.do('pause-bid');
  await console.see('Pause 12 bids');
  await console.see('33 instances stop ($529.85/h).');
  await console.see('▸ Type 12 and press Enter to confirm');
  console.type('11');
  await console.see('> 11');
  console.press('Enter');
  await console.see('Type 12 to go on');
  expect(evidence.writes()).toEqual([]);
  console.type('12');
  await console.see('> 12');
  console.press('Enter');
  await console.see('Paused 12 of 12 bids.');
  expect(evidence.writes()).toHaveLength(12);
});

test('in a production profile one bid is paused and resumed only when the count is typed, even where confirm is never', async () => {
  const { console, evidence } = await seated({ SPOTDECK_PRODUCTION: '1', SPOTDECK_CONFIRM: 'never' });
  await console.pane('bids').select('train-llama').do('pause-bid');
  await console.see('Pause the bid train-llama');
  await console.see('▸ Type 1 and press Enter to confirm');
  console.press('p');
  await console.see('> p');
  console.press('Enter');
  await console.see('Type 1 to go on');
  expect(evidence.writes()).toEqual([]);
  console.press('1');
  await console.see('> 1');
  console.press('Enter');
  await console.see('Paused train-llama.');
  console.do('resume-bid');
  await console.see('Resume the bid train-llama');
  expect(evidence.writes()).toHaveLength(1);
});

test('confirm = never pauses at once, and always asks where nothing runs', async () => {
  const quick = await seated({ SPOTDECK_CONFIRM: 'never' });
  await quick.console.pane('bids').select('train-llama').do('pause-bid');
  await quick.console.see('Paused train-llama.');
  const careful = await seated({ SPOTDECK_CONFIRM: 'always' });
  await careful.console.pane('bids').select('sweep-c').do('pause-bid');
  await careful.console.see('p again: pause sweep-c. Esc leaves it.');
  expect(careful.evidence.writes()).toEqual([]);
  await answer(careful.console, 'p');
  await careful.console.see('Paused sweep-c.');
});

test('a bid that leaves the filter under the cursor keeps its position, and no key hits the one below it', async () => {
  const { market, console, evidence } = await seated({}, true);
  console.type('/status:allocated\rj');
  await console.seeSelected('Bids', 'train-llama');
  await elsewhere(market, 'train-llama', { paused: true });
  await console.seeSelected('Bids', /✖ train-llama\s+‖ paused/);
  for (const key of ['p', 'x', 'e', 'r', 'Space'] as const) {
    console.press(key);
    await console.see('train-llama no longer fits the filter. Move to another row first.');
    console.press('z', 'z');
    await console.gone('no longer fits');
  }
  await console.seeSelected('Bids', 'train-llama');
  expect(evidence.writes()).toEqual([]);
  console.press('j');
  await console.seeSelected('Bids', 'finetune-mistral');
  await console.until('the row is gone once the cursor has left it', (screen) =>
    screen.rowsOfPane('Bids').every((row) => !row.includes('train-llama ')),
  );
  console.press('p');
  await console.see('p again: pause finetune-mistral');
});

test('a volume that is gone from the list under the cursor keeps its position, and x deletes no other', async () => {
  const { market, console, evidence } = await seated();
  await console.pane('volumes').select('scratch').focus();
  await console.seeSelected('Volumes', 'scratch');
  const scratch = await named(market, VOLUMES, 'scratch');
  await fetch(`${market.origin}/v2/volumes/${String(scratch?.['fid'])}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${market.token}` },
  });
  await console.seeSelected('Volumes', '✖ scratch');
  console.do('delete-volume');
  await console.see('scratch is gone.');
  console.press('k');
  await console.seeSelected('Volumes', 'renders');
  await console.until('Volumes without scratch', (screen) => !screen.rowsOfPane('Volumes').join().includes('scratch'));
  expect(evidence.writes()).toEqual([]);
});

test('"xyz" in one read opens the question and does not answer it', async () => {
  const { console, evidence, status } = await seated();
  await console.pane('bids').select('train-llama').focus();
  console.type('xyz');
  await console.see('Cancel the bid train-llama');
  await console.see('▸ y confirm');
  expect(evidence.writes()).toEqual([]);
  expect(await status('train-llama')).toBe('Allocated');
  console.type('yz');
  await console.see('Esc');
  console.press('Esc');
  await console.gone('Cancel the bid');
  expect(evidence.writes()).toEqual([]);
});

test('"please" pasted into a list without brackets pauses nothing, nor does "pp"', async () => {
  const { console, evidence } = await seated();
  await console.pane('bids').select('train-llama').focus();
  console.type('please');
  await console.see('Change train-llama');
  console.press('Esc');
  await console.see('The input in this form will be lost.');
  await answer(console, 'y');
  await console.gone('Change train-llama');
  console.type('pp');
  await console.see('▸ p again: pause train-llama');
  console.type('py');
  console.press('Esc');
  await console.gone('p again');
  // Where nothing runs one key is enough, but not one of several that come together.
  console.type('/sweep-c\rpp');
  await console.see('p again: pause sweep-c. Esc leaves it.');
  expect(evidence.writes()).toEqual([]);
});

test('a count typed with its Enter in one piece does not confirm; a separate Enter does', async () => {
  const { console, evidence } = await seated();
  console.type('/sweep\r*x');
  await console.see('▸ Type 3 and press Enter');
  console.type('3\r');
  await console.see('Enter came too soon, or together with other keys');
  await console.see('> 3');
  expect(evidence.writes()).toEqual([]);
  // Right after the first one it would be a key that is held down.
  console.press('Backspace');
  await console.until('the count is empty', (screen) => !screen.shows('> 3'));
  console.type('3');
  await console.see('> 3');
  console.press('Enter');
  await console.see('Cancelled 3 of 3 bids.');
});

test('a form typed in one piece with all its Enters stops at the review', async () => {
  const { console, evidence } = await seated();
  await console.pane('bids').select('train-llama').do('edit-bid');
  await console.see('Change train-llama');
  console.type('27\u0013\r\r');
  await console.see('▸ Enter send');
  expect(evidence.writes()).toEqual([]);
  console.press('Enter');
  await console.see('Changed train-llama.');
  expect(evidence.writes()).toHaveLength(1);
});

test('marked bids that the filter hides are named in every question, and * includes them', async () => {
  const { console, evidence } = await seated();
  console.type('/name:=sweep-a | name:=sweep-b\r*');
  await console.see('2 marked');
  console.press('/', 'Ctrl-U');
  console.type('name:=sweep-a\r');
  await console.see('1 of 14');
  console.press('p');
  await console.see('1 of 2 marked is hidden by the filter and left out; * includes all.');
  console.press('x');
  await console.see('1 of 2 marked is hidden by the filter and left out; * includes all.');
  console.press('*');
  await console.see('Cancel 2 bids');
  await console.gone('hidden by the filter');
  console.press('Esc');
  await console.gone('Cancel 2 bids');
  console.press('p');
  await console.see('left out');
  console.press('*');
  await console.see('p again: pause 2 bids, 6 running instances stop');
  await answer(console, 'p');
  await console.see('Paused 2 of 2 bids.');
  expect(evidence.writes()).toHaveLength(2);
});

test('an undo leaves alone a bid that another client has changed, between u and y too, and names it', async () => {
  const { market, console, evidence } = await seated();
  await console.pane('bids').select('render').do('edit-bid');
  await console.see('Change render');
  console.type('0.85');
  console.do('review');
  await answer(console, 'Enter');
  await console.see('Changed render.');
  console.do('freeze');
  await console.see('‖ frozen');
  console.do('undo');
  await console.see('render: limit price $0.85 back to $1.35');
  await elsewhere(market, 'render', { limit_price: '$0.95' });
  await answer(console, 'y');
  await console.see('render is left as it is: its limit price is now $0.95, set by someone else.');
  expect(await named(market, BIDS, 'render')).toMatchObject({ limit_price: '$0.95' });
  expect(evidence.writes()).toHaveLength(1);
});

test('undo of a pause reports that the work is not brought back', async () => {
  const { console } = await seated();
  await console.pane('bids').select('train-llama').focus();
  await tapTwice(console, 'p');
  await console.see('Press u to undo: the bid is resumed, but the stopped work is lost.');
  console.do('undo');
  await console.see('The bid is resumed, but the stopped work is lost.');
});

test.each([
  ['before', 'run-away was not paused: it is still allocated.', 'Allocated'],
  ['after', 'run-away was paused.', 'Paused'],
] as const)(
  'a pause whose answer was lost (%s it was carried out) is settled in words by the next list',
  async (when, said, ends) => {
    const { console, evidence, status } = await seated();
    await console.pane('bids').select('train-llama').focus();
    evidence.cutNext(when);
    await tapTwice(console, 'p');
    await console.see(said.replace('run-away', 'train-llama'));
    expect(await status('train-llama')).toBe(ends);
    expect(evidence.writes()).toHaveLength(1);
    if (when === 'before') return;
    console.do('undo');
    await console.see('train-llama: resume it');
  },
);

test('only instances that have not ended are counted as stopping', async () => {
  const { console } = await seated();
  await console.pane('bids').select('batch-embed').do('cancel-bid');
  await console.see('Cancel the bid batch-embed');
  await console.see('3 instances will stop.');
  console.press('Esc');
  await console.gone('Cancel the bid');
  await console.pane('bids').select('distill').do('cancel-bid');
  await console.see('Cancel the bid distill');
  await console.see('No instance is running on it.');
});

test('a key that does nothing shows why', async () => {
  const { console } = await seated();
  const said: readonly (readonly [string, string])[] = [
    ['a', 'a does nothing here; ? shows the keys.'],
    ['4x', "SSH keys can't be deleted here"],
    ['2p', 'and pausing stops all. Mark all, or pause it in Bids.'],
    ['2e', "The limit price is the bid's: i goes to it."],
    ['2n', 'Instances come from bids: 1 goes to Bids, n there places one.'],
    ['3p', 'p does nothing here; ? shows the keys.'],
  ];
  for (const [keys, sentence] of said) {
    console.type(keys);
    await console.see(sentence);
  }
  console.press('1', 'x');
  await console.see('Cancel the bid');
  console.press('a');
  await console.see('a does nothing here: y yes, Esc no.');
});

test('a sentence longer than the screen is wide is shown completely', async () => {
  const market = await openMarket(STILL);
  const console = await openConsole({ args: [], env: market.env, columns: 60, rows: 20 });
  // Bids and instances are there.
  await console.see(/train-llama .* 8\/8/);
  await console.pane('bids').select('train-llama').focus();
  await tapTwice(console, 'p');
  await console.until('the whole sentence', (screen) =>
    screen
      .screen()
      .join(' ')
      .replace(/\s+/g, ' ')
      .includes('Paused train-llama. Press u to undo: the bid is resumed, but the stopped work is lost.'),
  );
});

test('at "Sending…" Esc reports that a sent write can not be cancelled, and the response closes the form', async () => {
  const market = await openMarket(STILL);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { origin } = await multiProjectService([market], () => held);
  const console = await openDemo({ service: market, env: { SPOTDECK_BASE_URL: origin } });
  await console.pane('bids').select('train-llama').do('edit-bid');
  await console.see('Change train-llama');
  console.type('27');
  console.do('review');
  await answer(console, 'Enter');
  await console.see('Sending');
  console.press('Esc');
  await console.see("It was sent already, and Esc can't call it back.");
  release();
  await console.see('Changed train-llama.');
});
