import { expect, test } from 'vitest';
import { activeBindings } from '../../../src/screen/keymap/active-bindings.ts';
import { addActivities } from '../../../src/store/activity.ts';
import { paneFocused } from '../../../src/store/panes/cursor.ts';
import { isOnGroup } from '../../../src/store/panes/open-groups.ts';
import { loadedFeatures } from '../../features-loaded.ts';
import { filled } from '../../store/filled.ts';
import { apiKey, bid, consoleWith, instance, sshKey, volume } from '../../store/made.ts';
import { lostRow } from '../../store/made-events.ts';
import { keysBoundTwice } from '../keys/keys-bound-twice.ts';
import { operatorAt } from '../keys/press-keys.ts';

const rows = consoleWith({
  bids: [bid('train')],
  instances: [instance('i-0', { bid: 'train', ssh_destination: 'ubuntu@203.0.113.7' })],
  volumes: [volume('v')],
  sshKeys: [sshKey('s')],
  apiKeys: [apiKey('k')],
});
const live = addActivities(
  filled(rows),
  [1, 2, 3].map((id) => lostRow(id, 'train', id)),
);

test.each(loadedFeatures.paneNames)('no key has two meanings in %s', (pane) => {
  expect(keysBoundTwice(activeBindings(paneFocused(live, pane)))).toEqual([]);
});

test('Enter on a group of events opens it, and has no second meaning there', async () => {
  const operator = operatorAt(paneFocused(live, 'activity'));
  await operator.press('g');
  expect(isOnGroup(operator.state(), 'activity')).toBe(true);
  expect(keysBoundTwice(activeBindings(operator.state()))).toEqual([]);
});

test('while a first tap waits, only the keys that answer it mean something else', async () => {
  const operator = operatorAt(live);
  await operator.press('p');
  expect(operator.state().tapQuestion).not.toBeNull();
  expect(keysBoundTwice(activeBindings(operator.state()))).toEqual(['y: tap-again, copy', 'Esc: let-go, clear']);
});
