import type { Size } from '../../src/store/state.ts';
import { answer } from '../driver/answer.ts';
import { type Market, openConsole, openMarket } from '../driver/console.ts';
import type { Variables } from '../driver/environment.ts';
import { openSshd } from '../driver/sshd.ts';
import type { Terminal } from '../driver/terminal.ts';
import { writeCostJournal } from '../features/money/cost-journal.ts';
import { ASKED, writePriceJournal } from '../features/money/price-journal.ts';
import { newPath } from '../journal/snapshots.ts';
import { emptyService, NONE } from '../stories/empty-service.ts';
import { multiProjectService } from '../stories/multi-project-service.ts';
import { STILL } from '../stories/service.ts';
import { afterAbsence } from './absence.ts';
import { commandRuns, withCommands } from './own-commands.ts';
import type { PaletteName } from './palette.ts';
import { rotation, withTokenFile } from './rotation.ts';
import { rulesPane, withRules } from './rules.ts';

/** One view of the program: how it is started, and what a person does before its pictures are taken. */
export type Scene = {
  /** The name of its pictures, without `.png`. */
  readonly file: string;
  readonly palette: PaletteName;
  readonly env: Variables | (() => Promise<Variables>);
  readonly args: readonly string[] | (() => Promise<readonly string[]>);
  /** What both are made of together, where one needs the other. */
  readonly opening?: () => Promise<{ readonly args: readonly string[]; readonly env: Variables }>;
  /** When the program counts as started; by default with the console's header. */
  readonly started?: (screen: Pick<Terminal, 'shows'>) => boolean;
  /** Ends when the screen shows what the picture is about. */
  readonly script: (terminal: Terminal) => Promise<void>;
};

/** Size of the first picture; the ones after it show what a smaller terminal leaves of the same view. */
export const FULL: Size = { columns: 160, rows: 45 };
export const SMALLER: readonly Size[] = [
  { columns: 120, rows: 35 },
  { columns: 80, rows: 24 },
  { columns: 40, rows: 10 },
];

const demo = ['demo', '--db', ':memory:', '--seed', '7'];
const usual = { palette: 'dark', env: {}, args: demo } as const;

/** All lists on the screen have arrived. */
async function lists(terminal: Terminal): Promise<void> {
  await terminal.see('● live');
  await terminal.until('all lists loaded', (screen) => screen.shows('train-llama') && !screen.shows('Loading'));
}

/** The fields of the bid form that are filled in, in their order, with what is typed. */
const answers = [
  ['Name', 'night-sweep'],
  ['Instance type', '8xh100.us-central1-a'],
  ['Quantity', '4'],
  ['Limit price', '26.50'],
] as const;

