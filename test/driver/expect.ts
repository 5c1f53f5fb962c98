import { textOf } from './cells.ts';
import { cursorRowsOf } from './pane.ts';
import { matches, quoted, type Screen } from './screen.ts';

/** Exit of a program: its code, or a signal. */
export type Ending = { readonly code: number | null; readonly signal: string | null };

type Patience = { readonly timeout?: number };

/** Waits for the screen, never for the clock: each condition is checked again after every write of the program. */
export type Waiting = {
  /** Waits until a condition holds. On failure throws an error with the description, the reason and the screen. */
  until(description: string, holds: (screen: Screen) => boolean, patience?: Patience): Promise<void>;
  /** Waits until a row shows this. */
  see(text: string | RegExp, patience?: Patience): Promise<void>;
  /** Waits until a row shows this and no pane is loading, because lists arrive one after the other. */
  seeLoaded(text: string | RegExp, patience?: Patience): Promise<void>;
  /** Waits until no row shows this. */
  gone(text: string | RegExp, patience?: Patience): Promise<void>;
  /**
   * Waits until the pane shows these rows directly below each other, with any rows above and below.
   * A single blank in a text matches any number of them.
   */
  seeRows(paneTitle: string, rows: readonly (string | RegExp)[], patience?: Patience): Promise<void>;
  /** Waits until the row the pane's cursor is on shows this. */
  seeSelected(paneTitle: string, text: string | RegExp, patience?: Patience): Promise<void>;
  /** Waits until the program has ended and its last output is on the screen; returns its exit. */
  ended(patience?: Patience): Promise<Ending>;
  /**
   * Waits until the program has written nothing for `quiet` ms (50 by default), for the few tests of "nothing
   * more happens". It fails on a screen with a clock, which never stops.
   */
  idle(options?: Patience & { readonly quiet?: number }): Promise<void>;
};

/** Parts of a running program that the waits need. */
export type WatchedConsole = {
  readonly screen: Screen;
  /** Calls back after each write that reached the screen and once at the program's exit; returns how to stop. */
  onChange(listener: () => void): () => void;
  ending(): Ending | null;
  /** Describes the terminal in a failure: modes, bytes. */
  status(): string;
  /** The time in which waits count; without it that of the machine. */
  readonly time?: WaitTime;
};

/** Time that is not the machine's: it goes on by itself while somebody waits. */
export type WaitTime = {
  /** Waits until a condition holds, for at most so many milliseconds. Returns whether it does. */
  readonly until: (holds: () => boolean, timeoutMs: number) => Promise<boolean>;
};

/** Default limit of a wait, in ms. For a program these are real seconds, so only a hang reaches it; in process they are seconds of the story's clock. */
const PATIENCE_MS = { program: 90_000, here: 20_000 };
/** Longest time that one step of a wait counts, in ms: time in which this process itself did not run is not the program's. */
const STEP_MS = 250;

/** Calls `then` after `timeout` ms in which this process ran. Returns how to stop. */
function afterRunning(timeout: number, then: () => void): () => void {
  let left = timeout;
  let timer: NodeJS.Timeout;
  const step = (): void => {
    const length = Math.min(left, STEP_MS);
    timer = setTimeout(() => {
      left -= length;
      if (left > 0) step();
      else then();
    }, length);
  };
  step();
  return () => clearTimeout(timer);
}

