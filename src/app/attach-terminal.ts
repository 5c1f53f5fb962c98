import { handleFaults, outOfFiles, reportCrash } from '../commands/crash.ts';
import { EXIT } from '../commands/failure.ts';
import { type HeapUse, heapSentence, watchHeap } from '../commands/heap-watch.ts';
import { holdOutput } from '../commands/held-output.ts';
import { ownLog } from '../commands/own-log.ts';
import { writeErrorLine } from '../commands/streams.ts';
import { watchQuestions } from '../keymap/questions.ts';
import { machineClock } from '../lib/clock.ts';
import { printableLine } from '../lib/printable.ts';
import { warningForOperator } from '../lib/warnings.ts';
import { apply, type Desk } from '../state/desk.ts';
import { noticed } from '../state/happened.ts';
import { openScreen } from '../ui/screen.tsx';
import { type Colours, themesFor } from '../ui/theme.ts';

/** What puts a text on the clipboard of whoever sits at a terminal, also over SSH, once it is written there. */
export function clipboardSequence(text: string): string {
  return `\u001b]52;c;${Buffer.from(text).toString('base64')}\u0007`;
}

/** The sequence that shows a notification on the desktop, in terminals that support it (OSC 9). */
export function notificationSequence(text: string): string {
  return `\u001b]9;spotdeck: ${printableLine(text)}\u0007`;
}

/** Draws a desk on this process's terminal until the operator ends it, and puts the terminal back whatever happens. */
export function onTerminal(desk: Desk, colours: Colours, mouse: boolean) {
  const { stdin, stdout } = process;
  const screen = openScreen(desk, themesFor(colours), { input: stdin, output: stdout }, mouse);
  const release = holdOutput(ownLog('console'));
  const takeBack = (): void => void screen.takeBack();
  /** As the shell's job control wants it: the screen is put away before the job stops, and drawn anew when it goes on. */
  const stopJob = async (): Promise<void> => {
    await screen.suspend(async () => {
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
  process.on('SIGTSTP', stopJob);
  const stopQuestions = watchQuestions(desk.store, machineClock);
  // SIGSTOP can't be heard. The shell has had the terminal since and has changed its modes.
  process.on('SIGCONT', takeBack);
  const notice = (warning: Error): void => {
    const sentence = warningForOperator(warning);
    if (sentence !== null) apply(desk, (state) => noticed(state, sentence, 'warn'));
  };
  process.on('warning', notice);

  let failed = (_: unknown): void => undefined;
  let stopWatch = (): void => undefined;
  const ended = new Promise<number>((done) => {
    const leave = (code: () => number): void => {
      screen.end();
      release();
      done(code());
    };
    handleFaults((error) => leave(() => reportCrash(error)));
    // A terminal that is gone can't be written to; there is nobody left to tell.
    stdout.on('error', () => done(EXIT.refused));
    screen.ended.then(
      () => leave(() => EXIT.done),
      (error: unknown) => leave(() => reportCrash(error)),
    );
    stopWatch = watchHeap((use) => leave(() => reportFullHeap(use)));
    failed = (error) =>
      leave(() => {
        writeErrorLine(outOfFiles(error) ?? (error instanceof Error ? error.message : String(error)));
        return EXIT.refused;
      });
  });
  return {
    screen,
    stopJob,
    /** Ends the screen with a sentence: what was to be shown is not to be had. */
    failed: (error: unknown): void => failed(error),
    /** The exit code, once it is over. */
    ended,
    close: (): void => {
      process.off('SIGTSTP', stopJob);
      stopQuestions();
      process.off('SIGCONT', takeBack);
      process.off('warning', notice);
      stopWatch();
      release();
    },
  };
}

/** Says that the heap is full, on stderr and in the log. Answers with the exit code. */
function reportFullHeap(use: HeapUse): number {
  const sentence = heapSentence(use);
  writeErrorLine(sentence);
  ownLog('console')(sentence);
  return EXIT.refused;
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
