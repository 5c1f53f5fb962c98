import type { Readable } from 'node:stream';
import type { ReadStream, WriteStream } from 'node:tty';
import { clearTextCaches, type Instance, render, type SuspendTerminal } from 'ink';
import { Component, type ReactNode } from 'react';
import type { Clock } from '../../lib/clock.ts';
import { forgettable } from '../../lib/memoize.ts';
import type { Controller } from '../../store/controller.ts';
import { resized, viewsSettled } from '../../store/panes/cursor.ts';
import type { Themes } from '../dialogs/theme.ts';
import { point } from '../keymap/mouse.ts';
import { App } from './app.tsx';
import { batchedStore } from './batched-store.ts';
import { pastInk } from './past-ink.ts';
import { directOutput, FRAME_BEGINS, FRAME_ENDS } from './terminal/direct-output.ts';
import { doubleClicks, gestureOf, KeyStream, MOUSE_OFF, MOUSE_ON } from './terminal/input.ts';
import { UiProvider } from './ui-context.ts';

/** `mouse`: the console gets it. */
export type ScreenOptions = { readonly mouse: boolean; readonly screenReader: boolean };

export type ScreenTerminal = { readonly input: ReadStream; readonly output: WriteStream; readonly clock: Clock };

export type Screen = {
  /** Rejects with an error while drawing. */
  readonly ended: Promise<unknown>;
  readonly end: () => void;
  /** Hands the terminal to another program, then redraws everything. */
  readonly suspend: (meanwhile: () => Promise<void>) => Promise<void>;
  /** Redraws everything after the shell had the terminal. Does nothing during `suspend`. */
  readonly takeBack: () => Promise<void>;
  /** Every cell, over output of other programs. */
  readonly redraw: () => void;
  /** For sequences without any drawing: a bell, the clipboard. */
  readonly write: (text: string) => void;
};

/** Focus reports on, line wrapping off: a row drawn too wide must not push others down. */
const ENTER_MODES = '\u001b[?1004h\u001b[?7l';
const LEAVE_MODES = '\u001b[?1004l\u001b[?7h';

/**
 * Modes left on by another program. Some resets move the cursor to the first row; it goes to a new last row, and nothing is overwritten.
 */
