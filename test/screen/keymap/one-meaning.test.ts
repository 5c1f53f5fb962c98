import { expect, test } from 'vitest';
import { activityRowOf } from '../../../src/resources/activity-text.ts';
import { activeBindings } from '../../../src/screen/keymap/dispatch.ts';
import { addActivities } from '../../../src/store/activity.ts';
import { paneFocused } from '../../../src/store/panes/cursor.ts';
import { isOnGroup } from '../../../src/store/panes/open-groups.ts';
import { loadedFeatures } from '../../features-loaded.ts';
import { filled } from '../../store/filled.ts';
import { NOON } from '../../store/hand-clock.ts';
import { apiKey, bid, consoleWith, instance, sshKey, volume } from '../../store/made.ts';
import { keysBoundTwice } from '../keys/keys-bound-twice.ts';
import { operatorAt } from '../keys/press-keys.ts';

const lost = (id: number) =>
  activityRowOf(
    {
      id,
      key: `seen:${id}`,
      at: NOON + id * 1000,
      since: null,
      by: 'other',
      payload: {
        kind: 'seen',
        list: 'instances',
        fid: `i-${id}`,
        name: `i-${id}`,
        bid: 'train',
        bidName: 'train',
        change: 'lost',
        field: 'status',
        from: 'STATUS_RUNNING',
        to: null,
      },
    },
    { into: '→', fieldWords: loadedFeatures.fieldWords },
  );

const rows = consoleWith({
  bids: [bid('train')],
  instances: [instance('i-0', { bid: 'train', ssh_destination: 'ubuntu@203.0.113.7' })],
  volumes: [volume('v')],
  sshKeys: [sshKey('s')],
  apiKeys: [apiKey('k')],
});
const live = addActivities(filled(rows), [lost(1), lost(2), lost(3)]);

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
