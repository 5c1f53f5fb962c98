import { describe, expect, test } from 'vitest';
import { serviceLists } from '../../src/resources/index.ts';
import { paneFocused } from '../../src/store/panes/cursor.ts';
import { profileSwitched } from '../../src/store/transitions.ts';
import { quiet } from '../store/hand-clock.ts';
import { bid, consoleWith } from '../store/made.ts';
import { after, byHand, done, last, polled } from './polled.ts';

/** A small console that shows volumes; bids and instances are hidden. */
const onVolumes = paneFocused(consoleWith({ size: { columns: 80, rows: 24 } }), 'volumes');

test('visible lists are polled every 2 seconds, hidden ones every 10', async () => {
  const { poller, clock, times } = polled(onVolumes);
  poller.start();
  await clock.pass(20_000);
  expect(times('volumes')).toEqual([0, 2000, 4000, 6000, 8000, 10_000, 12_000, 14_000, 16_000, 18_000, 20_000]);
  for (const hidden of ['bids', 'instances', 'sshKeys', 'apiKeys'] as const)
    expect(times(hidden)).toEqual([0, 10_000, 20_000]);
});

test('the list that the operator waits for is polled first, and the others shortly after', async () => {
  const slow = polled(onVolumes, byHand);
  slow.poller.start('volumes');
  await slow.clock.pass(59);
  expect(slow.questions.map(({ list }) => list)).toEqual(['volumes']);
  await slow.clock.pass(1);
  expect(slow.questions).toHaveLength(serviceLists.length);

  const quick = polled(onVolumes);
  quick.poller.start('volumes');
  await quick.clock.pass(0);
  expect(quick.questions.map(({ list }) => list)).toEqual(['volumes', 'bids', 'instances', 'sshKeys', 'apiKeys']);
});

test('a console that stops before the other lists are polled sends no more requests', async () => {
  const { poller, clock, questions } = polled(onVolumes, byHand);
  poller.start('volumes');
  await clock.pass(0);
  poller.stop();
  await clock.pass(10_000);
  expect(questions).toHaveLength(1);
});

test('a wide screen costs the service 123 requests a minute, one of a hundred columns 78, whatever else happens on it', async () => {
  const inOneMinute = async (columns: number): Promise<number> => {
    const { poller, clock, questions, store } = polled(consoleWith({ bids: [bid('a')], size: { columns, rows: 45 } }));
    poller.start();
    await clock.pass(0);
    const from = questions.length;
    for (let second = 0; second < 60; second++) {
      store.setState(paneFocused(store.getState(), 'bids'), true);
      await clock.pass(1000);
    }
    return questions.length - from;
  };
  // Bids and instances every two seconds, the three lists that change seldom a little slower.
  expect(await inOneMinute(160)).toBe(2 * 30 + 3 * 21);
  expect(await inOneMinute(100)).toBe(78);
});

test('a pane that comes on screen is polled as if it had always been visible', async () => {
  const { poller, clock, times, store } = polled(onVolumes);
  poller.start();
  await clock.pass(1000);
  store.setState(paneFocused(store.getState(), 'sshKeys'), true);
  await clock.pass(3000);
  expect(times('sshKeys')).toEqual([0, 2000, 4000]);
  expect(times('volumes')).toEqual([0]);
});

test('an overdue list is polled at once when its pane is opened', async () => {
  const { poller, clock, times, store } = polled(onVolumes);
  poller.start();
  await clock.pass(7000);
  store.setState(paneFocused(store.getState(), 'bids'), true);
  await clock.pass(0);
  expect(times('bids')).toEqual([0, 7000]);
  expect(times('instances')).toEqual([0, 7000]);
});

test('while the terminal has no focus every list is polled as if it were hidden', async () => {
  const { poller, clock, times, store } = polled(onVolumes);
  poller.start();
  store.setState({ attended: false });
  await clock.pass(12_000);
  expect(times('volumes')).toEqual([0, 10_000]);
  store.setState({ attended: true });
  await clock.pass(1000);
  expect(times('volumes')).toEqual([0, 10_000, 12_000]);
});

test('a list never has two requests at once, however slow the service', async () => {
  const service = polled(
    consoleWith(),
    after(() => service.clock, 30_000),
  );
  service.poller.start();
  await service.clock.pass(5000);
  service.poller.pokeAll();
  service.poller.poke('bids');
  await service.clock.pass(200_000);
  for (const list of serviceLists) expect(service.maxOpen(list)).toBe(1);
});

