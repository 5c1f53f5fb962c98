import { type Clock, machineClock } from '../../../src/lib/clock.ts';
import { themesFor } from '../../../src/screen/dialogs/theme.ts';
import { openScreen, type Screen } from '../../../src/screen/ink/screen.tsx';
import { watchQuestions } from '../../../src/screen/keymap/watch-questions.ts';
import type { Colours } from '../../../src/store/defaults.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { type Operator, operatorAt } from '../keys/press-keys.ts';
import { FakeInput, FakeOutput } from './fake-terminal.ts';

/** Console with an operator on a fake terminal. */
export type OpenUi = AsyncDisposable & {
  readonly operator: Operator;
  readonly output: FakeOutput;
  /** Sends typed text in one piece. */
  readonly type: (text: string) => void;
  readonly sees: (text: string) => Promise<void>;
  readonly seesNot: (text: string) => Promise<void>;
  /** Hands the terminal to another program. */
  readonly suspend: Screen['suspend'];
  readonly redraw: Screen['redraw'];
};

/** A clock whose time of day goes on from one. */
function clockFrom(now: number): Clock {
  const began = machineClock.steady();
  return { ...machineClock, now: () => now + Math.floor(machineClock.steady() - began) };
}

/** Opens a console on a terminal of the state's size, at the time of the state. */
export function openUi(start: ConsoleState, colours: Colours = 'none'): OpenUi {
  const input = new FakeInput();
  const output = new FakeOutput(start.size.columns, start.size.rows);
  const operator = operatorAt(start);
  const clock = clockFrom(start.now);
  const stopQuestions = watchQuestions(operator.controller, clock);
  const screen = openScreen(operator.controller, themesFor(colours), { input, output, clock });
  return {
    operator: operator,
    output,
    type: (text) => input.type(text),
    sees: (text) => output.until(text, (shown) => shown.includes(text)),
    seesNot: (text) => output.until(`a screen without ${text}`, (shown) => !shown.includes(text)),
    suspend: screen.suspend,
    redraw: screen.redraw,
    [Symbol.asyncDispose]: async () => {
      screen.end();
      await screen.ended;
      stopQuestions();
    },
  };
}
