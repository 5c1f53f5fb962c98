import { describe, expect, test } from 'vitest';
import { fleetLines } from '../../../src/features/fleet/console/fleet-lines.ts';
import { openedAt } from '../../../src/features/fleet/console/fleet-view.ts';
import { header } from '../../../src/features/fleet/running.ts';
import { filterPreset } from '../../../src/store/panes/cursor.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { rowsArrived } from '../../../src/store/transitions.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, shownFids, whole } from '../../store/made.ts';
import { differing, fleetOf, textWith, there } from './console-with.ts';

function headerText(state: ConsoleState): string {
  const [part] = header.parts ?? [];
  return (
    part
      ?.texts(state)
      .long.map(({ text }) => text)
      .join('') ?? ''
  );
}

function drifts(state: ConsoleState): Readonly<Record<string, string>> {
  const context = contextOf(state);
  const column = state.features.panes.bids.columns.find(({ id }) => id === 'drift');
  if (column === undefined) throw new Error('there is no such column');
  return Object.fromEntries(
    [...state.lists.bids.rows.values()].map(({ row }) => [row.name ?? '', column.cell(row, context).text]),
  );
}

const dialogText = (state: ConsoleState): string =>
  fleetLines(state, openedAt(state, null), { width: 120, height: 30 })
    .map((line) =>
      line.kind === 'text'
        ? line.segments
            .map(({ text }) => text)
            .join('')
            .trimEnd()
        : '',
    )
    .join('\n');

const CHANGES = {
  'limit_price = "$2.50"': 'limit_price = "$3.00"',
  'paused = true\n': '',
  'name = "spare"': 'name = "disk"',
};

describe('with a fleet file', () => {
  test('the header counts the rows that differ, and says nothing when none does', () => {
    expect(headerText(differing(CHANGES))).toBe('4 differ from fleet.toml');
    expect(headerText(differing({ 'limit_price = "$2.50"': 'limit_price = 9\npaused = true' }))).toBe(
      '1 differs from fleet.toml',
    );
    expect(headerText(differing({}))).toBe('');
    expect(headerText(there())).toBe('');
  });

  test('each row says what the file wants of it', () => {
    expect(drifts(differing(CHANGES))).toEqual({ train: '→ $3.00', night: '→ not paused', old: '–' });
    expect(drifts(differing({ 'name = "train"': 'name = "other"' }))).toMatchObject({ train: 'not in file' });
    expect(drifts(differing({ 'instance_quantity = 4': 'instance_quantity = 6' }))).toMatchObject({
      train: 'quantity → 6',
    });
  });

  test('the word drift finds the rows that differ, and no other', () => {
    const state = differing({ 'limit_price = "$2.50"': 'limit_price = "$3.00"' });
    expect(shownFids(filterPreset(state, 'bids', 'drift'), 'bids')).toEqual(['b1']);
    expect(shownFids(filterPreset(state, 'bids', '!drift'), 'bids')).not.toContain('b1');
  });

  test('a change by keys, rules or anybody is drift as soon as the list has it', () => {
    const state = differing({});
    const rows = whole(
      bid('b1', { name: 'train', limit_price: '$2.75', launch_specification: { volumes: ['v1'], ssh_keys: ['k1'] } }),
      bid('b2', { name: 'night', status: 'Paused', limit_price: '$1.00', instance_quantity: 1 }),
    );
    const next = rowsArrived(state, 'bids', rows, { at: NOON, sequence: 9 }, NOON);
    expect(drifts(next)).toMatchObject({ train: '→ $2.50', night: '–' });
    expect(headerText(next)).toBe('1 differs from fleet.toml');
  });

  test('what a rule has paused is told apart, and is no difference that counts', () => {
    const state = { ...differing({ 'paused = true\n': '' }), pausedByRules: new Map([['b2', 'climb']]) };
    expect(drifts(state)).toMatchObject({ night: 'by rule climb' });
    expect(headerText(state)).toBe('');
    expect(dialogText(state)).toContain('it is paused by the rule climb');
  });
});

describe('nothing is compared, and nothing is said to differ,', () => {
  const knownFleet = fleetOf(textWith({}));

  test('before all lists are read', () => {
    const state = { ...there(), knownFleet };
    const volumes = { ...state.lists.volumes, fetchedAt: null, rows: new Map() };
    const unread = { ...state, lists: { ...state.lists, volumes } };
    expect([headerText(unread), dialogText(unread)]).toEqual(['', 'The lists are not read yet.']);
  });

  test('while a list lacks rows: a bid of the file may be one of them', () => {
    const state = { ...there(), knownFleet };
    const unreadable = [{ fid: 'b9', raw: '{"name":"train"}', why: 'it has no fid' }];
    const bids = { ...state.lists.bids, unreadable };
    const partial: ConsoleState = { ...state, lists: { ...state.lists, bids } };
    expect(headerText(partial)).toBe('fleet.toml not compared');
    expect(dialogText(partial)).toContain('Bids: 1 row could not be read, because it has no fid.');
  });

  test('for another project, or for several', () => {
    const state = { ...there(), knownFleet };
    const elsewhere = { ...state, connected: { ...state.connected, project: 'proj_other' } };
    expect(dialogText(elsewhere)).toBe('fleet.toml is for the project proj_demo, and proj_other is shown.');
    expect(headerText(elsewhere)).toBe('');
    const all = { ...state, connected: { ...state.connected, allProjects: true, projects: ['a', 'b'] } };
    expect(dialogText(all)).toContain('Several projects are shown');
  });

  test('without a file, and while it is wrong: its lines are said', () => {
    expect(dialogText(there())).toContain('No fleet file is set.');
    const lines = ['/home/me/fleet.toml, line 3: region is empty.'];
    const wrong: ConsoleState = { ...there(), knownFleet: { kind: 'wrong', path: '/home/me/fleet.toml', lines } };
    expect([headerText(wrong), dialogText(wrong)]).toEqual(['fleet.toml is wrong', lines[0]]);
    expect(drifts(wrong)).toMatchObject({ train: '–' });
  });
});
