import type { Write } from '../../../src/resources/write.ts';
import { dialogOf } from '../../../src/screen/dialogs/screen.ts';
import { footOf } from '../../../src/screen/keymap/foot.ts';
import { HELD_MS, press } from '../../../src/screen/keymap/key-to-write.ts';
import { watchQuestions } from '../../../src/screen/keymap/watch-questions.ts';
import { topDialog } from '../../../src/store/dialogs/dialog-stack.ts';
import { UNANSWERABLE_MS } from '../../../src/store/question.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { rowsArrived } from '../../../src/store/transitions.ts';
import { handClock } from '../../store/hand-clock.ts';
import { bid, consoleWith, instance, whole } from '../../store/made.ts';
import { operatorAt } from '../keys/press-keys.ts';

/** A fleet in which one bid runs two instances and another one is paused. */
export const bids = [bid('a'), bid('b', { status: 'Paused', instance_quantity: 4, limit_price: '$12.00' })];
export const instances = [instance('a-1', { bid: 'a' }), instance('a-2', { bid: 'a' })];
export const start = consoleWith({ bids, instances });

/** An operator whose questions are kept true, at a keyboard that reports when each key came. */
export function asking(from: ConsoleState = start) {
  const operator = operatorAt(from);
  const { controller, state } = operator;
  const clock = handClock();
  const stop = watchQuestions(controller, clock);
  let last = { name: '', at: 0 };
  const change = (transition: (now: ConsoleState) => ConsoleState): void =>
    controller.store.setState(transition(state()), true);
  /** Presses one key now, alone in its read, as the terminal would bring it; `isHeld`: as one that says that the key is held down. */
  const key = (name: string, isHeld = false): void => {
    const at = clock.now();
    const repeatedAfter = isHeld ? 0 : last.name === name ? at - last.at : null;
    last = { name, at };
    const answers = state().answerable;
    press(controller, { name, types: [...name].length === 1, alone: true, answers, at, repeatedAfter });
  };
  const thenPasses =
    (ms: number) =>
    async (name: string): Promise<void> => {
      key(name);
      await clock.pass(ms);
    };
  return {
    ...operator,
    clock,
    stop,
    change,
    key,
    /** Presses a key and reads what it asks, until that can be answered. */
    asks: thenPasses(UNANSWERABLE_MS),
    /** Presses a key and lets it go, so that it answers. */
    answers: thenPasses(HELD_MS),
    tick: (): void => change((now) => ({ ...now, now: clock.now() })),
    run: (...rows: ReturnType<typeof instance>[]): void =>
      change((now) => rowsArrived(now, 'instances', whole(...rows), { at: clock.now(), sequence: 1 }, clock.now())),
    foot: (): string =>
      footOf(state())
        .map((line) => line.map(({ text }) => text).join(''))
        .join(' '),
    dialog: (): string => {
      const top = topDialog(state());
      return top === undefined
        ? ''
        : JSON.stringify(dialogOf(state(), top).lines(state(), top, { width: 100, height: 30 }));
    },
    written: (): readonly (readonly [string, string | null])[] =>
      operator.left.sent.flatMap(({ writes }) => writes).map(({ call, fid }: Write) => [call, fid]),
  };
}