async function bidForm(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.press('n');
  for (const [field, answer] of answers) {
    await terminal.see(`▸ ${field}`);
    terminal.type(answer);
    await terminal.see(new RegExp(`▸ ${field}\\*? .*${answer}`));
    if (field !== 'Limit price') terminal.press('Tab');
  }
  await terminal.see('$106.00 /h at most');
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

/** Half a minute in the life of a fleet: events, trends, and the pictures in the header. */
async function lively(terminal: Terminal): Promise<void> {
  await lists(terminal);
  await terminal.see(/▸ ✖ \d+ instances/, PATIENT);
}

async function preview(terminal: Terminal): Promise<void> {
  await lively(terminal);
  terminal.press('j', 'v');
  await terminal.see(/Preview ▸ bid train-llama/);
}

const isFirstRun = (screen: Pick<Terminal, 'shows'>): boolean => screen.shows('Welcome to spotdeck');

async function connect(terminal: Terminal): Promise<void> {
  terminal.press('c');
  await terminal.see(/▸ Address\*/);
  terminal.type('http://127.0.0.1:1023\tproj_research\t\tnever-shown');
  terminal.press('Ctrl-S');
  await terminal.see(/✖ The service at 127\.0\.0\.1:1023 refused/);
}

async function confirmation(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.press('x');
  await terminal.see('▸ y confirm');
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
  await answer(terminal, 'Enter');
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
  await terminal.until(
    'a page of events, with losses',
    (screen) => screen.shows('✖ lost') && screen.screen().filter((line) => line.includes('▸ ')).length >= 12,
    PATIENT,
  );
}

/** A night with losses in it, recorded; and then the moment of the first of them. */
async function recordedNight(): Promise<readonly string[]> {
  const file = newPath();
  const terminal = await openConsole({ columns: 160, rows: 45, args: [...fast, '--record', file] });
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

/** The machines of the whole project: what works, what idles, what can't be read. */
async function machines(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.press('m');
  await terminal.see('/bid:');
  terminal.press('m');
  await terminal.see(/finetune-mistral-2 .* 0%/);
}

/** What did nothing for half an hour, marked, and the question before its bids are paused. */
async function idle(terminal: Terminal): Promise<void> {
  await lists(terminal);
  await terminal.see(/\d idle/, PATIENT);
  terminal.type('2z/idle>30m\r');
  await terminal.see(/finetune-mistral-2 .* 0%/);
  terminal.type('*p');
  await terminal.see('▸ p again');
}

async function columns(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.type('bc');
  await terminal.seeRows('Columns of Bids', [/NAME/, /STATUS +grouped/]);
}

async function exposure(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.press('$');
  await terminal.see(/\d+ % of the budget/);
}

/** A market behind a service that takes its time with changes: each a little longer than the one before. */
async function slowChanges(): Promise<Variables> {
  const market = await openMarket(STILL);
  let changes = 0;
  const { origin } = await multiProjectService([market], () => {
    changes += 1;
    return new Promise((done) => setTimeout(done, 250 * changes));
  });
  return { ...market.env, SPOTDECK_BASE_URL: origin };
}

async function bulkPause(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.type('/region:us\r');
  await terminal.see('8 of 14');
  terminal.type('*p');
  await answer(terminal, 'p');
  await terminal.see('Pausing: 2 of 6.');
}

/** A real SSH server, to which all instances lead. */
async function withSshd(): Promise<{ readonly args: readonly string[]; readonly env: Variables }> {
  const sshd = await openSshd();
  return {
    args: [...demo, '--speed', '0', '--ssh', `127.0.0.1:${sshd.port}`],
    env: { SPOTDECK_SSH_OPTIONS: JSON.stringify([...sshd.options, '-t']) },
  };
}

async function sessions(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.type('2/train-llama-\r');
  for (const [instance, code] of [
    ['train-llama-0', '0'],
    ['train-llama-1', '130'],
  ] as const) {
    await terminal.see(new RegExp(`▌ +${instance} +● running.*up \\d+ms`));
    terminal.press('s');
    await terminal.until('a shell is there', (screen) => !screen.shows('Instances') && screen.shows('#'));
    terminal.type(`exit ${code}\n`);
    await terminal.see(`Back from ${instance}`);
    terminal.press('j');
  }
  terminal.press('6');
  await terminal.seeRows('Sessions', [/train-llama-1 .*code 130/]);
}

/** The market goes away while one looks: rows stay, with their age and the reason. */
async function fault(terminal: Terminal): Promise<void> {
  await lists(terminal);
  await gone?.stop();
  await terminal.see(/not refreshed since \ds ago/);
}

let gone: Market | undefined;

async function digest(terminal: Terminal): Promise<void> {
  await terminal.see('While you were away: the last 8h');
  await terminal.see('Not observed: ');
}

async function marketToGo(): Promise<Variables> {
  gone = await openMarket(STILL);
  return gone.env;
}

const envOfEmpty = (refused: RegExp) => async (): Promise<Variables> => (await emptyService(refused)).env;

/** A market with a journal of what earlier bids have shown of prices. */
async function withPrices(): Promise<Variables> {
  const { env, origin: service, project } = await openMarket(STILL);
  const journal = newPath();
  writePriceJournal(journal, { service, project }, Date.now(), [
    ASKED,
    { type: '8xh100.us-central1-a', region: 'us-central1-a', lowest: 17.2 },
    { type: '8xb200.us-east1-b', region: 'us-east1-b', lowest: 31 },
    { type: '8xa100.eu-west4-a', region: 'eu-west4-a', lowest: 9.4 },
    { type: '4xa100.us-central1-a', region: 'us-central1-a', lowest: 4.35 },
    { type: '1xl40s.eu-north1-a', region: 'eu-north1-a', lowest: 0.8 },
  ]);
  return { ...env, SPOTDECK_JOURNAL: journal };
}

/** A market with a journal of what earlier bids have cost. */
async function withCosts(): Promise<Variables> {
  const { env, origin: service, project } = await openMarket(STILL);
  const journal = newPath();
  writeCostJournal(journal, { service, project }, Date.now(), 7);
  return { ...env, SPOTDECK_JOURNAL: journal };
}

async function costs(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.press('$');
  await terminal.see('By type');
  terminal.press('Right', 'Right');
  await terminal.see('max cost in 7 days');
  await terminal.see('Observed:');
}

async function prices(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.type(':prices\r');
  await terminal.see(/8xh100 +eu-west4-a +\$/);
}

async function priceBand(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.type('/name:=train-llama-eu\rh');
  await terminal.see('History of train-llama-eu');
  for (const span of ['1m', '2m', '5m', '10m', '20m', '30m', '1h', '2h', '3h', '6h', '12h', '24h']) {
    if (terminal.shows(`in the last ${span}`)) continue;
    terminal.press('-');
    await terminal.see(`in the last ${span}`);
  }
  await terminal.see('price between two bounds');
}

/** Every picture in the documentation. */
export const scenes: readonly Scene[] = [
  { ...usual, file: 'overview', args: fast, script: lively },
  { ...usual, file: 'bid-form', args: [], env: withPrices, script: bidForm },
  { ...usual, file: 'bid-review', script: review },
  { ...usual, file: 'confirmation', script: confirmation },
  { ...usual, file: 'detail', script: detail },
  { ...usual, file: 'preview', args: fast, script: preview },
  { ...usual, file: 'help', script: help },
  { ...usual, file: 'palette', script: palette },
  { ...usual, file: 'history', args: fast, script: history },
  { ...usual, file: 'activity', args: fast, script: activity },
  { ...usual, file: 'replay', args: recordedNight, script: replay },
  { ...usual, file: 'columns', script: columns },
  { ...usual, file: 'machines', script: machines },
  { ...usual, file: 'idle', args: [...demo, '--speed', '0'], script: idle },
  { ...usual, file: 'rules', args: [...demo, '--speed', '0'], env: withRules, script: rulesPane },
  { ...usual, file: 'costs', args: [], env: withCosts, script: costs },
  { ...usual, file: 'prices', args: [], env: withPrices, script: prices },
  { ...usual, file: 'price-band', args: [], env: withPrices, script: priceBand },
  { ...usual, file: 'exposure', args: [...demo, '--speed', '0', '--budget-per-hour', '600'], script: exposure },
  { ...usual, file: 'digest', args: [], env: afterAbsence, script: digest },
  { ...usual, file: 'bulk-pause', args: [], env: slowChanges, script: bulkPause },
  { ...usual, file: 'own-commands', args: [...demo, '--speed', '0'], env: withCommands, script: commandRuns },
  { ...usual, file: 'rotation', args: [], env: withTokenFile, script: rotation },
  { ...usual, file: 'sessions', opening: withSshd, script: sessions },
  { ...usual, file: 'fault', args: [], env: marketToGo, script: fault },
  { ...usual, file: 'first-run', args: [], started: isFirstRun, script: async () => undefined },
  { ...usual, file: 'connect', args: [], started: isFirstRun, script: connect },
  { ...usual, file: 'empty', args: [], env: envOfEmpty(NONE), script: (terminal) => terminal.see('place a bid') },
  {
    ...usual,
    file: 'no-access',
    args: [],
    env: envOfEmpty(/bids|volumes/),
    script: (terminal) => terminal.see('no access to 2 lists'),
  },
  { ...usual, file: 'light', palette: 'light', script: lists },
  { ...usual, file: 'no-color', env: { NO_COLOR: '1' }, script: lists },
];
