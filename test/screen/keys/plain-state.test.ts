import { expect, test } from 'vitest';
import { pauseBid } from '../../../src/resources/bids/writes.ts';
import type { DialogKind } from '../../../src/store/dialog-state.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { undoable, writeSent } from '../../../src/store/writes/pending-writes.ts';
import { broughtBy } from '../../brought.ts';
import { createFunctionFinder } from '../../store/functions-in.ts';
import { NOON } from '../../store/hand-clock.ts';
import { apiKey, bid, consoleWith, instance, volume } from '../../store/made.ts';
import { operatorAt } from './press-keys.ts';

/** Keys of features that open a dialog in any pane. */
const brought = await broughtBy<{
  readonly openings?: readonly { readonly key: string; readonly opens: DialogKind }[];
}>('dialogs.ts');
const openings = brought.flatMap((feature) => feature.openings ?? []);

/** What features bring has functions, and is the same in all states. An open form holds its checks and suggestions as functions. */
const FORM_FUNCTION =
  /^dialogs\.\d+\.(form\.|step\.question\.(request\.form\.|(effect|first)\.answer\.retype\.accepts$))/;

test('the state is plain data with any dialog open: only an open form holds functions', async () => {
  const holding = {
    bids: [bid('a'), bid('b', { status: 'Open' }), bid('c', { status: 'Paused' })],
    instances: [instance('i-1', { bid: 'a' })],
    volumes: [volume('data')],
    apiKeys: [apiKey('own', { snippet: 'fkey_mine' })],
  };
  const { undo } = pauseBid(bid('c').row);
  const sent = writeSent(consoleWith(holding), 1, pauseBid(bid('b').row), NOON);
  const operator = operatorAt(undoable(sent, undo === null ? [] : [undo], sent.now));
  const finder = createFunctionFinder();
  const functionsIn = ({ features: _, ...state }: ConsoleState): readonly string[] => finder(state);
  const found = new Set(functionsIn(operator.state()));
  const opened = new Set<string>();
  operator.controller.store.subscribe((state) => {
    for (const path of functionsIn(state)) found.add(path);
    for (const { kind } of state.dialogs) opened.add(kind);
  });
  for (const key of [
    '/',
    ':',
    '?',
    'Enter',
    'p',
    'x',
    'u',
    'n',
    'e',
    'C',
    'P',
    'z',
    '3',
    'x',
    '5',
    'x',
    'n',
    ...openings.map(({ key }) => key),
    'q',
  ])
    await operator.press(key, 'Esc', 'Esc', 'Esc');
  const expected = [
    'confirm',
    'row-page',
    ...openings.map(({ opens }) => opens),
    'filter',
    'form',
    'help',
    'leaving',
    'palette',
    'switch',
    'view-menu',
  ];
  expect([...opened].toSorted()).toEqual(expected.toSorted());
  expect([...found].filter((path) => !FORM_FUNCTION.test(path))).toEqual([]);
});
