import { openConsole } from '../driver/console.ts';
import type { Variables } from '../driver/environment.ts';
import type { Terminal } from '../driver/terminal.ts';
import { newPath } from '../journal/looks.ts';
import type { PaletteName } from './palette.ts';

/** One picture: how the program is started, and what a person does before it is taken. */
export type Scene = {
  /** The name of the picture, without `.png`. */
  readonly file: string;
  readonly columns: number;
  readonly rows: number;
  readonly palette: PaletteName;
  readonly env: Variables;
  readonly args: readonly string[] | (() => Promise<readonly string[]>);
  /** Ends when the screen shows what the picture is about. */
  readonly script: (terminal: Terminal) => Promise<void>;
};

const demo = ['demo', '--db', ':memory:', '--seed', '7'];
const wide = { columns: 160, rows: 45, palette: 'dark', env: {}, args: demo } as const;

/** All lists on the screen have arrived. */
async function lists(terminal: Terminal): Promise<void> {
  await terminal.see('● live');
  await terminal.until('all lists loaded', (screen) => screen.shows('train-llama') && !screen.shows('Loading'));
}

/** The fields of the bid form that are filled in, in their order, with what is typed. */
const answers = [
  ['Name', 'night-sweep'],
  ['Instance type', '8xh100.us-central1-a'],
  ['Region', 'us-central1-a'],
  ['Quantity', '4'],
  ['Limit price', '26.50'],
] as const;

async function bidForm(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.press('n');
  for (const [field, answer] of answers) {
    await terminal.see(`▸ ${field}`);
    terminal.type(answer);
    await terminal.see(new RegExp(`▸ ${field} .*${answer}`));
    if (field !== 'Limit price') terminal.press('Tab');
  }
  await terminal.see('$106.00 an hour at most');
}

async function review(terminal: Terminal): Promise<void> {
  await bidForm(terminal);
  terminal.press('Ctrl-S');
  await terminal.seeRows('Place a bid: review', [/Name +night-sweep/, /Instance type/]);
}

async function detail(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.press('Enter');
  await terminal.see(/Identifier +bid_/);
}

async function confirmation(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.press('x');
  await terminal.see('Press y to do it');
}

async function help(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.press('?');
  await terminal.seeRows('Keys', [/Bids/, /p +Pause the bid/]);
}

async function palette(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.press(':');
  await terminal.seeRows('Palette', [':', /Pause the bid/]);
  terminal.type('resu');
  await terminal.seeRows('Palette', [': resu', /Resume the bid/]);
}

/** A market whose time goes by fast enough to lose something while one looks. */
const fast = ['demo', '--db', ':memory:', '--seed', '7', '--speed', '120'] as const;
const PATIENT = { timeout: 60_000 };

/** A few minutes of a fleet's life: states that came and went, instances lost and gained, a price that was raised. */
async function history(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.type('/name:=batch-embed\r');
  await terminal.see(/batch-embed +▲ preempting/, PATIENT);
  terminal.type('e10.20');
  terminal.press('Ctrl-S');
  await terminal.see('review');
  terminal.press('Enter');
  await terminal.see(/batch-embed .*\$10\.20/);
  await terminal.see(/batch-embed +● allocated/, PATIENT);
  terminal.press('h');
  await terminal.until(
    'it has gone through several states',
    (screen) => screen.screen().filter((line) => /batch-embed: \w+ → \w+/.test(line)).length >= 5,
    PATIENT,
  );
}

async function activity(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.press('7', 'z');
  await terminal.see(/✖ lost/, PATIENT);
}

/** A night with losses in it, recorded; and then the moment of the first of them. */
async function recordedNight(): Promise<readonly string[]> {
  const file = newPath();
  const terminal = await openConsole({ ...wide, args: [...fast, '--record', file] });
  await activity(terminal);
  terminal.press('q');
  await terminal.ended();
  return ['replay', file];
}

async function replay(terminal: Terminal): Promise<void> {
  await terminal.see('spotdeck REPLAY');
  terminal.press('7', 'l');
  await terminal.see('Press . to go on.');
}

/** Every picture in the documentation. */
export const scenes: readonly Scene[] = [
  { ...wide, file: 'overview', script: lists },
  { ...wide, file: 'bid-form', script: bidForm },
  { ...wide, file: 'bid-review', script: review },
  { ...wide, file: 'confirmation', script: confirmation },
  { ...wide, file: 'detail', script: detail },
  { ...wide, file: 'help', script: help },
  { ...wide, file: 'palette', script: palette },
  { ...wide, file: 'history', args: fast, script: history },
  { ...wide, file: 'activity', args: fast, script: activity },
  { ...wide, file: 'replay', args: recordedNight, script: replay },
  { ...wide, file: 'narrow', columns: 90, rows: 28, script: lists },
  { ...wide, file: 'tiny', columns: 60, rows: 20, script: lists },
  { ...wide, file: 'light', palette: 'light', script: lists },
  { ...wide, file: 'no-color', env: { NO_COLOR: '1' }, script: lists },
];
