import { describe, expect, test } from 'vitest';
import { textBufferOf } from '../../../src/lib/text-buffer.ts';
import { builtInBindings } from '../../../src/screen/keymap/active-bindings.ts';
import { keyGroups, searchedGroups } from '../../../src/screen/keymap/help.ts';
import { paletteEntries } from '../../../src/screen/keymap/palette.ts';
import { themeNames } from '../../../src/store/defaults.ts';
import { dialogOpened } from '../../../src/store/dialogs/dialog-stack.ts';
import { paneFocused } from '../../../src/store/panes/cursor.ts';
import { broughtBy } from '../../brought.ts';
import { loadedFeatures } from '../../features-loaded.ts';
import { apiKey, bid, consoleWith, instance, sshKey, volume } from '../../store/made.ts';
import { operatorAt } from '../keys/press-keys.ts';
import type { TypedWords } from './typed-words.ts';

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

/** The label of a command. */
const of = (command: string): string =>
  builtInBindings(loadedFeatures, new Map()).find(({ id }) => id === command)?.label ?? `no command ${command}`;

const CANCEL = of('cancel-bid');
const CHANGE = of('edit-bid');
const LIKE = of('place-bid-like');
const REQUESTS = of('requests');
const SETTINGS = of('settings');
const PROJECT = of('switch');

const brought = await broughtBy<{ readonly typedWords: TypedWords }>('typed-words.ts');

/** What people type, and the first answer to it in the Bids pane; null for none. */
const answers: Readonly<Record<string, string | null>> = {
  kill: CANCEL,
  stop: of('pause-bid'),
  terminate: CANCEL,
  delete: CANCEL,
  'kill bid': CANCEL,
  raise: CHANGE,
  lower: CHANGE,
  bump: CHANGE,
  price: CHANGE,
  theme: 'Theme: terminal',
  colour: 'Theme: terminal',
  color: 'Theme: terminal',
  dark: 'Theme: dark',
  light: 'Theme: light',
  colorblind: 'Theme: colour-blind',
  export: null,
  csv: null,
  settings: SETTINGS,
  config: SETTINGS,
  preferences: SETTINGS,
  clone: LIKE,
  duplicate: LIKE,
  faults: REQUESTS,
  errors: REQUESTS,
  log: REQUESTS,
  request: REQUESTS,
  pause: of('pause-bid'),
  resume: of('resume-bid'),
  start: of('resume-bid'),
  new: of('place-bid'),
  create: of('place-bid'),
  'new volume': of('create-volume'),
  undo: of('undo'),
  exit: of('quit'),
  find: of('filter'),
  search: of('filter'),
  sort: of('sort-column'),
  'sort limit': 'Sort by LIMIT; again reverses it',
  group: of('group'),
  columns: of('columns'),
  copy: of('copy'),
  clipboard: of('copy'),
  select: of('mark'),
  describe: of('detail'),
  project: PROJECT,
  namespace: PROJECT,
  token: of('sign-in'),
  login: of('sign-in'),
  connect: 'Connect to another service',
  ctx: PROJECT,
  projects: PROJECT,
  refresh: of('refresh'),
  disk: of('pane-volumes'),
  events: of('pane-activity'),
  revoke: of('revoke-api-key'),
  preempted: of('next-preempting'),
  fullscreen: of('zoom'),
  shortcuts: of('help'),
};
const answersOfFeatures = brought.flatMap(({ typedWords }) =>
  Object.entries(typedWords.inBids).map(([typed, command]) => [typed, of(command)] as const),
);

describe.each([...Object.entries(answers), ...answersOfFeatures])('%s', (typed, answer) => {
  test('is answered first by the palette', () => {
    expect(inPalette(typed)[0] ?? null).toBe(answer);
  });

  test('is answered first by the help', () => {
    expect(inHelp(typed)[0] ?? null).toBe(answer);
  });
});

describe('the focused pane answers first', () => {
  test.each([
    ['volumes', 'delete', of('delete-volume')],
    ['apiKeys', 'delete', of('revoke-api-key')],
    ['instances', 'pause', of('pause-instances')],
    ['sshKeys', 'new', of('create-ssh-key')],
    ...brought.flatMap(({ typedWords }) =>
      (typedWords.inPanes ?? []).map(([pane, typed, command]) => [pane, typed, of(command)] as const),
    ),
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
    await operator.type('copy the field');
    await operator.press('Enter');
    expect([operator.top(), operator.notice()]).toEqual([
      'help',
      'It can\'t be done from here: it belongs to "Page of a row".',
    ]);
  });

  test('a key alone finds what it does', () => {
    expect(inHelp('N')[0]).toBe(LIKE);
    for (const { typedWords } of brought)
      for (const [typed, command] of Object.entries(typedWords.inHelp ?? {}))
        expect(inHelp(typed)[0]).toBe(of(command));
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
