import { describe, expect, test } from 'vitest';
import type { CustomCommand } from '../../../../src/features/commands/custom-command.ts';
import { rulesKnown } from '../../../../src/features/rules/rule-rows.ts';
import { NO_RULES, versionOf } from '../../../../src/features/rules/rules-state.ts';
import { listOfRules } from '../../../../src/features/rules/schemas.ts';
import { pauseBid } from '../../../../src/resources/bids/writes.ts';
import type { PaneName } from '../../../../src/resources/rows.ts';
import { allBindings } from '../../../../src/screen/keymap/active-bindings.ts';
import { paletteCommandEntries } from '../../../../src/screen/keymap/palette.ts';
import type { JournalPort } from '../../../../src/store/controller.ts';
import { paneFocused } from '../../../../src/store/panes/cursor.ts';
import type { ConsoleState } from '../../../../src/store/state.ts';
import { loadedFeatures } from '../../../features-loaded.ts';
import { type Operator, operatorAt } from '../../../screen/keys/press-keys.ts';
import { apiKey, bid, consoleWith, instance, sshKey, volume } from '../../../store/made.ts';

const own = (name: string, key: string, token: boolean): CustomCommand => ({
  name,
  key,
  token,
  panes: ['bids'],
  run: { kind: 'program', parts: ['true'] },
  where: 'background',
  confirm: false,
});
const commands = [own('Plain', 'F2', false), own('With the token', 'F3', true)];

const rules = listOfRules(loadedFeatures.panes.bids.columns).parse(
  ['rehearses', 'held', 'acts'].map((name) => ({
    name,
    kind: 'schedule',
    bids: 'name:dev',
    pause: '0 20 * * *',
    zone: 'UTC',
    max_cost: '$50',
  })),
);
const stored = rules.map((rule) => ({
  name: rule.name,
  version: versionOf(rule),
  memory: null,
  next: null,
  released: rule.name !== 'rehearses',
  held: rule.name === 'held' ? 'It wants too much.' : null,
}));

/** A console with something in each pane that every key could act on: rows, rules, an undo, a set. */
function consoleOf(pane: PaneName, readOnly: boolean): { readonly operator: Operator; readonly released: string[] } {
  const released: string[] = [];
  const group = { name: 'night', at: 0, members: [] };
  const journal: JournalPort = {
    rowEvents: async () => ({ events: [], knownSince: null }),
    pauseSets: { all: async () => [group], begin: async () => 'begun', change: () => undefined },
    holdRules: async (names, why) => {
      if (why === null) released.push(...names);
      return { kept: true, names, unseen: null };
    },
    releaseRule: async ({ name }) => {
      released.push(name);
      return true;
    },
  };
  const fleet = consoleWith({
    bids: [bid('a', { status: 'Allocated' }), bid('b', { status: 'Paused' })],
    instances: [instance('a-1', { bid: 'a' })],
    volumes: [volume('v')],
    sshKeys: [sshKey('s')],
    apiKeys: [apiKey('k', { snippet: 'fkey_mine' })],
  });
  const start: ConsoleState = {
    ...rulesKnown(fleet, { ...NO_RULES, rules, stored }),
    customCommands: commands,
    undo: [[pauseBid(bid('a').row)]],
    pauseSets: [],
  };
  const connected = { ...start.connected, readOnly };
  return { operator: operatorAt(paneFocused({ ...start, connected }, pane), { journal }), released };
}

/** What has left a console that could change something at the service, or let something change it. */
const changes = ({ operator: { left }, released }: ReturnType<typeof consoleOf>) => ({
  writes: left.sent.length + left.submitted.length,
  rotations: left.rotation.length,
  programs: left.programs.filter((run) => !run.startsWith('Plain:')),
  released,
});
const NOTHING = { writes: 0, rotations: 0, programs: [], released: [] };

const bindings = allBindings({ ...consoleWith({}), customCommands: commands });
/** Every key, and every command of a pane that is in a menu or in the palette alone. */
const waysIn = (pane: PaneName): ReadonlySet<string> =>
  new Set(
    bindings.flatMap(({ id, keys, scope }) =>
      keys.length === 0 && (scope === 'everywhere' || scope === 'list' || scope === pane) ? [`:${id}`] : keys,
    ),
  );
/** What an operator presses who says yes to everything. */
const YES = ['y', 'Enter', 'Ctrl-s', 'y', 'Enter'];

/** Presses each key, and runs each command without one, in each pane of a new console, twice, and answers everything with yes. Returns the consoles by pane and key. */
async function pressEach(readOnly: boolean) {
  const consoles = new Map<string, ReturnType<typeof consoleOf>>();
  for (const pane of loadedFeatures.paneNames)
    for (const key of waysIn(pane)) {
      const opened = consoleOf(pane, readOnly);
      await opened.operator.press(key);
      await opened.operator.press(key, ...YES);
      consoles.set(`${key} in ${pane}`, opened);
    }
  return consoles;
}

describe('a read-only console', () => {
  test('changes nothing and lets no rule act, whatever is pressed or chosen in whatever pane', async () => {
    for (const [what, opened] of await pressEach(true)) expect(changes(opened), what).toEqual(NOTHING);
  });

  test('the same change something in a console that may: the walk finds every kind of way', async () => {
    const found = [...(await pressEach(false)).values()].map(changes);
    expect(found.filter(({ writes }) => writes > 0).length).toBeGreaterThan(5);
    expect(found.some(({ rotations }) => rotations > 0)).toBe(true);
    expect(found.some(({ programs }) => programs.includes('With the token: a'))).toBe(true);
    // One that rehearsed is released, and one that was held goes on.
    expect(new Set(found.flatMap(({ released }) => released))).toEqual(new Set(['rehearses', 'acts']));
  });

  test('a command of the palette that is typed changes nothing either', async () => {
    for (const entry of paletteCommandEntries(consoleWith({}))) {
      const opened = consoleOf('bids', true);
      await opened.operator.press(':');
      await opened.operator.type('types' in entry ? `${entry.types}night` : entry.label);
      await opened.operator.press('Enter', ...YES);
      expect(changes(opened), entry.label).toEqual(NOTHING);
    }
  });

  test('holds rules, and runs commands of the operator that do not get the token', async () => {
    const { operator } = consoleOf('bids', true);
    await operator.press('F2', 'F3');
    expect(operator.left.programs).toEqual(['Plain: a']);
    expect(operator.notice()).toBe('With the token gets the token, so it does not run. This console is read-only.');
    await operator.press('A', ':hold-all-rules');
    expect(operator.notice()).toMatch(/^Held all 2 rules|^Held 2 rules/);
  });
});
