import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RequestLogEntry } from '../../../src/api/log-entry.ts';
import { requests as dialog } from '../../../src/screen/dialogs/requests.ts';
import { topDialog } from '../../../src/store/dialogs/dialog-stack.ts';
import { BOUNDS, createRequestLog } from '../../../src/store/request-log.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, consoleWith } from '../../store/made.ts';
import { textsOf } from '../ink/seen.ts';
import { type Operator, operatorAt } from '../keys/press-keys.ts';

const DAY_MS = 86_400_000;

const read = (path: string, more: Partial<RequestLogEntry> = {}): RequestLogEntry => ({
  method: 'GET',
  path,
  url: `http://market${path}`,
  status: 200,
  startedAt: NOON,
  tookMs: 5,
  bytes: 100,
  failure: null,
  sent: null,
  answer: '[]',
  ...more,
});
const change = (path: string, more: Partial<RequestLogEntry> = {}): RequestLogEntry =>
  read(path, { method: 'PATCH', sent: '{"paused":true}', answer: '{}', ...more });

/** A day of work: two changes, of which one failed, a list that failed, and then very many that were read. */
function dayOfWork() {
  const log = createRequestLog();
  log.add(change('/v2/spot/bids/first', { startedAt: NOON - DAY_MS }));
  log.add(read('/v2/volumes', { status: 503 }));
  log.add(read('/v2/instances', { status: null, failure: 'unreachable refused' }));
  log.add(change('/v2/spot/bids/second', { status: 422 }));
  for (let n = 0; n < 20_000; n += 1) log.add(read(`/v2/spot/bids?n=${n}`));
  log.add(read('/v2/ssh-keys', { status: null, failure: 'aborted' }));
  return log;
}

/** The lines of the dialog below the one with its parts. */
function shown(operator: Operator): readonly string[] {
  const state = operator.state();
  const top = topDialog(state);
  return textsOf(top?.kind === 'requests' ? dialog.lines(state, top, { width: 96, height: 40 }) : []);
}

const pathsIn = (lines: readonly string[]): readonly string[] =>
  lines.slice(1).map((line) => line.split(' ').at(-1) ?? '');

describe('after 20,000 requests the log', () => {
  const log = dayOfWork();
  const opened = async (): Promise<Operator> => {
    const operator = operatorAt(consoleWith({ bids: [bid('a')] }), { requests: log.all });
    await operator.press(':requests');
    return operator;
  };

  test('still has every change of the run, those that failed too, in the second tab', async () => {
    const operator = await opened();
    await operator.press('Right');
    expect(shown(operator)[0]).toContain('[changes 2]');
    expect(pathsIn(shown(operator))).toEqual(['/v2/spot/bids/second', '/v2/spot/bids/first']);
    expect(shown(operator).map((line) => line.includes('Nov 19'))).toEqual([false, false, true]);
    await operator.press('j', 'y');
    expect(operator.left.copied[0]).toContain('/v2/spot/bids/first');
    await operator.press('Enter');
    expect(shown(operator).join('\n')).toContain('{"paused":true}');
  });

  test('has what failed in the third tab, without what the console itself gave up', async () => {
    const operator = await opened();
    await operator.press('Right', 'Right');
    expect(pathsIn(shown(operator))).toEqual(['/v2/spot/bids/second', '/v2/instances', '/v2/volumes']);
  });

  test('has the lists that were read in the last tab, and everything in the first, the newest first', async () => {
    const operator = await opened();
    await operator.press('Left');
    expect(pathsIn(shown(operator)).slice(0, 2)).toEqual(['/v2/ssh-keys', '/v2/spot/bids?n=19999']);
    await operator.press('Right');
    const all = pathsIn(shown(operator));
    expect([all[0], all.at(-1)]).toEqual(['/v2/ssh-keys', '/v2/spot/bids/first']);
    expect(all.length).toBeLessThan(600);
  });

  test('keeps the cursor on its request from part to part, and the part when it is read again', async () => {
    const operator = await opened();
    await operator.press('Right', 'j', 'Left', 'Right', 'y');
    expect(operator.left.copied[0]).toContain('/v2/spot/bids/first');
    await operator.press('Ctrl-r');
    expect(shown(operator)[0]).toContain('changes 2');
    expect(pathsIn(shown(operator))).toHaveLength(2);
  });
});

test('whatever is sent and answered, the log stays within its bounds and keeps the last request of each kind', () => {
  const entry = fc.record({
    isChange: fc.boolean(),
    characters: fc.constantFrom(0, 100, 900_000),
    fails: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 40 }), (entries) => {
      const log = createRequestLog();
      const added = entries.map(({ isChange, characters, fails }, n) => {
        const one = (isChange ? change : read)(`/v2/${n}`, { sent: 'x'.repeat(characters), status: fails ? 500 : 200 });
        log.add(one);
        return one;
      });
      const kept = log.all();
      expect(kept).toEqual(added.filter((one) => kept.includes(one)).toReversed());
      const all = Object.values(BOUNDS).reduce((sum, { bytes }) => sum + bytes, 0);
      expect(kept.reduce((sum, { sent }) => sum + 2 * (sent?.length ?? 0), 0)).toBeLessThan(all);
      const last = added.at(-1);
      if (last !== undefined) expect(kept[0]).toBe(last);
    }),
    { numRuns: 50 },
  );
});
