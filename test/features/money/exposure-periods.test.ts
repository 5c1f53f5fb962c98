import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { extendedRecords } from '../../../src/features/money/answers.ts';
import type { BidRecord, BidStep, BidSteps, BidTraits } from '../../../src/features/money/bid-record.ts';
import { money } from '../../../src/features/money/costs/dialog.ts';
import { costsOf } from '../../../src/features/money/costs/periods.ts';
import type { CostPeriod } from '../../../src/features/money/known-money.ts';
import { amountOf, spendOver } from '../../../src/features/money/spend.ts';
import { DAY_MS, HOUR_MS } from '../../../src/lib/duration.ts';
import { parsePrice } from '../../../src/lib/money.ts';
import { asciiGlyphs, spokenGlyphs } from '../../../src/resources/glyphs.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { textsOf } from '../../screen/ink/seen.ts';
import { operatorAt } from '../../screen/keys/press-keys.ts';
import { NOON } from '../../store/hand-clock.ts';
import { asRecording, consoleWith } from '../../store/made.ts';
import { moneyFrom } from './known.ts';

const zone = process.env['TZ'];
beforeAll(() => {
  process.env['TZ'] = 'UTC';
});
afterAll(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

function step(at: number, price: string, running: number): BidStep {
  const { sign, micros } = parsePrice(price) ?? { sign: '$', micros: 0n };
  return { at, since: at, state: 'allocated', limit: { sign, micros }, quantity: running, running };
}

function bidOf(name: string, steps: readonly BidStep[], more: Partial<BidTraits> = {}): BidSteps {
  return { traits: { bid: name, name, type: '8xh100', region: 'eu-n1', ...more }, steps };
}

/** Two hours of yesterday and two and a half of today, with a night between them. */
const RECORD: BidRecord = {
  project: 'proj_demo',
  bids: [
    bidOf('train', [step(NOON - 27 * HOUR_MS, '$2.00', 2)]),
    bidOf('eval', [step(NOON - HOUR_MS, '€1.00', 1)], { type: 'l40s', region: 'us-c1' }),
  ],
  observed: [
    { from: NOON - 27 * HOUR_MS, to: NOON - 25 * HOUR_MS },
    { from: NOON - 2.5 * HOUR_MS, to: NOON },
  ],
};

const WITH_RECORD: ConsoleState = { ...consoleWith(), money: moneyFrom({ records: [RECORD], readAt: NOON }) };

/** The lines of `$` as text. */
function shown(state: ConsoleState, period: CostPeriod, width = 96): readonly string[] {
  const own = { kind: 'money', tab: 'Spent', top: 0 } as const;
  const lines = money.lines({ ...state, spentPeriod: period }, own, { width, height: 40 });
  return textsOf(lines).map((line) => line.trimEnd());
}

describe('$ shows what the bids cost at most over a period', () => {
  test('7 days: the sum of each currency, how much was observed, and a bar for each day with its gaps apart', () => {
    const lines = shown(WITH_RECORD, '7-days');
    expect(lines[0]).toContain('[Spent]');
    expect(lines).toContain('Observed: 17 % of the known time, 4h of 27h. No data before Thu 11-19 09:00.');
    expect(lines.join(' ')).toMatch(/▲ Not observed: 22h\. .+ up to \$90\.00 for bids that were known\./);
    expect(lines.join('\n')).toMatch(/Everything +10h +\$18\.00\n +€1\.00/);
    expect(lines.join('\n')).toMatch(/By day +OBSERVED +MAX COST +UNOBSERVED/);
    expect(lines.join('\n')).toMatch(/Thu 11-19 +13 % +\$8\.00 +\$52\.00 +▄+▖?:+\n/);
    expect(lines.join('\n')).toMatch(/Fri 11-20 +21 % +\$10\.00 +\$38\.00 +▄+▖?:+\n +€1\.00 +– +▄+\n/);
  });

  test('by type, region and bid, each with its share of its own currency', () => {
    const text = shown(WITH_RECORD, '7-days').join('\n');
    expect(text).toMatch(
      /By type +HOURS +MAX COST +SHARE\n8xh100 +9\.0h +\$18\.00 +100 % +▄+\nl40s +1\.0h +€1\.00 +100 %/,
    );
    expect(text).toMatch(/By region .+\neu-n1 +9\.0h +\$18\.00/);
    expect(text).toMatch(/By bid .+\ntrain +9\.0h +\$18\.00 .+\neval +1\.0h +€1\.00/);
    expect(text).not.toContain('By project');
  });

  test('several projects: a part of its own, and time counts as observed when it was in all of them', () => {
    const other: BidRecord = {
      project: 'proj_b',
      bids: [bidOf('batch', [step(NOON - HOUR_MS, '$6.00', 1)])],
      observed: [{ from: NOON - HOUR_MS, to: NOON }],
    };
    const connected = { ...WITH_RECORD.connected, projects: ['proj_demo', 'proj_b'], allProjects: true };
    const lines = shown(
      { ...WITH_RECORD, connected, money: moneyFrom({ records: [RECORD, other], readAt: NOON }) },
      'today',
    );
    // Of the other project nothing is known until 11:00, so that time is neither observed nor a gap.
    expect(lines.join(' ')).toContain(
      'Observed: 10 % of the known time, 1h of 10h. No data for proj_b before Fri 11-20 11:00.',
    );
    expect(lines.join('\n')).toMatch(
      /By project .+\nproj_demo +6\.0h +\$10\.00 +63 %.+\n +€1\.00 .+\nproj_b +1\.0h +\$6\.00 +38 %/,
    );
  });

  test('today by hour: the hours of the night are gaps, and the morning counts from the first refresh on', () => {
    const text = shown(WITH_RECORD, 'today').join('\n');
    expect(text).toMatch(/By hour/);
    expect(text).toMatch(/00:00 +0 % +– +\$4\.00 +:+/);
    expect(text).toMatch(/09:00 +50 % +\$2\.00 +\$2\.00/);
    expect(text).toMatch(/11:00 +100 % +\$4\.00 +–/);
    expect(text).not.toContain('12:00');
  });

  test('at 40 columns the cost of each day stays, and no line is wider than the dialog', () => {
    for (const period of ['today', '7-days', '30-days'] as const) {
      const lines = shown(WITH_RECORD, period, 36);
      expect(Math.max(...lines.map((line) => line.trimEnd().length))).toBeLessThanOrEqual(36);
      expect(lines.join('\n')).toMatch(/\$1[08]\.00/);
    }
  });

  test('in plain ASCII the bars and gaps have signs of ASCII alone', () => {
    const lines = shown({ ...WITH_RECORD, glyphs: asciiGlyphs }, '7-days')
      .join('\n')
      .replaceAll('€', '');
    expect(lines).toMatch(/\$8\.00 +\$52\.00 +=+-?:+/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
    expect(lines).toMatch(/^[\u0000-\u007f]*$/);
  });

  test('a screen reader gets no bars and no legend of them', () => {
    const text = shown({ ...WITH_RECORD, glyphs: spokenGlyphs }, '7-days').join('\n');
    expect(text).toMatch(/Thu 11-19 +13 % +\$8\.00 +\$52\.00\n/);
    expect(text).not.toMatch(/::|==/);
    expect(text).not.toContain('unobserved time:');
  });
});

describe('$ says what it does not know', () => {
  test('while the journal is being read', () => {
    expect(shown(consoleWith(), 'today').join(' ')).toContain('Reading the journal.');
  });

  test('in a recording, which has no journal', () => {
    const text = shown(asRecording(consoleWith()), '7-days').join(' ');
    expect(text).toContain('This is a recording: costs over time are not known.');
    expect(text).not.toContain('Reading');
  });

  test('before the first refresh: no zero is shown', () => {
    const empty = { project: 'proj_demo', bids: [], observed: [] };
    const text = shown({ ...consoleWith(), money: moneyFrom({ records: [empty], readAt: NOON }) }, 'today').join(' ');
    expect(text).toContain('Nothing was observed yet.');
    expect(text).not.toMatch(/\d\.\d\d/);
  });

  test('a day that was observed without a running bid costs nothing, and says so', () => {
    const idle = { ...RECORD, bids: [] };
    const text = shown({ ...WITH_RECORD, money: moneyFrom({ records: [idle], readAt: NOON }) }, 'today').join(' ');
    expect(text).toContain('No bid ran while the lists were read.');
    expect(text).toContain('Not observed: 9h. No bid was known that can have run then.');
  });

  test('what is under way since the last refresh is no gap; a console that lost its service has one', () => {
    const later = (ms: number) => ({ ...WITH_RECORD, money: moneyFrom({ records: [RECORD], readAt: NOON + ms }) });
    expect(shown(later(20_000), 'today').join(' ')).toContain('Not observed: 9h.');
    expect(shown(later(HOUR_MS), 'today').join(' ')).toContain('Not observed: 10h.');
  });
});

test('- and + lengthen and shorten the period of Spent as they zoom elsewhere, and it stays as chosen', async () => {
  const operator = operatorAt(WITH_RECORD);
  const title = (): string => {
    const own = operator.state().dialogs.find((dialog) => dialog.kind === 'money');
    return own === undefined ? '' : money.title(operator.state(), own, { width: 96, height: 40 });
  };
  await operator.press('$');
  const titles = [title()];
  for (const key of ['Right', '-', '-', '-', '+', '+', '=', '-']) {
    await operator.press(key);
    titles.push(title());
  }
  const [now, today, week, month] = ['per hour', 'today', 'in 7 days', 'in 30 days'].map(
    (at) => `Money: max cost ${at}`,
  );
  expect(titles).toEqual([now, today, week, month, month, week, today, today, week]);
  await operator.press('Esc', '$', 'Tab');
  expect(title()).toBe(week);
});

describe('costs of days', () => {
  test('a step that is read late changes the day in which it happened', () => {
    const before = costsOf({ records: [RECORD], readAt: NOON }).over('7-days', 'UTC');
    const late = { ...step(NOON - 12.5 * HOUR_MS, '$2.00', 4), since: NOON - 26 * HOUR_MS };
    const since = { ...RECORD, bids: [bidOf('train', [late])], observed: [] };
    const after = costsOf({ records: extendedRecords([RECORD], [since]), readAt: NOON }).over('7-days', 'UTC');
    expect(before.slots.map(({ spend }) => spend.costs.map((cost) => amountOf(cost).text)[0])).toEqual([
      '$8.00',
      '$10.00',
    ]);
    expect(after.slots.map(({ spend }) => spend.costs.map((cost) => amountOf(cost).text)[0])).toEqual([
      '$12.00',
      '$20.00',
    ]);
  });

  test('the sum of the days is the sum of the period, also where the clock is put back', () => {
    const noon = Date.UTC(2026, 9, 26, 11);
    const record = {
      project: 'p',
      bids: [bidOf('a', [step(noon - 5 * DAY_MS, '$0.333333', 7)])],
      observed: [{ from: noon - 5 * DAY_MS, to: noon }],
    };
    const { slots, spend } = costsOf({ records: [record], readAt: noon }).over('7-days', 'Europe/Berlin');
    expect(
      slots.map((slot) => `${slot.name} ${(slot.spend.time.to - slot.spend.time.from) / HOUR_MS}`).slice(-2),
    ).toEqual(['Sun 10-25 25', 'Mon 10-26 12']);
    expect(spend.costs).toEqual(spendOver({ records: [record], readAt: noon }, { from: 0, to: noon }).costs);
  });
});
