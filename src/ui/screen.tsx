import type { Readable } from 'node:stream';
import type { ReadStream, WriteStream } from 'node:tty';
import { type Instance, render, type SuspendTerminal } from 'ink';
import { point } from '../keys/mouse.ts';
import type { ConsoleState } from '../state/console.ts';
import type { Desk } from '../state/desk.ts';
import { textInFocus } from '../state/typing.ts';
import { App } from './app.tsx';
import { calm } from './calm-store.ts';
import { SurroundingsProvider, type Typing } from './desk-context.ts';
import { FaultBoundary } from './fault-boundary.tsx';
import { KeyStream } from './key-stream.ts';
import { gestureOf, MOUSE_OFF, MOUSE_ON } from './mouse.ts';
import type { Themes } from './theme.ts';

export type Screen = {
  /** Ends when the screen has been taken down; fails with what went wrong while drawing. */
  readonly ended: Promise<unknown>;
  readonly end: () => void;
  /** Hands the terminal to another program and takes it back with everything drawn anew. */
  readonly suspend: (meanwhile: () => Promise<void>) => Promise<void>;
};

/**
 * Asks the terminal to tell when it gains and loses the focus, and not to wrap, or the other way round. Terminals
 * disagree on the width of joined emoji: a row that one of them draws too wide must not push the rows below down.
 */
const TAKE_OVER = '\u001b[?1004h\u001b[?7l';
const LET_GO = '\u001b[?1004l\u001b[?7h';

/**
 * What another program may have left behind is taken back: mouse reports, bracketed paste, the alternate screen, a
 * scroll region, insert and origin mode, no wrapping, line-drawing characters, colours. Some of these put the cursor
 * in the first row; it goes to a new last one, so that what is written next does not lie over what was.
 */
const AS_FOUND = [
  ...['1000', '1002', '1003', '1006', '2004', '1049', '6'].map((mode) => `\u001b[?${mode}l`),
  '\u001b[4l',
  '\u001b[r',
  '\u001b[?7h',
  '\u001b(B',
  '\u000f',
  '\u001b[0m',
  '\u001b[999;1H\r\n',
].join('');

const SHOW_CURSOR = '\u001b[?25h';

/** Puts the console on the alternate screen of a terminal and lets its keys work on the desk. */
export function openScreen(
  desk: Desk,
  themes: Themes,
  terminal: { readonly input: ReadStream; readonly output: WriteStream },
  mouse = true,
): Screen {
  const { store } = desk;
  const takeOver = `${TAKE_OVER}${mouse ? MOUSE_ON : ''}`;
  const letGo = `${mouse ? MOUSE_OFF : ''}${LET_GO}`;
  const waiting = (state: ConsoleState): boolean => {
    const focus = textInFocus(state);
    return focus !== null && focus.editor !== typing.shown;
  };
  const keys = new KeyStream(
    terminal.input,
    () => !waiting(store.getState()),
    (attended) => store.setState({ attended }),
    (report) => {
      const gesture = gestureOf(report);
      if (gesture !== null) point(desk, gesture);
    },
    () => store.getState().answerable,
  );
  const typing: Typing = { isTyped: false, shown: null, caughtUp: () => keys.goOn() };
  let suspendTerminal: SuspendTerminal | null = null;

  const sized = (): void => {
    const { columns, rows } = terminal.output;
    store.setState({ size: { columns, rows } });
  };
  // Before Ink hears of it, so that the first frame of a new size is already laid out for it.
  terminal.output.prependListener('resize', sized);

  let fell = (_: unknown): void => undefined;
  const fault = new Promise<never>((_, reject) => {
    fell = reject;
  });
  const stdin: Readable = keys;
  const instance: Instance = render(
    <SurroundingsProvider
      value={{
        desk,
        drawn: calm(store),
        themes,
        typing,
        arrival: () => keys.lastArrival,
        tellFocus: (tell) => terminal.output.write(tell ? takeOver : letGo),
        canSuspend: (suspend) => {
          suspendTerminal = suspend;
        },
      }}
    >
      <FaultBoundary onFault={(fault) => fell(fault)}>
        <App />
      </FaultBoundary>
    </SurroundingsProvider>,
    {
      stdin,
      stdout: terminal.output,
      exitOnCtrlC: false,
      alternateScreen: true,
      incrementalRendering: true,
      patchConsole: false,
      interactive: true,
      // A key must not wait long for the frame after one that a poll has caused.
      maxFps: 120,
    },
  );

  const stopWaiting = store.subscribe((state, before) => {
    if (waiting(before) && !waiting(state)) keys.goOn();
  });
  const ended = Promise.race([instance.waitUntilExit(), fault]).finally(() => {
    stopWaiting();
    terminal.output.off('resize', sized);
  });

  let handover: Promise<unknown> = Promise.resolve();
  const handOver = async (meanwhile: () => Promise<void>): Promise<void> => {
    if (suspendTerminal === null) return;
    // The key that led here is still being handled; the child must not share the terminal with its handler.
    await turn();
    await suspendTerminal(async () => {
      await turn();
      terminal.input.pause();
      await turn();
      terminal.output.write(letGo);
      await meanwhile();
      terminal.output.write(AS_FOUND + takeOver);
    });
    await turn();
  };

  return {
    ended,
    end: () => {
      try {
        instance.unmount();
      } catch (fault) {
        // Ink draws once more before it ends, and drawing is what has failed: the terminal is put back without it.
        terminal.input.setRawMode(false);
        terminal.input.pause();
        terminal.output.write(`${letGo}${AS_FOUND}${SHOW_CURSOR}`);
        fell(fault);
      }
    },
    suspend: (meanwhile) => {
      // One at a time: a key pressed in the moment of coming back must not hand the terminal away halfway.
      const next = handover.then(() => handOver(meanwhile));
      handover = next.catch(() => undefined);
      return next;
    },
  };
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
