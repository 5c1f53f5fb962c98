import { expect, test } from 'vitest';
import type { Destination } from '../../../src/contract/ssh-destination.ts';
import { createProbeScheduler, type ProbeTarget } from '../../../src/features/ssh/probe.ts';
import type { ProbeResult, Reach } from '../../../src/features/ssh/ssh-login.ts';
import { contentWidths } from '../../../src/store/lists/content-widths.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { handClock, NOON, quiet } from '../../store/hand-clock.ts';
import { consoleWith, instance } from '../../store/made.ts';

type Knock = { readonly destination: Destination; readonly answer: (reach: Reach) => void };

/** A scheduler whose probes are finished by the test. */
function probing(wanted: readonly ProbeTarget[]) {
  const clock = handClock();
  const knocks: Knock[] = [];
  const found = new Map<string, ProbeResult>();
  const probes = createProbeScheduler({
    clock,
    random: () => 0.5,
    probe: (destination) => new Promise((answer) => knocks.push({ destination, answer })),
    targets: () => wanted,
    onResult: (fid, probeResult) => found.set(fid, probeResult),
  });
  return { clock, knocks, found, prober: probes };
}

const many = (count: number): readonly ProbeTarget[] =>
  Array.from({ length: count }, (_, n) => ({ fid: `i-${n}`, destination: `10.0.${Math.floor(n / 250)}.${n % 250}` }));

test('of 500 instances at most 16 are probed at once and 200 in a minute', async () => {
  const { clock, knocks, prober: probes } = probing(many(500));
  probes.start();
  expect(knocks).toHaveLength(16);
  let answered = 0;
  for (let second = 0; second < 55; second++) {
    for (const knock of knocks.slice(answered)) knock.answer({ kind: 'timeout' });
    answered = knocks.length;
    await quiet();
    await clock.pass(1000);
    expect(knocks.length - answered).toBeLessThanOrEqual(16);
  }
  expect(knocks.length).toBeLessThanOrEqual(200);
  expect(knocks.length).toBeGreaterThan(150);
  probes.stop();
});

test('an unchanged address is probed less and less often, a changed one at once', async () => {
  const wanted = [{ fid: 'i-0', destination: '10.0.0.1' }];
  const { clock, knocks, found, prober: probes } = probing(wanted);
  probes.start();
  knocks[0]?.answer({ kind: 'up', ms: 3 });
  await quiet();
  expect(found.get('i-0')?.reach).toEqual({ kind: 'up', ms: 3 });
  await clock.pass(9000);
  expect(knocks).toHaveLength(1);
  await clock.pass(3000);
  expect(knocks).toHaveLength(2);
  knocks[1]?.answer({ kind: 'up', ms: 4 });
  await quiet();
  await clock.pass(15_000);
  expect(knocks).toHaveLength(2);
  wanted[0] = { fid: 'i-0', destination: '10.0.0.2' };
  await clock.pass(2000);
  expect(knocks[2]?.destination.host).toBe('10.0.0.2');
  probes.stop();
});

test('addresses for documentation and invalid addresses are never probed', async () => {
  const hostile = [
    '203.0.113.7',
    '198.51.100.1:22',
    '192.0.2.9',
    '[2001:db8::1]:22',
    '-oProxyCommand=x',
    'a b',
    '$(id)',
  ];
  const { clock, knocks, prober: probes } = probing(hostile.map((destination, n) => ({ fid: `i-${n}`, destination })));
  probes.start();
  await clock.pass(120_000);
  expect(knocks).toEqual([]);
  probes.stop();
});

test('the column has room for the last answer to a probe', () => {
  const needs = (state: ConsoleState) => contentWidths(state, 'instances').whole.get('reach');
  const state = consoleWith({ instances: [instance('i', { ssh_destination: 'root@h' }), instance('other')] });
  expect(needs(state)).toBeUndefined();
  const reach = new Map([['i', { destination: 'root@h', reach: { kind: 'unreachable' as const }, at: NOON }]]);
  expect(needs({ ...state, reach })).toBe('unreachable'.length);
});
