import { describe, expect, test } from 'vitest';
import { serviceLists } from '../../../src/resources/index.ts';
import { sessionSwitched } from '../../../src/state/lists/transitions.ts';
import { paneFocused } from '../../../src/state/panes/cursor.ts';
import { quiet } from '../hand-clock.ts';
import { bid, consoleWith } from '../made.ts';
import { after, byHand, done, last, polled } from './polled.ts';

/** A narrow console that shows volumes: bids and instances are hidden. */
const onVolumes = paneFocused(consoleWith({ size: { columns: 80, rows: 24 } }), 'volumes');

test('what is on screen is asked for every 2 seconds, what is hidden every 10', async () => {
  const { poller, clock, times } = polled(onVolumes);
  poller.start();
  await clock.pass(20_000);
  expect(times('volumes')).toEqual([0, 2000, 4000, 6000, 8000, 10_000, 12_000, 14_000, 16_000, 18_000, 20_000]);
  for (const hidden of ['bids', 'instances', 'sshKeys', 'apiKeys'] as const)
    expect(times(hidden)).toEqual([0, 10_000, 20_000]);
});

test('the list that somebody waits for is asked for before the others, which wait for it a moment at most', async () => {
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

test('who leaves before the others were asked for asks for nothing more', async () => {
  const { poller, clock, questions } = polled(onVolumes, byHand);
  poller.start('volumes');
  await clock.pass(0);
  poller.stop();
  await clock.pass(10_000);
  expect(questions).toHaveLength(1);
});

test('a wide screen costs the service 150 requests a minute, one of a hundred columns 78, whatever else happens on it', async () => {
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
  expect(await inOneMinute(160)).toBe(150);
  expect(await inOneMinute(100)).toBe(78);
});

test('a pane that comes on screen is asked for as if it had been there all along', async () => {
  const { poller, clock, times, store } = polled(onVolumes);
  poller.start();
  await clock.pass(1000);
  store.setState(paneFocused(store.getState(), 'sshKeys'), true);
  await clock.pass(3000);
  expect(times('sshKeys')).toEqual([0, 2000, 4000]);
  expect(times('volumes')).toEqual([0]);
});

test('data that is long due is asked for the moment its pane is opened', async () => {
  const { poller, clock, times, store } = polled(onVolumes);
  poller.start();
  await clock.pass(7000);
  store.setState(paneFocused(store.getState(), 'bids'), true);
  await clock.pass(0);
  expect(times('bids')).toEqual([0, 7000]);
  expect(times('instances')).toEqual([0, 7000]);
});

test('while nobody is at the terminal everything is asked for as if it were hidden', async () => {
  const { poller, clock, times, store } = polled(onVolumes);
  poller.start();
  store.setState({ attended: false });
  await clock.pass(12_000);
  expect(times('volumes')).toEqual([0, 10_000]);
  store.setState({ attended: true });
  await clock.pass(1000);
  expect(times('volumes')).toEqual([0, 10_000, 12_000]);
});

test('however slow the service, a list is never asked for twice at once', async () => {
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

test('of the time that goes by at most a third is spent asking', async () => {
  const service = polled(
    consoleWith(),
    after(() => service.clock, 4000),
  );
  service.poller.start();
  await service.clock.pass(36_000);
  expect(service.times('bids')).toEqual([0, 12_000, 24_000, 36_000]);
});

test('answers that are quick enough leave the pace as it is, from question to question', async () => {
  const service = polled(
    consoleWith(),
    after(() => service.clock, 600),
  );
  service.poller.start();
  await service.clock.pass(6000);
  expect(service.times('bids')).toEqual([0, 2000, 4000, 6000]);
});

test('asked for anew while a question is open, a list is asked for once more as soon as that one is answered', async () => {
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

test('a refresh by hand asks for every list at once and starts the pace over', async () => {
  const service = polled(consoleWith());
  service.poller.start();
  await service.clock.pass(500);
  service.poller.pokeAll();
  await service.clock.pass(1999);
  for (const list of serviceLists) expect(service.times(list)).toEqual([0, 500]);
  await service.clock.pass(1);
  expect(service.times('bids')).toEqual([0, 500, 2500]);
});

test('the wall clock may jump by hours: the pace is kept by the steady one', async () => {
  const service = polled(consoleWith());
  service.poller.start();
  await service.clock.pass(1000);
  service.clock.jump(-7_200_000);
  await service.clock.pass(5000);
  expect(service.times('bids')).toEqual([0, 2000, 4000, 6000]);
});

test('of a list in many pages the progress is told, and the rows stay until the last page came', async () => {
  const service = polled(consoleWith({ bids: [bid('a')] }), byHand);
  service.poller.start();
  await service.clock.pass(0);
  last(service, 'bids').page(3, 300);
  expect(service.store.getState().lists.bids.loading).toEqual({ pages: 3, rows: 300 });
  expect([...service.store.getState().lists.bids.rows.keys()]).toEqual(['a']);
  await done(last(service, 'bids'));
  expect(service.store.getState().lists.bids.loading).toBeNull();
  expect(service.store.getState().lists.bids.rows.size).toBe(0);
});

describe('stopped', () => {
  test('what is under way is broken off, nothing of it arrives and nothing more is asked', async () => {
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

  test('another project is asked for at once, and what was under way for the old one is dropped', async () => {
    const service = polled(consoleWith({ bids: [bid('a')] }), byHand);
    service.poller.start();
    await service.clock.pass(0);
    const old = [...service.questions];
    service.poller.stop();
    service.store.setState(
      sessionSwitched(service.store.getState(), { ...service.store.getState().connected, project: 'proj_other' }),
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
