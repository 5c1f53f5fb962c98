import type { TimedConsole } from '../bench/timed.ts';

/** Keys that open it, a text only it shows, its use, and keys that close it. */
export type Page = {
  readonly open: string;
  readonly shows: string;
  /** Keys with a text shown after them, and pages opened from it. */
  readonly use: readonly (Page | { readonly keys: string; readonly shows: string })[];
  readonly close: string;
};

const ESCAPE = '\u001b';
/** In milliseconds. */
const LIMIT_MS = 60_000;

/** With all types and regions. */
const ALL_PRICES = '╭ Prices ─ 18 ';

/** Closed by Esc, or other keys. Texts of the last line don't count: notices come and go. */
const page = (open: string, shows: string, use: Page['use'] = [], close = ESCAPE): Page => ({
  open,
  shows,
  use,
  close,
});
const then = (keys: string, shows: string): Page['use'][number] => ({ keys, shows });

export const PAGES: readonly Page[] = [
  page('$', '╭ Money: max', [
    then('\u001b[C', 'max cost today'),
    then('-', 'in 7 days'),
    then('-', 'in 30 days'),
    then('++', 'max cost today'),
    then('\u001b[D', 'per hour'),
  ]),
  page('h', '[Story]', [then('+', '[Story]'), then('--', '[Story]')]),
  page('W', '╭ What happened in'),
  page('\r', '[Now]', [
    then('\u001b[C', '[Story]'),
    then('\u001b[C', '[Machine]'),
    then('\u001b[C', '[Price]'),
    then('\u001b[C', '[JSON]'),
  ]),
  page(
    'm',
    '╭ m Machines ─',
    [
      then('m', '╭ m Machines ─'),
      then('jjj', '╭ m Machines ─'),
      page('\t', '╭ Machines: all', [then('jj\u001b[C', '╭ Machines: all')], '\t'),
    ],
    'm',
  ),
  page('A', '╭ A Rules ─', [], 'A'),
  page('n', '╭ Place a bid'),
  page('e', '╭ Change'),
  page('?', '╭ Keys ─', [then('limit', 'Change the limit price')]),
  page(':', '╭ Palette ─', [then('train-0001', ': train-0001')]),
  page('/region:eu', '/region:eu', [then(' limit>1', '/region:eu limit>1'), then('\r', '/region:eu limit>1 ─')]),
  page(':requests\r', '╭ Request log', [page('\r', '│ Answered')]),
  page('v', '╭ Preview ▸', [then('jjj', '╭ Preview ▸')], 'v'),
  page('{', ' PAST ', [then('{', ' PAST '), then('}', ' PAST ')]),
  page(':prices\r', ALL_PRICES, [page('\r', '[Price]')]),
];

/** @throws when a step is not answered. */
export async function openAndClose(console: TimedConsole, { open, shows, use, close }: Page): Promise<void> {
  await console.until(open, shows);
  for (const step of use) {
    if ('open' in step) await openAndClose(console, step);
    else await console.until(step.keys, step.shows);
  }
  await closed(console, shows, close);
}

async function closed(console: TimedConsole, shows: string, keys: string): Promise<void> {
  const gone = console.when((lines) => lines.every((line) => !line.includes(shows)), LIMIT_MS);
  console.press(keys);
  if ((await gone) === null) throw new Error(`"${shows}" was not closed in ${LIMIT_MS / 1000} s.`);
}

/** A chart can be opened once each type and region has a price. */
export async function firstPrices(console: TimedConsole): Promise<void> {
  await console.until(':prices\r', ALL_PRICES);
  await closed(console, ALL_PRICES, ESCAPE);
}
