import type { Readable } from 'node:stream';
import type { ReadStream, WriteStream } from 'node:tty';
import { clearTextCaches, type Instance, render, type SuspendTerminal } from 'ink';
import type { Themes } from '../dialogs/theme.ts';
import { point } from '../keymap/mouse.ts';
import { forgettable } from '../lib/memoize.ts';
import type { Controller } from '../state/controller.ts';
import { App } from './app.tsx';
import { batchedStore } from './batched-store.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { directOutput, FRAME_BEGINS, FRAME_ENDS } from './terminal/direct-output.ts';
import { KeyStream } from './terminal/input.ts';
import { gestureOf, MOUSE_OFF, MOUSE_ON } from './terminal/mouse-protocol.ts';
import { UiProvider } from './ui-context.ts';

export type Screen = {
  /** Ends when the screen has been taken down; fails with what went wrong while drawing. */
  readonly ended: Promise<unknown>;
  readonly end: () => void;
  /** Hands the terminal to another program and takes it back with everything drawn anew. */
  readonly suspend: (meanwhile: () => Promise<void>) => Promise<void>;
  /**
   * Puts the terminal back into the state the console needs and draws everything anew, after something else has had it without
   * asking: the shell, while the console was stopped. Does nothing while another program has it by `suspend`.
   */
  readonly takeBack: () => Promise<void>;
  /** Draws every cell anew, over whatever else was written to the terminal. */
  readonly redraw: () => void;
  /** Writes to the terminal what is not drawn: a bell, a text for the clipboard. */
  readonly write: (text: string) => void;
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

/**
 * The alternate screen without a cursor, emptied, whatever was written to it: no scroll region, insert or origin mode,
 * line-drawing characters or colours, and pastes in brackets.
 */
const BLANK =
  '\u001b[?1049h\u001b[?25l\u001b[?2004h\u001b[?6l\u001b[4l\u001b[r\u001b(B\u000f\u001b[0m\u001b[H\u001b[2J';
forgettable(clearTextCaches);

/** Puts the console on the alternate screen of a terminal and lets its keys work on the desk. */
export function openScreen(
  controller: Controller,
  themes: Themes,
  terminal: { readonly input: ReadStream; readonly output: WriteStream },
  mouse = true,
): Screen {
  const { store } = controller;
  const { output, write, muted } = directOutput(terminal.output);
  const takeOver = `${TAKE_OVER}${mouse ? MOUSE_ON : ''}`;
  const letGo = `${mouse ? MOUSE_OFF : ''}${LET_GO}`;
  const keys = new KeyStream(
    terminal.input,
    (attended) => store.setState({ attended }),
    (report) => {
      const gesture = gestureOf(report);
      if (gesture !== null) point(controller, gesture);
    },
    () => store.getState().answerable,
  );
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
  const tree = (
    <UiProvider
      value={{
        controller,
        drawn: batchedStore(store),
        themes,
        arrival: () => keys.lastArrival,
        reportFocus: (tell) => write(tell ? takeOver : letGo),
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
  const instance: Instance = render(tree, {
    stdin,
    stdout: output,
    exitOnCtrlC: false,
    alternateScreen: true,
    patchConsole: false,
    interactive: true,
    // A key must not wait long for the frame after one that a poll has caused.
    maxFps: 120,
  });

  let over = false;
  const ended = Promise.race([instance.waitUntilExit(), fault]).finally(() => {
    over = true;
    terminal.output.off('resize', sized);
  });

  let handover: Promise<unknown> = Promise.resolve();
  /** One at a time: a key pressed in the moment of coming back must not hand the terminal away halfway. */
  const inTurn = (act: () => Promise<void>): Promise<void> => {
    const next = handover.then(act);
    handover = next.catch(() => undefined);
    return next;
  };
  let away = false;
  const handOver = async (meanwhile: () => Promise<void>): Promise<void> => {
    if (suspendTerminal === null) return;
    // The key that led here is still being handled; the child must not share the terminal with its handler.
    await turn();
    await suspendTerminal(async () => {
      await turn();
      terminal.input.pause();
      await turn();
      write(letGo);
      away = true;
      await meanwhile().finally(() => {
        away = false;
      });
      write(AS_FOUND + takeOver);
    });
    await turn();
  };
  const takeBack = async (): Promise<void> => {
    const suspend = suspendTerminal;
    if (suspend === null || over) return;
    // What Ink writes to leave its frame would be written over what the shell has written since.
    await muted(() =>
      suspend(async () => {
        await turn();
        if (!over) write(AS_FOUND + takeOver);
      }),
    );
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
        write(`${letGo}${AS_FOUND}${SHOW_CURSOR}`);
        fell(fault);
      }
    },
    suspend: (meanwhile) => inTurn(() => handOver(meanwhile)),
    takeBack: async () => {
      if (!away) await inTurn(takeBack);
    },
    redraw: () => {
      if (away || over) return;
      muted(() => instance.clear());
      write(FRAME_BEGINS + BLANK + takeOver);
      instance.rerender(tree);
      void instance.waitUntilRenderFlush().then(() => write(FRAME_ENDS));
    },
    write: (text) => void write(text),
  };
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
