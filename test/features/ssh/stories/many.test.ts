import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { probe } from '../../../../src/features/ssh/probe.ts';
import { createProbeScheduler, type ProbeResult } from '../../../../src/features/ssh/probe-scheduler.ts';
import { acceptOnLoopback } from '../../../driver/loopback.ts';
import { handClock, quiet } from '../../../store/hand-clock.ts';

type Open = { now: number; most: number; silent: number };

/** Time for an answer, and between two rounds of probes, in milliseconds. */
const [WITHIN_MS, ROUND_MS] = [150, 500];

/** Starts a server that counts open connections. */
function listener(open: Open, treat: (socket: Socket) => void): Promise<number> {
  return acceptOnLoopback((socket) => {
    open.now += 1;
    open.most = Math.max(open.most, open.now);
    socket.on('close', () => {
      open.now -= 1;
    });
    treat(socket);
  });
}

test('500 instances that stay silent, refuse or drip are all distinguished, and never more than 16 are probed at once', async () => {
  const open: Open = { now: 0, most: 0, silent: 0 };
  const silent = await listener(open, (socket) => {
    open.silent += 1;
    socket.on('close', () => {
      open.silent -= 1;
    });
  });
  const drips = await listener(open, (socket) => {
    for (const letter of 'SSH-2.0-slow\r\n') socket.write(letter);
  });
  const ports = [silent, drips, 1];
  const wanted = Array.from({ length: 500 }, (_, n) => ({
    fid: `i-${n}`,
    destination: `127.0.0.1:${ports[n % 3] ?? 1}`,
  }));
  const clock = handClock();
  const found = new Map<string, ProbeResult>();
  let underWay = 0;
  const probes = createProbeScheduler({
    clock,
    random: () => 0,
    targets: () => wanted.filter(({ fid }) => !found.has(fid)),
    onResult: (fid, probeResult) => found.set(fid, probeResult),
    probe: async (destination) => {
      underWay += 1;
      expect(underWay).toBeLessThanOrEqual(16);
      const reach = await probe(destination, WITHIN_MS, clock);
      underWay -= 1;
      return reach;
    },
  });
  probes.start();
  for (let round = 0; round < 2000 && found.size < wanted.length; round++) {
    // All but the silent ones answer, and those end with their time.
    while (underWay > open.silent) await quiet();
    await clock.pass(WITHIN_MS);
    while (open.silent > 0) await quiet();
    await clock.pass(ROUND_MS - WITHIN_MS);
  }
  probes.stop();
  const kinds = wanted.map(({ fid }) => found.get(fid)?.reach.kind);
  expect(kinds.filter((_, n) => n % 3 === 0).every((kind) => kind === 'no-banner')).toBe(true);
  expect(kinds.filter((_, n) => n % 3 === 1).every((kind) => kind === 'up')).toBe(true);
  expect(kinds.filter((_, n) => n % 3 === 2).every((kind) => kind === 'refused')).toBe(true);
  expect(open.most).toBeLessThanOrEqual(16);
});
