import { describe, expect, test } from 'vitest';
import type { JournalEvent } from '../../../src/changes/change-event.ts';
import { chatLines } from '../../../src/features/notify/sending/message.ts';
import { MINUTE_MS } from '../../../src/lib/duration.ts';
import { NOON } from '../../store/hand-clock.ts';

function journal() {
  const events: JournalEvent[] = [];
  const add = (at: number, list: 'bids' | 'instances', fid: string, from: string | null, to: string | null): void => {
    const id = events.length + 1;
    const isInstance = list === 'instances';
    events.push({
      id,
      key: `event-${id}`,
      at: NOON + at,
      since: NOON + at - 1000,
      by: 'here',
      payload: {
        kind: 'seen',
        list,
        fid,
        name: fid,
        bid: isInstance ? 'batch' : null,
        bidName: isInstance ? 'batch' : null,
        change: 'changed',
        field: 'status',
        from,
        to,
      },
    });
  };
  return {
    events,
    bid: (at: number, from: string, to: string): void => add(at, 'bids', 'batch', from, to),
    instances: (at: number, names: readonly string[], from: string, to: string): void => {
      for (const name of names) add(at, 'instances', name, `STATUS_${from}`, `STATUS_${to}`);
    },
  };
}

/** The texts of the message about what was written since an event, as a target gets it that wants all or what fits. */
const message = (
  events: readonly JournalEvent[],
  from: number,
  fits: (event: JournalEvent) => boolean = () => true,
): readonly string[] =>
  chatLines(
    events.filter((event) => event.id > from && fits(event)),
    events,
    from,
    { into: '→', fieldWords: {} },
  ).map(({ text }) => text);

describe('a preemption is a message when it begins and one when it is over', () => {
  test('and nothing between them that says the same again', () => {
    const { events, bid, instances } = journal();
    bid(0, 'Allocated', 'Preempting');
    instances(0, ['a', 'b'], 'RUNNING', 'PREEMPTING');
    expect(message(events, 0)).toEqual(['batch is being preempted, since 12:00 (2 instances)']);
    let sent = events.length;
    instances(4 * MINUTE_MS, ['a', 'b'], 'PREEMPTING', 'PREEMPTED');
    expect(message(events, sent)).toEqual([]);
    sent = events.length;
    bid(5 * MINUTE_MS, 'Preempting', 'Open');
    bid(20 * MINUTE_MS, 'Open', 'Allocated');
    instances(20 * MINUTE_MS, ['c', 'd'], 'NEW', 'STARTING');
    expect(message(events, sent)).toEqual([]);
    sent = events.length;
    instances(21 * MINUTE_MS, ['c', 'd'], 'STARTING', 'RUNNING');
    expect(message(events, sent)).toEqual(['batch preempted, back 12:21:00 (17m, 2 instances)']);
  });

  test('a further loss is said, though the first one was', () => {
    const { events, instances } = journal();
    instances(0, ['a'], 'RUNNING', 'PREEMPTING');
    const sent = events.length;
    instances(MINUTE_MS, ['b'], 'RUNNING', 'PREEMPTING');
    expect(message(events, sent)).toEqual(['batch is being preempted, since 12:00 (2 instances)']);
  });

  test('a target that wants one kind of event gets no message about others, and what it gets is the whole story', () => {
    const { events, bid, instances } = journal();
    bid(0, 'Allocated', 'Preempting');
    instances(0, ['a'], 'RUNNING', 'PREEMPTED');
    const sent = events.length;
    bid(20 * MINUTE_MS, 'Preempting', 'Allocated');
    instances(21 * MINUTE_MS, ['b'], 'STARTING', 'RUNNING');
    const running = ({ payload }: JournalEvent): boolean => payload.kind === 'seen' && payload.to === 'STATUS_RUNNING';
    expect(message(events, 0, (event) => running(event) && event.id <= sent)).toEqual([]);
    expect(message(events, sent, running)).toEqual(['batch preempted, back 12:21:00 (21m, 1 instance)']);
  });

  test('a bid with a hostile name makes no link of its line', () => {
    const { events, instances } = journal();
    instances(0, ['a'], 'RUNNING', 'PREEMPTING');
    const named = events.map((event) => ({
      ...event,
      payload: { ...event.payload, bidName: '<!channel> [x](http://e.example)' },
    }));
    expect(message(named, 0).join(' ')).not.toMatch(/<!|\]\(|http:\/\//);
  });
});
