import { describe, expect, test } from 'vitest';
import { replayShown } from '../../../src/features/replay/clock.ts';
import { replayBindings } from '../../../src/features/replay/screen.ts';
import { textBufferOf } from '../../../src/lib/text-buffer.ts';
import { activeBindings } from '../../../src/screen/keymap/active-bindings.ts';
import { keyGroups } from '../../../src/screen/keymap/help.ts';
import { press } from '../../../src/screen/keymap/key-to-write.ts';
import { paletteEntries } from '../../../src/screen/keymap/palette.ts';
import type { Controller } from '../../../src/store/controller.ts';
import { paneFocused } from '../../../src/store/panes/cursor.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { loadedFeatures } from '../../features-loaded.ts';
import { keysBoundTwice } from '../../screen/keys/keys-bound-twice.ts';
import { operatorAt } from '../../screen/keys/press-keys.ts';
import { filled } from '../../store/filled.ts';
import { NOON } from '../../store/hand-clock.ts';
import { apiKey, bid, consoleWith, instance, sshKey, volume } from '../../store/made.ts';

const live = consoleWith({
  bids: [bid('train')],
  instances: [instance('i-0', { bid: 'train', ssh_destination: 'ubuntu@203.0.113.7' })],
  apiKeys: [apiKey('k')],
  readOnly: true,
});
const recording: ConsoleState = replayShown(live, { from: NOON, to: NOON + 60_000, playing: true, speed: 1 });

describe('in a recording every command that needs the service shows why it is disabled', () => {
  test.each([
    ['p', '1', 'it cannot be changed.'],
    ['n', '1', 'it cannot be changed.'],
    ['e', '1', 'it cannot be changed.'],
    ['x', '5', 'it cannot be changed.'],
    ['s', '1', 'its instances cannot be reached.'],
    ['s', '2', 'its instances cannot be reached.'],
    ['u', '1', 'there is nothing to undo.'],
    [':freeze', '1', 'press . to pause it.'],
    ['Ctrl-r', '1', 'no request is sent.'],
    [':requests', '1', 'no request is sent.'],
    ['P', '1', 'it shows the recorded project.'],
    [':sign-in', '1', 'there is nothing to sign in to.'],
  ])('%s in pane %s', async (key, pane, why) => {
    const operator = operatorAt(recording);
    await operator.press(pane, key);
    expect(operator.notice()).toBe(`This is a recording: ${why}`);
    expect(operator.top()).toBeNull();
    expect([operator.left.sent, operator.left.logins, operator.left.polls]).toEqual([[], [], 0]);
  });
});

/** No service, no journal; returns the notice. */
function pressedAlone(state: ConsoleState, name: string): string | null {
  const { controller } = operatorAt(state);
  const alone: Controller = { ...controller, remote: null, journal: null };
  press(alone, { name, types: [...name].length === 1, alone: true, answers: null, at: 0, repeatedAfter: null });
  return alone.store.getState().notice?.text ?? null;
}

test('every key works without a service and a journal, or shows why it is disabled', () => {
  for (const pane of loadedFeatures.paneNames) {
    const state = paneFocused(recording, pane);
    for (const { keys, disabled } of activeBindings(state)) {
      const why = disabled?.(state) ?? null;
      for (const key of keys) {
        const told = pressedAlone(state, key);
        if (why === null) expect(told ?? '', `${key} in ${pane}`).not.toContain('no request is sent');
        else expect(told, `${key} in ${pane}`).toBe(why);
      }
    }
  }
});

test('a dialog that would send something reports that this is a recording', () => {
  const signingIn = { kind: 'sign-in', editor: textBufferOf('tok_1'), step: { kind: 'typing', wrong: null } } as const;
  expect(pressedAlone({ ...recording, dialogs: [signingIn] }, 'Enter')).toBe(
    'This is a recording: no request is sent.',
  );
});

test('navigation works in a recording: filter, page, story, copy, marks', async () => {
  const operator = operatorAt(recording);
  await operator.press('Space');
  expect([...operator.state().views.bids.marks]).toEqual(['train']);
  for (const [key, kind] of [
    ['/', 'filter'],
    ['Enter', 'row-page'],
    ['h', 'row-page'],
    ['y', 'copy'],
  ] as const) {
    await operator.press(key);
    expect(operator.top()).toBe(kind);
    await operator.press('Esc');
  }
});

test('no key of a recording replaces one of a pane', () => {
  const ofReplay = new Set(replayBindings.map(({ id }) => id));
  for (const pane of loadedFeatures.paneNames) {
    const bindings = activeBindings(paneFocused(recording, pane));
    const own = bindings.filter(({ id }) => ofReplay.has(id)).flatMap(({ keys }) => keys);
    const others = bindings.filter(({ id }) => !ofReplay.has(id)).flatMap(({ keys }) => keys);
    expect(own.filter((key) => others.includes(key))).toEqual([]);
  }
});

test('the palette offers no other project or profile', async () => {
  const operator = operatorAt({
    ...recording,
    profiles: ['prod', 'other'],
    connected: { ...recording.connected, projects: ['proj_other'] },
  });
  await operator.press(':');
  await operator.type('other');
  expect(paletteEntries(operator.state()).map(({ label }) => label)).not.toContain('Project: proj_other');
  expect(paletteEntries(operator.state()).map(({ label }) => label)).not.toContain('Profile: other');
});

test('the keys of a recording are active in a recording only, first in the hints and in the palette', () => {
  const ids = (state: ConsoleState): readonly string[] => activeBindings(state).map(({ id }) => id);
  const labels = (state: ConsoleState): readonly string[] => paletteEntries(state).map(({ label }) => label);
  expect(ids(recording).slice(0, 3)).toEqual(['replay-pause', 'replay-back', 'replay-on']);
  expect(labels(recording)).toContain('Go to the next lost instance and pause');
  expect(ids(live).filter((id) => id.startsWith('replay'))).toEqual([]);
  expect(labels(live)).not.toContain('Go to the next lost instance and pause');
  expect(keyGroups(recording)[0]?.title).toBe('In a recording');
  expect(keyGroups(live).map(({ title }) => title)).not.toContain('In a recording');
});

test.each(loadedFeatures.paneNames)('in a recording no key has two meanings in %s', (pane) => {
  const rows = consoleWith({
    bids: [bid('train')],
    instances: [instance('i-0', { bid: 'train', ssh_destination: 'ubuntu@203.0.113.7' })],
    volumes: [volume('v')],
    sshKeys: [sshKey('s')],
    apiKeys: [apiKey('k')],
  });
  const shown = replayShown(filled(rows), { from: NOON, to: NOON + 60_000, playing: true, speed: 1 });
  expect(keysBoundTwice(activeBindings(paneFocused(shown, pane)))).toEqual([]);
});
