import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { BidState } from '../../../../src/features/money/bid-record.ts';
import { answer } from '../../../driver/answer.ts';
import { openMarket } from '../../../driver/console.ts';
import { openDemo } from '../../../driver/demo.ts';
import { freshHome } from '../../../driver/environment.ts';
import { runProgram } from '../../../driver/running.ts';
import { storyClock } from '../../../driver/time.ts';
import { newPath } from '../../../journal/snapshots.ts';
import { BIDS, named, STILL } from '../../../stories/service.ts';
import { openFeatureJournal } from '../open-journal.ts';
import { writePriceJournal } from '../price-journal.ts';

const SERVICE = 'http://127.0.0.1:9';
const HALF_MINUTE = 30_000;

type Stood = { readonly bid: string; readonly type: string; readonly limit: bigint; readonly state: BidState };

/** Writes a journal as a console does that looked each half minute for three hours, until a minute ago. */
function journalOf(standing: (minute: number) => readonly Stood[]): string {
  const path = newPath();
  const journal = openFeatureJournal(path, storyClock().now);
  const start = storyClock().now() - 181 * 60_000;
  for (let n = 0; n <= 360; n++) {
    const at = start + n * HALF_MINUTE;
    journal.recordBids(
      { service: SERVICE, project: 'proj_demo' },
      {
        at,
        readTo: at,
        previous: n === 0 ? null : at - HALF_MINUTE,
        recordedAt: null,
        bids: standing(n / 2).map(({ bid, type, limit, state }) => ({
          traits: { bid, name: bid, type, region: 'eu' },
          standing: {
            state,
            limit: { sign: '$', micros: limit * 1_000_000n },
            quantity: 2,
            running: state === 'open' ? 0 : 2,
          },
        })),
      },
    );
  }
  journal.close();
  return path;
}

/** One bid has its instances all the time; the other loses them forty minutes before the end. */
const seen = (minute: number): readonly Stood[] => [
  { bid: 'bid_a', type: '8xh100.eu', limit: 12n, state: 'allocated' },
  {
    bid: 'bid_b',
    type: '8xh100.eu',
    limit: 11n,
    state: minute < 140 ? 'allocated' : minute < 145 ? 'preempting' : 'open',
  },
];

/** The program in a home of its own, where no service answers. */
function spotdeck(journal: string) {
  const home = freshHome();
  onTestFinished(() => home.remove());
  const env = { SPOTDECK_BASE_URL: SERVICE, SPOTDECK_PROJECT: 'proj_demo', SPOTDECK_JOURNAL: journal };
  return {
    home,
    price: (...args: readonly string[]) => runProgram(['price', ...args], home, env),
  };
}

describe('spotdeck price', () => {
  test('prints what the price was at most and which prices would have held, without any service', async () => {
    const { price } = spotdeck(journalOf(seen));
    const { code, out, err } = await price();
    expect([code, err]).toEqual([0, '']);
    const [headers, line, ...rest] = out.split('\n');
    expect(headers).toMatch(/^TYPE +REGION +WAITS +HIGH +TREND +SEEN +HOLDS 90% +HOLDS 99% +FILL +STAYS +BIDS/);
    expect(line).toMatch(/^8xh100 +eu +\$11\.00 +\$12\.00 +[_.=*+#-]+ +1m +\$1[12]\.\d\d +\$1[12]\.\d\d .* 2$/);
    expect(rest).toEqual(['']);
  });

  test('of one type in one region it begins with a sentence', async () => {
    const { price } = spotdeck(journalOf(seen));
    const { out } = await price('--type', '8xH100', '--region', 'eu');
    expect(out.split('\n')[0]).toMatch(
      /^Last 7 days: filled from \$12\.00, waiting at \$11\.00 \(2 bids\); \$12\.00 would have held \d+ % of the time\.$/,
    );
  });

  test('with few observations it says so and names no limit price', async () => {
    const { price } = spotdeck(
      journalOf((minute) =>
        minute < 170 ? [] : [{ bid: 'bid_a', type: '8xh100.eu', limit: 12n, state: 'allocated' }],
      ),
    );
    expect((await price()).out).toMatch(/^8xh100 +eu +- +\$12\.00 .* - +- +- +- +1 +not enough seen yet$/m);
    const [line] = JSON.parse((await price('-o', 'json')).out);
    expect(line).toMatchObject({
      instance_type: '8xh100.eu',
      last: { waiting_at: null, at_most: '12.00', currency: '$' },
      would_have_held: { percent_90: null, percent_99: null, currency: null },
    });
  });

  test('CSV has no picture, and no cell that a spreadsheet would run', async () => {
    const { price } = spotdeck(journalOf(() => [{ bid: 'b', type: '=cmd()', limit: 12n, state: 'allocated' }]));
    const [headers, line] = (await price('-o', 'csv')).out.split('\r\n');
    expect(headers).toBe('type,region,waits,high,trend,seen,holds 90%,holds 99%,fill,stays,bids,note');
    expect(line).toMatch(/^'=cmd\(\),eu,,\$12\.00,,1m,/);
  });

  test('a journal without bids, and one that does not exist, are one sentence and no failure', async () => {
    const { price, home } = spotdeck(join(freshHome().folder, 'none', 'journal.db'));
    const { code, out, err } = await price('--type', '8xh100');
    expect([code, out]).toEqual([0, '']);
    expect(err).toMatch(/^No bid of 8xh100 was seen in the last 7d; .*\.\n$/);
    expect(existsSync(join(home.folder, 'none'))).toBe(false);
  });
});

test('what earlier bids have shown of a price is in the pane of prices, in the forms and in the history, and a suggested price is sent', async () => {
  const market = await openMarket(STILL);
  const journal = newPath();
  writePriceJournal(journal, { service: market.origin, project: market.project }, storyClock().now());
  const console = await openDemo({ service: market, env: { SPOTDECK_JOURNAL: journal } });

  console.type(':prices\r');
  await console.see(/8xh100 +eu-west4-a +\$\d/);
  console.type('/type:8xh100 region:eu-west4\r');
  await console.see(/Prices.*1 of/);
  console.press('Enter', 'Left');
  await console.see(/In short +Last 7 days: /);
  console.press('Esc');

  console.press('n');
  await console.see('Place a bid');
  await console.see(/Limit price\* +\$1[12]\.\d\d/);
  await console.see(/Last 7 days: .*waiting at \$1[01]\.\d/);
  console.press('Esc');

  console.press('1');
  await console.pane('bids').select('train-llama-eu').do('edit-bid');
  await console.see(/would have held .*\d+ %/);
  console.press('Ctrl-T');
  await console.see(/Limit price +\$12\.\d\d/);
  const [, price = ''] =
    console
      .screen()
      .join('\n')
      .match(/Limit price +(\$12\.\d\d)/) ?? [];
  console.do('review');
  await console.see('Enter send');
  await answer(console, 'Enter');
  await console.see('Changed train-llama-eu.');
  expect(await named(market, BIDS, 'train-llama-eu')).toMatchObject({ limit_price: price });
  console.press('Enter', 'Left', 'Left');
  await console.see('[Price]');
  for (let zoom = 0; zoom < 12; zoom++) console.press('-');
  await console.see('░░░');
  await console.see('the price was not above this');
});
