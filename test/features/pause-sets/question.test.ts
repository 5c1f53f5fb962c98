import { expect, test } from 'vitest';
import type { PauseSetResult } from '../../../src/features/pause-sets/journal.ts';
import { memberOf, resuming } from '../../../src/features/pause-sets/pause-set.ts';
import { answer, ask } from '../../../src/screen/keymap/key-to-write.ts';
import { watchQuestions } from '../../../src/screen/keymap/watch-questions.ts';
import { questionAbout, type Request } from '../../../src/store/question.ts';
import { effectNow } from '../../../src/store/questions/record.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import { profileSwitched, rowsArrived } from '../../../src/store/transitions.ts';
import { journalAnswered } from '../../journal/answered.ts';
import { operatorAt } from '../../screen/keys/press-keys.ts';
import { handClock, NOON } from '../../store/hand-clock.ts';
import { bid, consoleWith, instance, whole } from '../../store/made.ts';

test('the question of pausing a set says what it means by now', () => {
  const [first, second] = ['i-1', 'i-2'].map((fid) => instance(fid, { bid: 'a' }));
  if (first === undefined || second === undefined) throw new Error('there are two instances');
  const { controller, state } = operatorAt(consoleWith({ bids: [bid('a')], instances: [first] }));
  watchQuestions(controller, handClock());
  const request: Request = { kind: 'pause-set', name: 'night', fids: ['a'], hidden: null, direct: true };
  const effect = effectNow(state(), request);
  if (!effect.ok) throw new Error(effect.error);
  controller.store.setState({ tapQuestion: questionAbout(request, effect.value, 'y') });
  controller.store.setState(
    rowsArrived(state(), 'instances', whole(first, second), { at: NOON, sequence: 1 }, NOON),
    true,
  );
  expect(state().tapQuestion?.effect.sentence).toBe('pause a, 2 running instances stop ($5.00/h), as the set night');
});

test('a set that the journal keeps after another profile is shown pauses nothing, and goes', async () => {
  const { promise, resolve } = Promise.withResolvers<PauseSetResult>();
  const changed: number[] = [];
  const { controller, left, state } = operatorAt(consoleWith({ bids: [bid('a')] }), {
    journal: {
      rowEvents: async () => ({ events: [], knownSince: null }),
      pauseSets: {
        all: async () => [],
        begin: () => promise,
        change: ({ members }) => void changed.push(members.length),
      },
    },
  });
  const request: Request = { kind: 'pause-set', name: 'night', fids: ['a'], hidden: null, direct: true };
  ask(controller, request, 'y');
  answer(controller);
  controller.store.setState(profileSwitched(state(), { ...state().connected, profile: 'other' }), true);
  resolve('begun');
  await journalAnswered();
  expect([left.sent, changed, state().notice?.text]).toEqual([
    [],
    [0],
    'The profile was switched, so nothing was paused.',
  ]);
});

test('a pause set compares the amounts of prices, not their spellings', () => {
  const member = memberOf(bid('a', { limit_price: '$1,204.00', status: 'Paused' }).row);
  const left = (limit_price: string): number => {
    const context = contextOf(consoleWith({ bids: [bid('a', { limit_price, status: 'Paused' })] }));
    return resuming({ name: 's', at: 0, members: [member] }, context).left.length;
  };
  expect([left('1204'), left('$1204.00'), left('$1204.01'), left('market')]).toEqual([0, 0, 1, 1]);
});