test.each([
  ['slow responses take at most a third of the time', 4000, 36_000, [0, 12_000, 24_000, 36_000]],
  ['quick responses leave the interval between requests as it is', 600, 6000, [0, 2000, 4000, 6000]],
])('%s', async (_, tookMs, forMs, times) => {
  const service = polled(
    consoleWith(),
    after(() => service.clock, tookMs),
  );
  service.poller.start();
  await service.clock.pass(forMs);
  expect(service.times('bids')).toEqual(times);
});

test('a refresh during a request polls the list once more right after the response', async () => {
  const service = polled(consoleWith(), byHand);
  service.poller.start();
  await service.clock.pass(300);
  service.poller.poke('bids');
  service.poller.poke('bids');
  await quiet();
  expect(service.times('bids')).toEqual([0]);
  await done(last(service, 'bids'));
  expect(service.times('bids')).toEqual([0, 300]);
  await done(last(service, 'bids'));
  await service.clock.pass(1999);
  expect(service.times('bids')).toEqual([0, 300]);
});

test('a manual refresh polls every list at once and restarts the intervals', async () => {
  const service = polled(consoleWith());
  service.poller.start();
  await service.clock.pass(500);
  service.poller.pokeAll();
  await service.clock.pass(1999);
  for (const list of serviceLists) expect(service.times(list)).toEqual([0, 500]);
  await service.clock.pass(1);
  expect(service.times('bids')).toEqual([0, 500, 2500]);
});

test('jumps of the wall clock do not change the intervals', async () => {
  const service = polled(consoleWith());
  service.poller.start();
  await service.clock.pass(1000);
  service.clock.jump(-7_200_000);
  await service.clock.pass(5000);
  expect(service.times('bids')).toEqual([0, 2000, 4000, 6000]);
});

test('a list in many pages shows its progress, and its rows stay until the last page', async () => {
  const service = polled(consoleWith({ bids: [bid('a')] }), byHand);
  service.poller.start();
  await service.clock.pass(0);
  last(service, 'bids').page(3, 300);
  expect(service.store.getState().lists.bids.loading).toEqual({ pages: 3, rows: 300 });
  expect([...service.store.getState().lists.bids.rows.keys()]).toEqual(['a']);
  await done(last(service, 'bids'));
  expect(service.store.getState().lists.bids.loading).toBeNull();
  await service.clock.pass(2000);
  await done(last(service, 'bids'));
  expect(service.store.getState().lists.bids.rows.size).toBe(0);
});

describe('stopped', () => {
  test('requests under way are aborted, none of their rows arrive and no more requests are sent', async () => {
    const service = polled(consoleWith({ bids: [bid('a')] }), byHand);
    const before = service.store.getState();
    service.poller.start();
    await service.clock.pass(0);
    service.poller.stop();
    expect(service.questions.map(({ signal }) => signal?.aborted)).toEqual(serviceLists.map(() => true));
    for (const question of service.questions) question.answer();
    await service.clock.pass(60_000);
    expect(service.store.getState().lists).toBe(before.lists);
    expect(service.questions).toHaveLength(serviceLists.length);
  });

  test('another project is polled at once, and requests for the old one are dropped', async () => {
    const service = polled(consoleWith({ bids: [bid('a')] }), byHand);
    service.poller.start();
    await service.clock.pass(0);
    const old = [...service.questions];
    service.poller.stop();
    service.store.setState(
      profileSwitched(service.store.getState(), { ...service.store.getState().connected, project: 'proj_other' }),
      true,
    );
    service.poller.start();
    service.poller.pokeAll();
    await service.clock.pass(0);
    const now = service.questions.slice(old.length);
    expect(now.map(({ list }) => list)).toEqual([...serviceLists]);
    expect(now[0]?.asked).toEqual({ query: { project: 'proj_other' } });
    for (const question of old) await done(question);
    await service.clock.pass(30_000);
    expect(service.store.getState().lists.bids.fetchedAt).toBeNull();
    for (const list of serviceLists) expect(service.maxOpen(list)).toBe(1);
    await done(last(service, 'bids'));
    expect(service.store.getState().lists.bids.fetchedAt).toBe(service.clock.now() - 30_000);
    expect(service.store.getState().lists.bids.rows.size).toBe(0);
  });
});
