import { describe, expect, test } from 'vitest';
import { keyGroups, paletteEntries } from '../../src/keymap/all-bindings.ts';
import { searchedGroups } from '../../src/keymap/help.ts';
import { textBufferOf } from '../../src/lib/text-buffer.ts';
import { dialogOpened } from '../../src/state/dialogs/dialog-stack.ts';
import { paneFocused } from '../../src/state/panes/cursor.ts';
import { themeNames } from '../../src/state/theme-names.ts';
import { operatorAt } from '../keys/press-keys.ts';
import { apiKey, bid, consoleWith, instance, sshKey, volume } from '../state/made.ts';

const start = consoleWith({
  bids: [bid('bid_Kr8sQ', { name: 'train-llama' }), bid('bid_ZcAsv', { name: 'eval', status: 'Paused' })],
  instances: [instance('i-1', { name: 'train-0', bid: 'bid_Kr8sQ', ssh_destination: 'ubuntu@203.0.113.7' })],
  volumes: [volume('v-1', { name: 'imagenet' })],
  sshKeys: [sshKey('s-1', { name: 'ops' })],
  apiKeys: [apiKey('k-1', { name: 'laptop' })],
});

const inPalette = (typed: string, state = start): readonly string[] =>
  paletteEntries(dialogOpened(state, { kind: 'palette', editor: textBufferOf(typed), at: 0 })).map(
    ({ label }) => label,
  );

const inHelp = (typed: string, state = start): readonly string[] =>
  searchedGroups(keyGroups(state), typed).flatMap(({ lines }) => lines.map(({ does }) => does));

const CANCEL = 'Cancel the bid: asks first';
const CHANGE = 'Change the limit price or the volumes';
const LOG_IN = 'Log in over SSH to an instance of it';
const LIKE = 'Place a new bid like this one';
const MONEY = 'Exposure: max cost by type, region and bid, now and over time, and the budgets';
const REQUESTS = 'Request log: recent requests, their answers and durations';
const RULES = 'Rules: what they do, did last and do next; again: back';
const SETTINGS = 'Settings: where they are';
const PROJECT = 'Switch to another profile or project';

/** What people type, and the first answer to it in the Bids pane; null for none. */
const answers: Readonly<Record<string, string | null>> = {
  kill: CANCEL,
  stop: CANCEL,
  terminate: CANCEL,
  delete: CANCEL,
  'kill bid': CANCEL,
  raise: CHANGE,
  lower: CHANGE,
  bump: CHANGE,
  price: CHANGE,
  login: LOG_IN,
  'log in': LOG_IN,
  shell: LOG_IN,
  connect: LOG_IN,
  ssh: LOG_IN,
  theme: 'Theme: terminal',
  colour: 'Theme: terminal',
  color: 'Theme: terminal',
  dark: 'Theme: dark',
  light: 'Theme: light',
  colorblind: 'Theme: colour-blind',
  export: null,
  csv: null,
  schedule: RULES,
  cron: RULES,
  autopilot: RULES,
  why: 'History: its states, instances and prices over time',
  spend: MONEY,
  bill: MONEY,
  cost: MONEY,
  money: MONEY,
  budget: MONEY,
  settings: SETTINGS,
  config: SETTINGS,
  preferences: SETTINGS,
  clone: LIKE,
  duplicate: LIKE,
  faults: REQUESTS,
  errors: REQUESTS,
  log: REQUESTS,
  request: REQUESTS,
  pause: 'Pause the bid: its instances stop',
  resume: 'Resume the bid',
  start: 'Resume the bid',
  new: 'Place a new bid',
  create: 'Place a new bid',
  'new volume': 'Create a volume',
  undo: 'Undo the last pause, resume, price or volume change; shows it first',
  exit: 'Quit, or :q',
  find: 'Filter as you type',
  search: 'Filter as you type',
  sort: 'Sort: choose the column by its letter',
  'sort limit': 'Sort by LIMIT; again reverses it',
  group: 'Group by the next column, with sums; after the last one, ungroup',
  columns: 'Columns: show, hide, order, width',
  copy: 'Copy: identifier, name, JSON and more',
  clipboard: 'Copy: identifier, name, JSON and more',
  select: 'Mark the row; actions then apply to the marks',
  describe: 'Detail: every field of the row',
  gpu: 'Machines of the row or the marks: GPUs, memory, load; again: all machines; again: back',
  utilisation: 'Machines of the row or the marks: GPUs, memory, load; again: all machines; again: back',
  idle: 'Show the idle machines among the instances',
  project: PROJECT,
  namespace: PROJECT,
  token: 'Sign in with another token',
  refresh: 'Refresh all lists now, and try failed machines again',
  disk: 'Go to Volumes, or :vol',
  events: 'Go to Activity, or :act',
  rotate: 'Rotate the API key in use: asks first',
  revoke: 'Revoke the API key: asks first',
  preempted: 'Go to the next bid or instance that is being preempted',
  overnight: 'What happened since the last absence, or in the last 8 hours',
  fullscreen: 'Zoom the focused pane, or show all panes',
  market: 'Prices of all types and regions, as bids have shown them; again: back',
  shortcuts: 'Help: all keys, searchable; Enter runs one',
};

