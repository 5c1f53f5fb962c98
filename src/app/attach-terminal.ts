import { type Colours, themesFor } from '../dialogs/theme.ts';
import { watchQuestions } from '../keymap/questions.ts';
import { machineClock } from '../lib/clock.ts';
import { warningForOperator } from '../lib/node-warnings.ts';
import { printableLine } from '../lib/sanitize.ts';
import { showNotice } from '../state/activity.ts';
import { type Controller, type TerminalPorts, update } from '../state/controller.ts';
import { appLog } from '../system/app-log.ts';
import { captureOutput } from '../system/capture-output.ts';
import { handleFaults, outOfFiles, reportCrash } from '../system/crash-report.ts';
import { EXIT } from '../system/exit.ts';
import { editInEditor, readText, saveSecret } from '../system/files.ts';
import { type HeapUse, heapSentence, watchHeap } from '../system/heap-watch.ts';
import { writeErrorLine } from '../system/streams.ts';
import { openScreen, type Screen } from '../ui/screen.tsx';

/** The sequence that puts a text on the clipboard of whoever sits at the terminal, also over SSH (OSC 52). */
function clipboardSequence(text: string): string {
  return `\u001b]52;c;${Buffer.from(text).toString('base64')}\u0007`;
}

/** The sequence that shows a notification on the desktop, in terminals that support it (OSC 9). */
export function notificationSequence(text: string): string {
  return `\u001b]9;spotdeck: ${printableLine(text)}\u0007`;
}

export type Terminal = {
  readonly ports: TerminalPorts;
  /** Writes sequences past the renderer. */
  readonly write: (text: string) => void;
  /** Hands the terminal to another program until it ends. */
  readonly suspend: Screen['suspend'];
  /** Ends the screen and prints why nothing can be shown. */
  readonly failed: (error: unknown) => void;
  /** The exit code, once the screen has ended. */
  readonly ended: Promise<number>;
  /** Draws the console and reads keys for it. */
  readonly start: (controller: Controller) => void;
  /** Puts the terminal back as it was. */
  readonly stop: () => void;
};

/** The terminal of this process: nothing is written to it before `start`, and it is put back whatever happens. */
export function createTerminal(colours: Colours, mouse: boolean): Terminal {
  const { stdin, stdout } = process;
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
  const suspend: Screen['suspend'] = (meanwhile) => opened().suspend(meanwhile);

  /** Suspends the job as the shell expects it: the screen is put away before it stops, and drawn anew when it goes on. */
  const stopJob = async (): Promise<void> => {
    await suspend(async () => {
      process.off('SIGTSTP', stopJob);
      process.off('SIGCONT', takeBack);
      process.kill(0, 'SIGTSTP');
      // The signal stops the whole job here; the next line runs when it goes on.
      await turn();
      // The SIGCONT that it went on by has been delivered after another turn: this way back needs no second one.
      await turn();
      // In the background this stops the job again, before anything is written, until it has the terminal.
      stdin.setRawMode(true);
      process.on('SIGTSTP', stopJob);
      process.on('SIGCONT', takeBack);
    });
  };

  /** Ends the screen, lets others print again, and ends with the code of what is then printed. */
  const leave = (code: () => number): void => {
    close();
    resolveEnded(code());
  };
  let putBack = (): void => undefined;
  const close = (): void => {
    const once = putBack;
    putBack = () => undefined;
    once();
  };

  const start = (controller: Controller): void => {
    screen = openScreen(controller, themesFor(colours), { input: stdin, output: stdout }, mouse);
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
    process.on('SIGTSTP', stopJob);
    // SIGSTOP can't be heard. The shell has had the terminal since and has changed its modes.
    process.on('SIGCONT', takeBack);
    process.on('warning', notice);
    handleFaults((error) => leave(() => reportCrash(error)));
    // A terminal that is gone can't be written to; there is nobody left to tell.
    stdout.on('error', () => {
      putBack = release;
      resolveEnded(EXIT.refused);
    });
    screenEnded.then(
      () => leave(() => EXIT.done),
      (error: unknown) => leave(() => reportCrash(error)),
    );
    stops = [
      watchQuestions(controller.store, machineClock),
      watchHeap((use) => leave(() => reportFullHeap(use))),
      () => process.off('SIGTSTP', stopJob),
      () => process.off('SIGCONT', takeBack),
      () => process.off('warning', notice),
    ];
  };

  return {
    ports: {
      copy: (text) => opened().write(clipboardSequence(text)),
      toShell: () => void stopJob(),
      redraw: () => opened().redraw(),
      quit: () => opened().end(),
      readFile: readText,
      saveSecret,
      editText: (text) => editInEditor(text, process.env['VISUAL'] || process.env['EDITOR'] || 'vi', suspend),
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

/** Says that the heap is full, on stderr and in the log. Answers with the exit code. */
function reportFullHeap(use: HeapUse): number {
  const sentence = heapSentence(use);
  writeErrorLine(sentence);
  appLog('console')(sentence);
  return EXIT.refused;
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
