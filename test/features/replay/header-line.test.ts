import { expect, test } from 'vitest';
import { replayShown } from '../../../src/features/replay/clock.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { fleet, line } from '../../screen/ink/headers.ts';
import { bid, consoleWith, instance } from '../../store/made.ts';

const small = consoleWith({ bids: [bid('a', { instance_quantity: 1 })], instances: [instance('i', { bid: 'a' })] });

test('the header shows REPLAY with the time in the recording, whether it is paused, and its speed', () => {
  const at = new Date(2026, 10, 20, 22, 24, 31).getTime();
  const replay = { from: at - 12 * 60_000, to: at + 60 * 60_000, playing: true, speed: 1 };
  const asOf = (fetchedAt: number): ConsoleState => {
    const { bids, instances, volumes, sshKeys, apiKeys } = small.lists;
    const lists = {
      ...small.lists,
      bids: { ...bids, fetchedAt },
      instances: { ...instances, fetchedAt },
      volumes: { ...volumes, fetchedAt },
      sshKeys: { ...sshKeys, fetchedAt },
      apiKeys: { ...apiKeys, fetchedAt },
    };
    return replayShown({ ...small, lists, now: at }, replay);
  };
  expect(line(asOf(at - 1000))).toContain(
    'spotdeck REPLAY  prod ▸ proj_demo   ▸ 22:24:31 on 2026-11-20, 12:00 of 1:12:00   1 bid',
  );
  const still = replayShown(asOf(at - 1000), { ...replay, playing: false, speed: 10 });
  expect(line(still, 40)).toContain('spotdeck REPLAY ‖ 22:24:31 ×10');
  const lost = asOf(at - 45_000);
  expect(line(lost), 'nobody had an answer then').toContain('12:00 of 1:12:00, ▲ stale 50s');
  expect(line(lost, 40)).toContain('▸ 22:24:31 ▲ stale');
});

test('the header shows REC while recording, at every width', () => {
  expect(line({ ...small, recording: true })).toContain('spotdeck REC  prod');
  for (let columns = 40; columns <= 250; columns++)
    expect(line({ ...fleet(2), recording: true }, columns), `${columns} columns`).toContain('REC');
});