const RESET_MODES = [
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

/** The alternate screen, emptied, without a cursor or any modes, pastes in brackets. */
const BLANK =
  '\u001b[?1049h\u001b[?25l\u001b[?2004h\u001b[?6l\u001b[4l\u001b[r\u001b(B\u000f\u001b[0m\u001b[H\u001b[2J';
forgettable(clearTextCaches);

/** Draws the console on the alternate screen and passes its keys to the controller. */
export function openScreen(
  controller: Controller,
  themes: Themes,
  terminal: ScreenTerminal,
  { mouse, screenReader }: ScreenOptions = { mouse: true, screenReader: false },
): Screen {
  const { store } = controller;
  const { output, write, replaceFrame, muted, close } = directOutput(
    terminal.output,
    () => themes[store.getState().theme].canvas,
  );
  const enterModes = `${ENTER_MODES}${mouse && !screenReader ? MOUSE_ON : ''}`;
  const leaveModes = `${mouse && !screenReader ? MOUSE_OFF : ''}${LEAVE_MODES}`;
  const counted = doubleClicks(terminal.clock.steady);
  const keys = new KeyStream(
    terminal.input,
    (attended) => store.setState({ attended }),
    (report, arrival) => {
      const gesture = gestureOf(report);
      if (gesture !== null) point(controller, counted(gesture), arrival);
    },
    () => store.getState().answerable,
    terminal.clock,
  );
  let suspendTerminal: SuspendTerminal | null = null;
  let modesEntered = false;

  let fell = (_: unknown): void => undefined;
  const fault = new Promise<never>((_, reject) => {
    fell = reject;
  });
  const past = pastInk({
    themeOf: ({ theme }) => themes[theme],
    replaceFrame: screenReader ? () => false : replaceFrame,
    inkIsDone: () => instance.waitUntilRenderFlush(),
    onError: (fault) => fell(fault),
  });
  const drawn = batchedStore(store, { settled: viewsSettled, drawn: past.draw });
  /** Gives Ink the state and the screen, until the returned function is called. */
  const giveToInk = (): (() => void) => {
    past.pause();
    drawn.flush();
    return past.resume;
  };

  const sized = (): void => {
    const { columns, rows } = terminal.output;
    // A terminal without a size keeps its last one.
    if (columns === 0 || rows === 0) return;
    store.setState(resized(store.getState(), { columns, rows }), true);
    giveToInk()();
  };
  // Before Ink's own listener, so the first frame of a new size is laid out for it.
  terminal.output.prependListener('resize', sized);

  const stdin: Readable = keys;
  const tree = (
    <UiProvider
      value={{
        controller,
        drawn,
        themes,
        pressed: () => (keys.lastKey === null ? null : { ...keys.lastKey, ...keys.lastArrival }),
        reportFocus: (enabled) => {
          modesEntered = enabled;
          write(enabled ? enterModes : leaveModes);
        },
        canSuspend: (suspend) => {
          suspendTerminal = suspend;
        },
      }}
    >
      <ErrorBoundary onError={(fault) => fell(fault)}>
        <App />
      </ErrorBoundary>
    </UiProvider>
  );
  // Before the first frame: from then on a key is a key, not a signal.
  if (terminal.input.isTTY) terminal.input.setRawMode(true);
  const instance: Instance = render(tree, {
    stdin,
    stdout: output,
    exitOnCtrlC: false,
    alternateScreen: true,
    patchConsole: false,
    interactive: true,
    isScreenReaderEnabled: screenReader,
    // A key after a frame of a poll must not wait for its own.
    maxFps: 120,
  });

  let over = false;
  const ended = Promise.race([instance.waitUntilExit(), fault]).finally(() => {
    over = true;
    terminal.output.off('resize', sized);
  });

  let handover: Promise<unknown> = Promise.resolve();
  /** One at a time: a key must not start another handover halfway. */
  const inTurn = (act: () => Promise<void>): Promise<void> => {
    const next = handover.then(act);
    handover = next.catch(() => undefined);
    return next;
  };
  let away = false;
  const handOver = async (meanwhile: () => Promise<void>): Promise<void> => {
    if (suspendTerminal === null) return;
    // Before Ink leaves the alternate screen: a redraw would bring it back.
    away = true;
    // The key is still being handled; the child must not share the terminal with its handler.
    await turn();
    const resume = giveToInk();
    try {
      await suspendTerminal(async () => {
        await turn();
        terminal.input.pause();
        await turn();
        write(leaveModes);
        await meanwhile().finally(() => {
          away = false;
        });
        write(RESET_MODES + enterModes);
      });
    } finally {
      away = false;
      resume();
    }
    await turn();
  };
  const takeBack = async (): Promise<void> => {
    const suspend = suspendTerminal;
    if (suspend === null || over) return;
    const resume = giveToInk();
    // Leaving its frame, Ink would overwrite the shell's output.
    await muted(() =>
      suspend(async () => {
        await turn();
        if (!over) write(RESET_MODES + enterModes);
      }),
    ).finally(resume);
  };

  return {
    ended,
    end: () => {
      try {
        giveToInk();
        instance.unmount();
      } catch (fault) {
        // Ink draws once more before it ends, and drawing has failed.
        fell(fault);
        modesEntered = true;
      }
      // A frame with a fault would never end.
      close();
      // After a fault React unmounts nothing: the terminal is restored without it.
      if (terminal.input.isTTY) terminal.input.setRawMode(false);
      if (modesEntered) {
        terminal.input.pause();
        write(`${leaveModes}${RESET_MODES}${SHOW_CURSOR}`);
      }
    },
    suspend: (meanwhile) => inTurn(() => handOver(meanwhile)),
    takeBack: async () => {
      if (!away) await inTurn(takeBack);
    },
    redraw: () => {
      if (away || over) return;
      const resume = giveToInk();
      muted(() => instance.clear());
      write(FRAME_BEGINS + BLANK + enterModes);
      instance.rerender(tree);
      void instance.waitUntilRenderFlush().then(() => {
        write(FRAME_ENDS);
        resume();
      });
    },
    write: (text) => void write(text),
  };
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

type Props = { readonly onError: (error: unknown) => void; readonly children: ReactNode };

/** Reports an error while drawing; Ink would print it over the terminal. */
class ErrorBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}