/** The waits of a terminal. */
export function waitingOn(watched: WatchedConsole): Waiting {
  const { screen } = watched;

  /** `reason` returns null when the condition holds, else why not. */
  async function wait(description: string, reason: () => string | null, timeout: number, called: Error): Promise<void> {
    const ask = (): string | null => {
      try {
        return reason();
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    };
    let why = ask();
    if (why === null) return;
    const failure = (ending: string): Error => {
      called.message = `${description}: not seen ${ending}${why === '' ? '' : `\nwhy: ${why}`}\n${report(watched)}`;
      return called;
    };
    if (watched.time !== undefined) {
      const isOver = await watched.time.until(() => {
        why = ask();
        return why === null || watched.ending() !== null;
      }, timeout);
      if (why !== null) throw failure(isOver ? 'before the program ended' : `within ${timeout} ms`);
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const finish = (): void => {
        stopDeadline();
        stop();
      };
      const fail = (ending: string): void => {
        finish();
        reject(failure(ending));
      };
      const again = (): void => {
        why = ask();
        if (why === null) {
          finish();
          resolve();
        } else if (watched.ending() !== null) fail('before the program ended');
      };
      const stop = watched.onChange(again);
      const stopDeadline = afterRunning(timeout, () => fail(`within ${timeout} ms`));
      if (watched.ending() !== null) fail('before the program ended');
    });
  }

  function waitFor(
    description: string,
    reason: () => string | null,
    patience: Patience | undefined,
    from: (...args: never[]) => unknown,
  ): Promise<void> {
    // Created here and not at the timeout, so that its stack names the line of the test.
    const called = new Error(description);
    Error.captureStackTrace(called, from);
    return wait(
      description,
      reason,
      patience?.timeout ?? PATIENCE_MS[watched.time === undefined ? 'program' : 'here'],
      called,
    );
  }

  const until: Waiting['until'] = (description, holds, patience) =>
    waitFor(description, () => (holds(screen) ? null : ''), patience, until);

  const see: Waiting['see'] = (text, patience) =>
    waitFor(`see ${quoted(text)}`, () => (screen.shows(text) ? null : ''), patience, see);

  const seeLoaded: Waiting['seeLoaded'] = (text, patience) =>
    waitFor(
      `see ${quoted(text)} and nothing loading`,
      () => (screen.shows(text) && !screen.shows(/loading/i) ? null : ''),
      patience,
      seeLoaded,
    );

  const gone: Waiting['gone'] = (text, patience) =>
    waitFor(
      `${quoted(text)} gone`,
      () => (screen.shows(text) ? `row ${screen.rowOf(text)} still shows it` : null),
      patience,
      gone,
    );

  const seeRows: Waiting['seeRows'] = (paneTitle, rows, patience) =>
    waitFor(
      `see ${rows.length} rows in ${quoted(paneTitle)}`,
      () => missingRows(screen.rowsOfPane(paneTitle), rows),
      patience,
      seeRows,
    );

  const seeSelected: Waiting['seeSelected'] = (paneTitle, text, patience) =>
    waitFor(
      `see ${quoted(text)} selected in ${quoted(paneTitle)}`,
      () => otherSelection(screen, paneTitle, text),
      patience,
      seeSelected,
    );

  async function ended(patience?: Patience): Promise<Ending> {
    await waitFor('the program ended', () => (watched.ending() === null ? '' : null), patience, ended);
    return watched.ending() ?? { code: null, signal: null };
  }

  async function idle(options: Patience & { readonly quiet?: number } = {}): Promise<void> {
    const { quiet = 50, timeout = 5_000 } = options;
    const called = new Error('idle');
    Error.captureStackTrace(called, idle);
    if (watched.time !== undefined) {
      const { time } = watched;
      let changes = 0;
      const stop = watched.onChange(() => {
        changes += 1;
      });
      try {
        for (let passed = 0; passed < timeout; passed += quiet) {
          const before = changes;
          await time.until(() => changes !== before, quiet);
          if (changes === before) return;
        }
      } finally {
        stop();
      }
      called.message = `still writing after ${timeout} ms\n${report(watched)}`;
      throw called;
    }
    await new Promise<void>((resolve, reject) => {
      const finish = (): void => {
        clearTimeout(rest);
        clearTimeout(deadline);
        stop();
      };
      const rested = (): void => {
        finish();
        resolve();
      };
      let rest = setTimeout(rested, quiet);
      const stop = watched.onChange(() => {
        clearTimeout(rest);
        rest = setTimeout(rested, quiet);
      });
      const deadline = setTimeout(() => {
        finish();
        called.message = `still writing after ${timeout} ms\n${report(watched)}`;
        reject(called);
      }, timeout);
    });
  }

  return { until, see, seeLoaded, gone, seeRows, seeSelected, ended, idle };
}

function report(watched: WatchedConsole): string {
  const { columns, rows } = watched.screen.size();
  const ending = watched.ending();
  const ended = ending === null ? 'running' : `ended with ${ending.signal ?? `code ${ending.code}`}`;
  return `${columns}×${rows}, ${ended}, ${watched.status()}\n${watched.screen.picture()}`;
}

function missingRows(shown: readonly string[], expected: readonly (string | RegExp)[]): string | null {
  const squeezed = shown.map((row) => row.replace(/ +/g, ' '));
  const fits = (start: number): number => {
    const wrong = expected.findIndex((row, place) => !matches(squeezed[start + place] ?? '', row));
    return wrong < 0 ? expected.length : wrong;
  };
  const best = Math.max(0, ...squeezed.map((_, start) => fits(start)));
  const missing = expected[best];
  if (missing === undefined) return null;
  return best === 0
    ? `no row shows ${quoted(missing)}`
    : `the first ${best} are there, but no ${quoted(missing)} right under them`;
}

function otherSelection(screen: Screen, paneTitle: string, text: string | RegExp): string | null {
  const pane = screen.box(paneTitle);
  const selected = cursorRowsOf(pane).map((place) => textOf(pane.rows[place] ?? []));
  if (selected.some((row) => matches(row, text))) return null;
  return selected.length === 0 ? 'no row stands out' : `selected is ${selected.map(quoted).join(', ')}`;
}
