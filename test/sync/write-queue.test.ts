import { describe, expect, test } from 'vitest';
import type { ServiceError } from '../../src/api/result.ts';
import { changeBid, pauseBid } from '../../src/resources/bids/writes.ts';
import type { Write } from '../../src/resources/write.ts';
import { contextOf } from '../../src/store/row-context.ts';
import type { ConnectionState } from '../../src/store/state.ts';
import { profileSwitched, rowsArrived } from '../../src/store/transitions.ts';
import { type Answering, connect, serve } from '../api/serving.ts';
import { loadedFeatures } from '../features-loaded.ts';
import { NOON, quiet } from '../store/hand-clock.ts';
import { arrived, bid, consoleWith, shownFids, whole } from '../store/made.ts';
import {
  byHand,
  failing,
  gone,
  lost,
  nothing,
  operatorActions,
  refused,
  type WritingOn,
  writingOn,
} from './written.ts';

const start = consoleWith({ bids: [bid('a'), bid('b')] });
const row = { ok: true, value: { kind: 'row', list: 'bids', row: bid('a', { status: 'Paused' }) } } as const;

describe('a change is sent exactly once, whatever its outcome', () => {
  const answers: Readonly<Record<string, Answering>> = {
    'it works': (_, response) => response.end(bid('a').raw),
    'it is refused': (_, response) => response.writeHead(422).end('{}'),
    'the service has a fault': (_, response) => response.writeHead(503, { 'retry-after': '0' }).end(),
    'the service wants fewer requests': (_, response) => response.writeHead(429, { 'retry-after': '0' }).end(),
    'the connection breaks off': (_, response) => response.destroy(),
    'the answer breaks off': (_, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{"fid":');
      setImmediate(() => response.destroy());
    },
    'the answer can not be read': (_, response) => response.end('<html>'),
    'it is sent elsewhere': (seen, response) => response.writeHead(307, { location: seen.path }).end(),
  };

  test.each(Object.entries(answers))('%s', async (_, answering) => {
    await using service = await serve(answering);
    const writing = writingOn(start, connect(service.url));
    await writing.send([pauseBid(bid('a').row)]);
    expect(service.seen.map(({ method, path, body }) => `${method} ${path} ${body}`)).toEqual([
      'PATCH /v2/spot/bids/a {"paused":true}',
    ]);
    const ended = operatorActions(writing.store.getState());
    expect(ended).toHaveLength(1);
    expect(ended[0]).toMatch(/^(done|refused|unknown): Pause a/);
  });
});

describe('while it is under way', () => {
  test('its row shows it as pending, also after polls requested before the response', async () => {
    const writing = writingOn(start);
    const pause = byHand();
    void writing.send([pause.write]);
    const { store } = writing;
    expect(contextOf(store.getState()).pending('a')).toMatchObject({ label: 'pausing', acceptedMs: null });
    expect(contextOf(store.getState()).pending('b')).toBeNull();
    store.setState(arrived(store.getState(), 'bids', [bid('a')], writing.nextSequence()));
    expect(contextOf(store.getState()).pending('a')?.label).toBe('pausing');
    expect(operatorActions(store.getState())).toEqual(['sent: Pause a']);
    await pause.answer(row);
    expect(contextOf(store.getState()).pending('a')).toBeNull();
    expect(operatorActions(store.getState())).toEqual(['done: Pause a']);
    expect(pause.sent()).toBe(1);
  });

  test('the row in the response shows at once and outlives a poll requested before', async () => {
    const writing = writingOn(start);
    const pause = byHand();
    void writing.send([pause.write]);
    const asked = { at: NOON, sequence: writing.nextSequence() };
    await pause.answer(row);
    const { store } = writing;
    expect(store.getState().lists.bids.rows.get('a')?.row.status).toBe('Paused');
    store.setState(rowsArrived(store.getState(), 'bids', whole(bid('a'), bid('b')), asked, NOON));
    expect(store.getState().lists.bids.rows.get('a')?.row.status).toBe('Paused');
  });

  test('the requested price is shown beside the old one', () => {
    const writing = writingOn(start);
    void writing.send([byHand({ price: '$9.00' }).write]);
    expect(contextOf(writing.store.getState()).pending('a')?.price).toBe('$9.00');
  });

  test('its list is polled again after the response, and the instances with the bids', async () => {
    const writing = writingOn(start);
    const pause = byHand();
    void writing.send([pause.write]);
    expect(writing.poked).toEqual([]);
    await pause.answer(row);
    expect(writing.poked).toEqual(['bids', 'instances']);
  });
});

describe('when it is over', () => {
  test('a refused change shows the old row again and the reason', async () => {
    const writing = writingOn(start);
    const pause = byHand();
    void writing.send([pause.write]);
    await pause.answer(failing(refused));
    const state = writing.store.getState();
    expect(contextOf(state).pending('a')).toBeNull();
    expect(state.lists).toMatchObject({ bids: { rows: start.lists.bids.rows } });
    expect(state.notice).toMatchObject({ tone: 'bad' });
    expect(state.notice?.text).toContain('Could not pause a: The service refused the request: the price is too low.');
    expect(operatorActions(state)).toEqual([
      'refused: Pause a: The service refused the request: the price is too low.',
    ]);
  });

  test('a write with a lost response is unknown until a later poll shows its outcome', async () => {
    const writing = writingOn(start);
    const { store } = writing;
    const before = { at: NOON, sequence: writing.nextSequence() };
    const pause = byHand();
    void writing.send([pause.write]);
    const meanwhile = { at: NOON, sequence: writing.nextSequence() };
    await pause.answer(failing(lost));
    const bids = whole(bid('a'), bid('b'));
    for (const asked of [before, meanwhile]) {
      store.setState(rowsArrived(store.getState(), 'bids', bids, asked, NOON));
      expect(contextOf(store.getState()).pending('a')?.label).toBe('pausing?');
    }
    expect(store.getState().notice).toMatchObject({ tone: 'warn' });
    expect(store.getState().notice?.text).toContain('unknown');
    expect(operatorActions(store.getState())[0]).toMatch(/^unknown: /);
    const later = { at: NOON, sequence: writing.nextSequence() };
    store.setState(rowsArrived(store.getState(), 'instances', whole(), later, NOON));
    expect(contextOf(store.getState()).pending('a')?.label).toBe('pausing?');
    store.setState(rowsArrived(store.getState(), 'bids', bids, later, NOON));
    // The service may show it late, so one list that does not is not the end.
    expect(contextOf(store.getState()).pending('a')?.label).toBe('pausing?');
    store.setState(rowsArrived(store.getState(), 'bids', whole(bid('a', { status: 'Paused' }), bid('b')), later, NOON));
    expect(contextOf(store.getState()).pending('a')).toBeNull();
    expect(store.getState().notice?.text).toBe('a was paused.');
    expect(pause.sent()).toBe(1);
  });

  test('a deletion without a row in its response is pending until the list no longer has the row', async () => {
    const writing = writingOn(start);
    const { store } = writing;
    const cancel = byHand({
      verb: 'cancel',
      pendingLabel: 'cancelling',
      successText: 'Cancelled a.',
      notFoundIsSuccess: true,
    });
    void writing.send([cancel.write]);
    await cancel.answer(nothing);
    expect(contextOf(store.getState()).pending('a')?.label).toBe('cancelling');
    store.setState(arrived(store.getState(), 'bids', [bid('b')], writing.nextSequence()));
    expect(store.getState().pending).toEqual([]);
    expect(store.getState().notice?.text).toBe('Cancelled a.');
  });

  test('a bid that is already gone counts as cancelled, and the notice says so', async () => {
    const writing = writingOn(start);
    const cancel = byHand({ verb: 'cancel', notFoundIsSuccess: true });
    void writing.send([cancel.write]);
    await cancel.answer(failing(gone));
    expect(writing.store.getState().notice).toMatchObject({ text: 'a was already gone.', tone: 'good' });
    expect(operatorActions(writing.store.getState())).toEqual(['done: Cancel a: already gone']);
  });

  test('pausing a bid that is gone fails', async () => {
    const writing = writingOn(start);
    const pause = byHand();
    void writing.send([pause.write]);
    await pause.answer(failing(gone));
    expect(writing.store.getState().notice).toMatchObject({ tone: 'bad' });
  });
});

describe('after the project was switched', () => {
  test('the response to a change of the old project adds none of its rows to the new one', async () => {
    const writing = writingOn(start);
    const pause = byHand({ undo: byHand().write });
    void writing.send([pause.write]);
    writing.store.setState(
      profileSwitched(writing.store.getState(), { ...writing.store.getState().connected, project: 'proj_other' }),
      true,
    );
    await pause.answer(row);
    expect(shownFids(writing.store.getState(), 'bids')).toEqual([]);
    expect(writing.store.getState().undo).toEqual([]);
    expect(operatorActions(writing.store.getState())).toEqual(['done: Pause a']);
  });

  const other = (writing: WritingOn, to: Partial<ConnectionState>): void => {
    const state = writing.store.getState();
    writing.store.setState(profileSwitched(state, { ...state.connected, ...to }), true);
  };
  const shownActivity = ({ store }: WritingOn): readonly string[] => {
    const { rows } = store.getState().lists.activity;
    const what = loadedFeatures.panes.activity.columns.find(({ id }) => id === 'what');
    return [...rows.values()].map(({ row: event }) => what?.cell(event, contextOf(store.getState())).text ?? '');
  };

  test.each([
    ['project', { project: 'proj_other' }, 'proj_demo'],
    ['profile', { profile: 'lab', project: 'proj_lab' }, 'prod (proj_demo)'],
  ])('the response names the old %s in notice and Activity, and u offers it there', async (_, to, named) => {
    const writing = writingOn(start);
    const { connected } = start;
    const pause = byHand({ undo: byHand().write });
    void writing.send([pause.write]);
    other(writing, to);
    expect(shownActivity(writing)).toEqual([`${start.glyphs.busy} sent: ${named}: Pause a`]);
    await pause.answer(row);
    const { notice, undo } = writing.store.getState();
    expect(notice?.text).toBe(`In ${named}: Paused a. Switch back with P to undo it.`);
    expect(undo).toEqual([]);
    expect(shownActivity(writing)).toEqual([`${start.glyphs.on} done: ${named}: Pause a`]);
    other(writing, connected);
    expect(writing.store.getState().undo).toHaveLength(1);
    expect(shownActivity(writing)).toEqual([`${start.glyphs.on} done: Pause a`]);
  });

  test('a write without an answer is pending again when its project is shown again, and the list there decides', async () => {
    const writing = writingOn(start);
    const { store } = writing;
    const pause = byHand({ undo: byHand().write });
    void writing.send([pause.write]);
    other(writing, { project: 'proj_other' });
    expect(contextOf(store.getState()).pending('a')).toBeNull();
    await pause.answer(failing(lost));
    expect(store.getState().notice?.text).toMatch(/^In proj_demo: Pause a: /);
    other(writing, { project: 'proj_demo' });
    expect(contextOf(store.getState()).pending('a')).toMatchObject({ label: 'pausing?', acceptedMs: null });
    const asked = { at: NOON, sequence: writing.nextSequence() };
    store.setState(rowsArrived(store.getState(), 'bids', whole(bid('a', { status: 'Paused' })), asked, NOON), true);
    expect(store.getState().pending).toEqual([]);
    expect(store.getState().undo).toHaveLength(1);
  });

  test('changes of two projects that are alike make no group', async () => {
    const writing = writingOn(start);
    const [first, second] = [byHand(), byHand()];
    void writing.send([first.write]);
    await first.answer(row);
    other(writing, { project: 'proj_other' });
    void writing.send([second.write]);
    await second.answer(row);
    expect(shownActivity(writing)).toEqual([
      `${start.glyphs.on} done: proj_demo: Pause a`,
      `${start.glyphs.on} done: Pause a`,
    ]);
  });
});

describe('undo', () => {
  test('restores the old price and the old list of volumes', async () => {
    const changed = bid('a', { limit_price: '$3.00', launch_specification: { volumes: [], ssh_keys: [] } });
    await using service = await serve(({ method }, response) =>
      response.end(method === 'GET' ? `{"data":[${changed.raw}]}` : changed.raw),
    );
    const writing = writingOn(start, connect(service.url));
    const [old] = [bid('a', { launch_specification: { volumes: ['vol-1'], ssh_keys: [] } }).row];
    await writing.send([changeBid(old, { limit_price: '$3.00', volumes: [] })]);
    const [undo] = writing.store.getState().undo;
    await writing.undo(undo ?? []);
    expect(service.seen.flatMap(({ body }) => (body === '' ? [] : [JSON.parse(body)]))).toEqual([
      { limit_price: '$3.00', volumes: [] },
      { limit_price: '$2.50', volumes: ['vol-1'] },
    ]);
    expect(writing.store.getState().undo).toHaveLength(1);
  });

  const undone = async (error: ServiceError): Promise<readonly (readonly Write[])[]> => {
    await using service = await serve((_, response) => response.end(`{"data":[${bid('a').raw}]}`));
    const writing = writingOn(start, connect(service.url));
    const back = byHand({ verb: 'resume' });
    const over = writing.undo([back.write]);
    await back.left;
    await back.answer(failing(error));
    await over;
    return writing.store.getState().undo;
  };

  const putBack = (price: string) => {
    const change = changeBid(bid('a').row, { limit_price: '$3.00' });
    const now = bid('a', { limit_price: price });
    return { writes: change.undo === null ? [] : [change.undo], now };
  };

  test('of a bid that somebody else changed since the last list sends nothing, names the bid and polls again', async () => {
    const { writes, now } = putBack('$9.00');
    await using service = await serve((_, response) => response.end(`{"data":[${now.raw}]}`));
    const writing = writingOn(start, connect(service.url));
    await writing.undo(writes);
    const text = 'a is left as it is: its limit price is now $9.00, set by someone else.';
    expect(writing.store.getState().notice).toMatchObject({ text, tone: 'warn' });
    expect(service.seen.map(({ method }) => method)).toEqual(['GET']);
    expect(writing.store.getState().undo).toEqual([]);
    expect(writing.poked).toEqual(['bids']);
  });

  test("sends nothing when the bids can't be read again, and can be tried again", async () => {
    const { writes } = putBack('$3.00');
    await using service = await serve((_, response) => response.writeHead(500).end());
    const writing = writingOn(start, connect(service.url));
    await writing.undo(writes);
    expect(service.seen.every(({ method }) => method === 'GET')).toBe(true);
    expect(writing.store.getState().notice?.text).toContain(
      'Nothing was undone, because the rows could not be read again',
    );
    expect(writing.store.getState().undo).toMatchObject([writes]);
  });

  test('that was requested in one project sends nothing in another', async () => {
    const { writes, now } = putBack('$3.00');
    let switched = (): void => undefined;
    await using service = await serve((_, response) => {
      switched();
      response.end(`{"data":[${now.raw}]}`);
    });
    const writing = writingOn(start, connect(service.url));
    switched = () => {
      const state = writing.store.getState();
      writing.store.setState(profileSwitched(state, { ...state.connected, project: 'proj_other' }), true);
    };
    await writing.undo(writes);
    expect(service.seen.map(({ method }) => method)).toEqual(['GET']);
  });

  test('that was refused can be tried again', async () => {
    expect(await undone(refused)).toMatchObject([[{ verb: 'resume', fid: 'a' }]]);
  });

  test.each([
    ['may have been done', lost],
    ['is about a bid that is gone', gone],
  ])('that %s is not offered again', async (_, error) => {
    expect(await undone(error)).toEqual([]);
  });

  test('is not offered for irreversible and refused changes', async () => {
    const writing = writingOn(start);
    const cancel = byHand({ undo: null });
    const pause = byHand({ fid: 'b', undo: byHand().write });
    void writing.send([cancel.write]);
    void writing.send([pause.write]);
    await cancel.answer(nothing);
    await pause.answer(failing(refused));
    await quiet();
    expect(writing.store.getState().undo).toEqual([]);
  });
});