describe.each(Object.entries(answers))('%s', (typed, answer) => {
  test('is answered first by the palette', () => {
    expect(inPalette(typed)[0] ?? null).toBe(answer);
  });

  test('is answered first by the help', () => {
    expect(inHelp(typed)[0] ?? null).toBe(answer);
  });
});

test('the table has at least sixty words', () => {
  expect(Object.keys(answers).length).toBeGreaterThanOrEqual(60);
});

describe('the focused pane answers first', () => {
  test.each([
    ['volumes', 'delete', 'Delete the volume: asks first'],
    ['apiKeys', 'delete', 'Revoke the API key: asks first'],
    ['sessions', 'kill', 'End the session: its tmux window closes'],
    ['instances', 'shell', 'Log in over SSH'],
    ['instances', 'pause', 'Pause the bids of which all running instances are marked'],
    ['sshKeys', 'new', 'Create an SSH key'],
  ] as const)('%s: %s', (pane, typed, answer) => {
    const state = paneFocused(start, pane);
    expect([inPalette(typed, state)[0], inHelp(typed, state)[0]]).toEqual([answer, answer]);
  });
});

describe('what does not fit is not offered', () => {
  test.each(['raise', 'export', 'csv', 'spend', 'xyzzy'])('%s finds no theme and no row', (typed) => {
    const names = ['train-llama', 'eval', 'train-0', 'imagenet', 'ops', 'laptop'];
    const offered = inPalette(typed);
    expect(offered.filter((label) => names.includes(label) || themeNames.some((name) => label.endsWith(name)))).toEqual(
      [],
    );
  });

  test('an identifier is found by its beginning, never by letters from its middle', () => {
    expect(inPalette('bid_Kr')[0]).toBe('train-llama');
    expect(inPalette('Kr8s')).toEqual([]);
    expect(inPalette('asv')).toEqual([]);
  });

  test('a row is found by letters of its name in their order, as in a filter', () => {
    expect(inPalette('trllama')[0]).toBe('train-llama');
  });
});

describe('the help', () => {
  test('Enter runs the command that the search found, in its pane', async () => {
    const operator = operatorAt(start);
    await operator.press('?');
    await operator.type('delete volume');
    await operator.press('Enter');
    expect([operator.state().focus, operator.top()]).toEqual(['volumes', 'confirm']);
    expect(operator.left.sent).toEqual([]);
  });

  test('Enter asks as the key does before work stops', async () => {
    const operator = operatorAt(start);
    await operator.press('?');
    await operator.type('pause');
    await operator.press('Enter');
    expect([operator.top(), operator.state().tapQuestion?.effect.sentence, operator.left.sent]).toEqual([
      null,
      'pause train-llama, 1 running instance stops ($2.50/h)',
      [],
    ]);
  });

  test('the arrows choose another line; a command that is not possible says why', async () => {
    const operator = operatorAt(start);
    await operator.press('?');
    await operator.type('undo the last');
    await operator.press('Down', 'Up', 'Enter');
    expect([operator.top(), operator.notice()]).toEqual([null, 'There is nothing to undo.']);
  });

  test('Enter on a key of a dialog says where it belongs, and stays', async () => {
    const operator = operatorAt(start);
    await operator.press('?');
    await operator.type('show the raw json');
    await operator.press('Enter');
    expect([operator.top(), operator.notice()]).toEqual([
      'help',
      'It can\'t be done from here: it belongs to "Detail".',
    ]);
  });

  test('a key alone finds what it does', () => {
    expect(inHelp('N')[0]).toBe(LIKE);
    expect(inHelp('$')[0]).toBe(MONEY);
  });

  test('Enter runs nothing before a service is connected', async () => {
    const first = { ...start, dialogs: [{ kind: 'first-run' as const, at: 0 }] };
    const operator = operatorAt(first);
    await operator.press('?');
    await operator.type('place a new bid');
    await operator.press('Enter');
    expect([operator.top(), operator.notice()]).toEqual(['help', 'Connect to a service or open the demo first.']);
  });
});
