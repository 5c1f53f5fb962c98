import { machineClock } from '../lib/clock.ts';
import { printableLine } from '../lib/printable.ts';
import type { Desk } from '../state/desk.ts';
import { watchQuestions } from '../state/questions.ts';
import { openScreen } from '../ui/screen.tsx';
import { type Colours, themesFor } from '../ui/theme.ts';
import { reportCrash } from './crash.ts';
import { writeErrorLine } from './streams.ts';

/** Puts a text on the clipboard of whoever sits at the terminal, also over SSH. */
export function copyToTerminal(text: string): void {
  process.stdout.write(`\u001b]52;c;${Buffer.from(text).toString('base64')}\u0007`);
}

/** Rings the bell of the terminal. */
export function ringTerminal(): void {
  process.stdout.write('\u0007');
}

/** Has the terminal show a notification on the desktop, where it can. */
export function notifyOnDesktop(text: string): void {
  process.stdout.write(`\u001b]9;spotdeck: ${printableLine(text)}\u0007`);
}

/** Draws a desk on this process's terminal until the operator ends it, and puts the terminal back whatever happens. */
export function onTerminal(desk: Desk, colours: Colours, mouse: boolean) {
  const { stdin, stdout } = process;
  const screen = openScreen(desk, themesFor(colours), { input: stdin, output: stdout }, mouse);
  /** As the shell's job control wants it: the screen is put away before the job stops, and drawn anew when it goes on. */
  const stopJob = async (): Promise<void> => {
    await screen.suspend(async () => {
      process.off('SIGTSTP', stopJob);
      process.kill(0, 'SIGTSTP');
      // The signal stops the whole job here; the next line runs when it goes on.
      await new Promise((goOn) => setImmediate(goOn));
      process.on('SIGTSTP', stopJob);
    });
  };
  process.on('SIGTSTP', stopJob);
  const stopQuestions = watchQuestions(desk.store, machineClock);

  let failed = (_: unknown): void => undefined;
  const ended = new Promise<number>((done) => {
    const crash = (error: unknown): void => {
      screen.end();
      done(reportCrash(error));
    };
    process.on('uncaughtException', crash);
    process.on('unhandledRejection', crash);
    // A terminal that is gone can't be written to; there is nobody left to tell.
    stdout.on('error', () => done(1));
    screen.ended.then(() => done(0), crash);
    failed = (error) => {
      screen.end();
      writeErrorLine(error instanceof Error ? error.message : String(error));
      done(1);
    };
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
    },
  };
}
