import { expect, test } from 'vitest';
import { replayShown } from '../../../src/features/replay/clock.ts';
import { activeBindings } from '../../../src/screen/keymap/active-bindings.ts';
import { paneFocused } from '../../../src/store/panes/cursor.ts';
import { loadedFeatures } from '../../features-loaded.ts';
import { keysBoundTwice } from '../../screen/keys/keys-bound-twice.ts';
import { filled } from '../../store/filled.ts';
import { NOON } from '../../store/hand-clock.ts';
import { apiKey, bid, consoleWith, instance, sshKey, volume } from '../../store/made.ts';

const rows = consoleWith({
  bids: [bid('train')],
  instances: [instance('i-0', { bid: 'train', ssh_destination: 'ubuntu@203.0.113.7' })],
  volumes: [volume('v')],
  sshKeys: [sshKey('s')],
  apiKeys: [apiKey('k')],
});
const recording = replayShown(filled(rows), { from: NOON, to: NOON + 60_000, playing: true, speed: 1 });

test.each(loadedFeatures.paneNames)('in a recording no key has two meanings in %s', (pane) => {
  expect(keysBoundTwice(activeBindings(paneFocused(recording, pane)))).toEqual([]);
});
