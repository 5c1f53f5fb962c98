import { expect, test } from 'vitest';
import type { JournalEvent, ObservedChange } from '../../../src/changes/change-event.ts';
import { type Pasts, pastsWith } from '../../../src/features/why/past.ts';
import { DAY_MS } from '../../../src/lib/duration.ts';
import { NOON } from '../../store/hand-clock.ts';

let ids = 0;
function seen(fid: string, at: number, change: Pick<ObservedChange, 'change' | 'from' | 'to'>): JournalEvent {
  ids += 1;
  const subject = {
    kind: 'seen',
    list: 'instances',
    fid,
    name: fid,
    bid: null,
    bidName: null,
    field: 'status',
  } as const;
  return { id: ids, key: `${ids}`, at, since: null, by: 'here', payload: { ...subject, ...change } };
}

const appeared = { change: 'appeared', from: null, to: 'STATUS_RUNNING' } as const;
const gone = { change: 'gone', from: 'STATUS_RUNNING', to: null } as const;
const after = (pasts: Pasts, ...events: readonly JournalEvent[]): Pasts => pastsWith(pasts, events, 'here');

test('what is known of a row that left its list is kept for a day, and of one that came back for longer', () => {
  const left = after(new Map(), seen('left', NOON, appeared), seen('back', NOON, appeared), seen('left', NOON, gone));
  const again = after(left, seen('back', NOON, gone), seen('back', NOON + 1000, appeared));
  const aDay = after(again, seen('other', NOON + DAY_MS, appeared));
  expect([...aDay.keys()]).toEqual(['left', 'back', 'other']);
  const more = after(aDay, seen('other', NOON + DAY_MS + 1, { change: 'changed', from: null, to: 'STATUS_RUNNING' }));
  expect([...more.keys()]).toEqual(['back', 'other']);
});
