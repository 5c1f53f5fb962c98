import { constants } from 'node:os';
import { readToSend } from '../config/sent-file.ts';
import type { Cancel } from '../lib/clock.ts';
import { warningForOperator } from '../lib/node-warnings.ts';
import { printableLine } from '../lib/sanitize.ts';
import { themesFor } from '../screen/dialogs/theme.ts';
import { openScreen, type Screen, type ScreenOptions } from '../screen/ink/screen.tsx';
import { watchQuestions } from '../screen/keymap/watch-questions.ts';
import { showNotice } from '../store/activity.ts';
import { type Controller, type TerminalPorts, update } from '../store/controller.ts';
import type { Colours } from '../store/defaults.ts';
import { appLog } from '../system/app-log.ts';
import { captureOutput } from '../system/capture-output.ts';
import { handleFaults, outOfFiles, reportCrash } from '../system/crash-report.ts';
import { EXIT } from '../system/exit.ts';
import { editInEditor, saveFile } from '../system/files.ts';
import { type HeapUse, heapSentence, watchHeap } from '../system/heap.ts';
import { writeErrorLine, writeErrorLines } from '../system/streams.ts';
import { system } from '../system/system.ts';
import { requireRoom } from '../system/terminal.ts';

const ENDING = ['SIGTERM', 'SIGHUP', 'SIGINT'] as const;

/** Copies to the clipboard of the operator's machine, also over SSH (OSC 52). */
function clipboardSequence(text: string): string {
  return `\u001b]52;c;${Buffer.from(text).toString('base64')}\u0007`;
}

/** A desktop notification, in terminals with OSC 9. */
export function desktopSequence(text: string): string {
  return `\u001b]9;spotdeck: ${printableLine(text)}\u0007`;
}

export type Terminal = {
  readonly ports: TerminalPorts;
  /** Writes escape sequences past the renderer. */
  readonly write: (text: string) => void;
  readonly suspend: Screen['suspend'];
  readonly failed: (error: unknown) => void;
  readonly ended: Promise<number>;
  readonly start: (controller: Controller) => void;
  readonly stop: () => void;
};

/**
 * Wait after a change of size before a redraw, in milliseconds: a multiplexer moves lines before the console knows.
 */
const RESIZE_SETTLES_MS = 100;

/**
 * The terminal of this process: untouched before `start`, and restored however the console ends. `cutOff` runs once
 * for any end but the operator's, and returns lines for the shell. Text with `token` is never sent. @throws
 * {CommandFailure} without room.
 */
export function createTerminal(
  colours: Colours,
  drawing: ScreenOptions,
  cutOff: () => readonly string[] = () => [],
  token: () => string | null = () => null,
): Terminal {
  requireRoom();
  const { input, output, clock, signals, environment, isAlone } = system();
  let screen: Screen | null = null;
  let stops: readonly (() => void)[] = [];
  let resolveEnded = (_: number): void => undefined;
  const ended = new Promise<number>((resolve) => {
    resolveEnded = resolve;
  });
  const opened = (): Screen => {
    if (screen === null) throw new Error('The screen is used before it is opened.');
    return screen;
  };
  const takeBack = (): void => void opened().takeBack();
  let stopSettling: Cancel = () => undefined;
  const drawAfterResize = (): void => {
    stopSettling();
    stopSettling = clock.after(RESIZE_SETTLES_MS, () => opened().redraw());
  };
  const suspend: Screen['suspend'] = (meanwhile) => opened().suspend(meanwhile);

  /** The screen is left before the job stops, and redrawn afterwards. */
  const stopJob = async (): Promise<void> => {
    await suspend(async () => {
      signals.off('SIGTSTP', stopJob);
      signals.off('SIGCONT', takeBack);
      process.kill(0, 'SIGTSTP');
      // The signal stops the job here; the next line runs when it continues.
      await turn();
      // One more turn delivers the SIGCONT while nothing handles it, so the screen is restored once.
      await turn();
      // A job in the background stops again here, before it writes anything.
      input.setRawMode(true);
      signals.on('SIGTSTP', stopJob);
      signals.on('SIGCONT', takeBack);
    });
  };

  let isOver = false;
  /** Keeps what must not be lost, unless the operator ended the console. */
  const cut = (): readonly string[] => {
    if (isOver) return [];
    isOver = true;
    return cutOff();
  };

  /** Ends the screen, releases stdout and stderr, then ends with the exit code of `code`. */
  const leave = (code: () => number): void => {
    const lines = cut();
    close();
    writeErrorLines(lines);
    resolveEnded(code());
  };
  const bySignal = (signal: NodeJS.Signals): void => leave(() => 128 + constants.signals[signal]);
  let putBack = (): void => undefined;
  const close = (): void => {
    const once = putBack;
    putBack = () => undefined;
    once();
  };

  const start = (controller: Controller): void => {
    screen = openScreen(controller, themesFor(colours), { input, output, clock }, drawing);
    const { end, ended: screenEnded } = screen;
    const release = captureOutput(appLog('console'));
    putBack = () => {
      end();
      release();
    };
    const notice = (warning: Error): void => {
      const sentence = warningForOperator(warning);
      if (sentence !== null) update(controller, (state) => showNotice(state, sentence, 'warn'));
    };
    for (const signal of ENDING) signals.on(signal, bySignal);
    signals.on('SIGTSTP', stopJob);
    // SIGSTOP can't be handled: the shell has changed the modes meanwhile.
    signals.on('SIGCONT', takeBack);
    signals.on('SIGWINCH', drawAfterResize);
    process.on('warning', notice);
    handleFaults((error) => leave(() => reportCrash(error)));
    // A closed terminal leaves nowhere to report to.
    output.on('error', () => {
      cut();
      putBack = release;
      resolveEnded(EXIT.refused);
    });
    screenEnded.then(
      () => leave(() => EXIT.done),
      (error: unknown) => leave(() => reportCrash(error)),
    );
    stops = [
      watchQuestions(controller, clock),
      isAlone ? watchHeap(controller.store.subscribe, (use) => leave(() => reportFullHeap(use))) : () => undefined,
      () => {
        for (const signal of ENDING) signals.off(signal, bySignal);
      },
      () => signals.off('SIGTSTP', stopJob),
      () => signals.off('SIGCONT', takeBack),
      () => signals.off('SIGWINCH', drawAfterResize),
      () => stopSettling(),
      () => process.off('warning', notice),
    ];
  };

  return {
    ports: {
      copy: (text) => opened().write(clipboardSequence(text)),
      toShell: () => void stopJob(),
      redraw: () => opened().redraw(),
      quit: () => {
        isOver = true;
        opened().end();
      },
      readFile: (path) => readToSend(path, token()),
      saveFile,
      editText: (text) => editInEditor(text, environment['VISUAL'] || environment['EDITOR'] || 'vi', suspend),
    },
    write: (text) => opened().write(text),
    suspend,
    failed: (error) =>
      leave(() => {
        writeErrorLine(outOfFiles(error) ?? (error instanceof Error ? error.message : String(error)));
        return EXIT.refused;
      }),
    ended,
    start,
    stop: () => {
      for (const stop of stops) stop();
      close();
    },
  };
}

function reportFullHeap(use: HeapUse): number {
  const sentence = heapSentence(use);
  writeErrorLine(sentence);
  appLog('console')(sentence);
  return EXIT.refused;
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
