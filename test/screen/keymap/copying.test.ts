import { describe, expect, test } from 'vitest';
import { pricesToggled, recordsKnown } from '../../../src/features/money/prices.ts';
import { rulesKnown, rulesToggled } from '../../../src/features/rules/rule-rows.ts';
import { NO_RULES } from '../../../src/features/rules/rules-state.ts';
import { listOfRules } from '../../../src/features/rules/schemas.ts';
import { sessionOpened } from '../../../src/features/ssh/sessions-state.ts';
import { activityRowOf } from '../../../src/resources/activity-text.ts';
import { paneNames, resources } from '../../../src/resources/index.ts';
import type { PaneName } from '../../../src/resources/rows.ts';
import { copy } from '../../../src/screen/dialogs/copy.ts';
import { keyGroups } from '../../../src/screen/keymap/all-bindings.ts';
import { addActivities } from '../../../src/store/activity.ts';
import { topDialog } from '../../../src/store/dialogs/dialog-stack.ts';
import { paneFocused } from '../../../src/store/panes/cursor.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { busy, withMachines } from '../../features/machines/reader/read-machines.ts';
import { steadyRecords } from '../../features/money/made-records.ts';
import { NOON } from '../../store/hand-clock.ts';
import { apiKey, bid, consoleWith, instance, sshKey, volume } from '../../store/made.ts';
import { operatorAt } from '../keys/press-keys.ts';

const rules = listOfRules.parse([
  { name: 'night', kind: 'schedule', bids: 'name:dev', pause: '0 20 * * *', zone: 'UTC', max_cost: '$50' },
]);

const losses = [1, 2].map((id) =>
  activityRowOf(
    {
      ...{ id, key: `seen:${id}`, at: NOON + id, since: null, by: 'other' },
      payload: {
        ...{ kind: 'seen', list: 'instances', fid: `i-${id}`, name: `i-${id}`, bid: 'a', bidName: 'a' },
        ...{ change: 'lost', field: 'status', from: 'STATUS_RUNNING', to: null },
      },
    },
    '→',
  ),
);

/** A console with a row in every pane; `address` is that of its instance. */
function everything(address: string | null): ConsoleState {
  const lists = consoleWith({
    bids: [bid('a')],
    instances: [instance('i', { bid: 'a', ssh_destination: address })],
    volumes: [volume('v')],
    sshKeys: [sshKey('s')],
    apiKeys: [apiKey('k')],
  });
  const session = {
    ...{ fid: 'login', about: 'i', instance: 'i', destination: 'root@h', startedAt: NOON },
    ...{ endedAt: null, ended: null },
  };
  const known = recordsKnown(withMachines(lists, { i: busy() }), steadyRecords);
  return rulesKnown(addActivities(sessionOpened(known, session), losses), { ...NO_RULES, rules });
}

/** Shows a pane the way that its own command does. */
function shown(state: ConsoleState, pane: PaneName): ConsoleState {
  if (pane === 'prices') return pricesToggled(state);
  return pane === 'rules' ? rulesToggled(state) : paneFocused(state, pane);
}

/** What the menu on screen offers: its keys, their labels and what they copy, a dash where there is nothing. */
function menuOf(state: ConsoleState) {
  const top = topDialog(state);
  const lines = top?.kind === 'copy' ? copy.lines(state, top, { width: 80, height: 40 }) : [];
  return lines.map((line) => {
    const [key = '', label = '', text = ''] = line.kind === 'text' ? line.segments.map((part) => part.text.trim()) : [];
    return { key, label, text };
  });
}

describe.each(paneNames)('the copy menu of %s', (pane) => {
  test.each([
    ['with everything', 'root@192.0.2.7'],
    ['with little', null],
  ])('copies a text or says why it can not, for every key that it offers: %s', async (_, address) => {
    const start = shown(everything(address), pane);
    const opened = operatorAt(start);
    await opened.press('y');
    expect(opened.top()).toBe('copy');
    const offered = menuOf(opened.state());
    expect(offered.map(({ key }) => key)).toEqual(
      expect.arrayContaining(['i', 'n', 'j', ...resources[pane].copies.map(({ key }) => key)]),
    );
    expect(new Set(offered.map(({ key }) => key)).size).toBe(offered.length);
    for (const { key, label, text } of offered) {
      const operator = operatorAt(start);
      await operator.press('y', key);
      const isNone = text === '–';
      expect(operator.left.copied.length, `${key} ${label}`).toBe(isNone ? 0 : 1);
      expect(operator.notice()).toBe(isNone ? `Nothing was copied: it has no ${label}.` : `Copied the ${label}.`);
      expect(operator.top()).toBe(isNone ? 'copy' : null);
    }
  });

  test('offers what the help says', async () => {
    const operator = operatorAt(shown(everything('root@192.0.2.7'), pane));
    await operator.press('y');
    const help = keyGroups(operator.state()).find(({ title }) => title === 'Copying')?.lines ?? [];
    for (const { key, label } of menuOf(operator.state())) {
      const does = help.filter((line) => line.keys.includes(key)).map((line) => line.does);
      const own = does.filter((text) => !text.includes('(') || text.includes(resources[pane].title));
      expect(own, key).toEqual([expect.stringContaining(`Copy the ${label}`)]);
    }
  });
});
