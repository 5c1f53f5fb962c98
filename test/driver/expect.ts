import { textOf } from './cells.ts';
import { cursorRowsOf } from './pane.ts';
import { matches, quoted, type Screen } from './screen.ts';

export type Ending = { readonly code: number | null; readonly signal: string | null };

type Patience = { readonly timeout?: number };

/** Waits for the screen: conditions are checked after every write. */
export type Waiting = {
  /** A failure has the description, the reason and the screen. */
  until(description: string, holds: (screen: Screen) => boolean, patience?: Patience): Promise<void>;
  see(text: string | RegExp, patience?: Patience): Promise<void>;
  /** Also waits until no pane is loading, as lists arrive one by one. */
  seeLoaded(text: string | RegExp, patience?: Patience): Promise<void>;
  gone(text: string | RegExp, patience?: Patience): Promise<void>;
  /** Rows directly below each other. A single blank matches any number. */
  seeRows(paneTitle: string, rows: readonly (string | RegExp)[], patience?: Patience): Promise<void>;
  seeSelected(paneTitle: string, text: string | RegExp, patience?: Patience): Promise<void>;
  /** Also waits for its last output. */
  ended(patience?: Patience): Promise<Ending>;
  /** Nothing written for `quiet` ms (50 by default). Fails on a screen with a clock. */
  idle(options?: { readonly quiet?: number }): Promise<void>;
};

export type WatchedConsole = {
  readonly screen: Screen;
  /** After each write on the screen and once at the exit. */
  onChange(listener: () => void): () => void;
  ending(): Ending | null;
  /** For failures: modes, bytes. */
  status(): string;
  /** By default the machine's. */
  readonly time?: WaitTime;
};

/** Another time than the machine's, going on while somebody waits. */
export type WaitTime = {
  /** Whether the condition came to hold within the time. */
  readonly until: (holds: () => boolean, timeoutMs: number) => Promise<boolean>;
};

/** In ms: real seconds for programs, so that only a hang reaches it, and the story's in process. */
const PATIENCE_MS = { program: 90_000, here: 20_000 };
/** In ms. Longer steps mean that this process did not run. */
const STEP_MS = 250;
/** More writes count as endless. */
const MOST_WRITES = 1000;

/** Counts only time in which this process ran. Returns how to stop. */
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

/** The machine's time, while this process runs. */
const realTimeOf = ({ onChange }: WatchedConsole): WaitTime => ({
  until: (holds, timeoutMs) =>
    new Promise((resolve) => {
      const end = (held: boolean): void => {
        stopDeadline();
        stop();
        resolve(held);
      };
      const look = (): void => {
        if (holds()) end(true);
      };
      const stop = onChange(look);
      const stopDeadline = afterRunning(timeoutMs, () => end(false));
      look();
    }),
});

export function waitingOn(watched: WatchedConsole): Waiting {
  const { screen, time = realTimeOf(watched) } = watched;

  /** `reason` is null when the condition holds. */
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
    const isOver = await time.until(() => {
      why = ask();
      return why === null || watched.ending() !== null;
    }, timeout);
    if (why === null) return;
    const ending = isOver ? 'before the program ended' : `within ${timeout} ms`;
    called.message = `${description}: not seen ${ending}${why === '' ? '' : `\nwhy: ${why}`}\n${report(watched)}`;
    throw called;
  }

  function waitFor(
    description: string,
    reason: () => string | null,
    patience: Patience | undefined,
    from: (...args: never[]) => unknown,
  ): Promise<void> {
    // Created here, so that its stack names the test's line.
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

  async function idle({ quiet = 50 }: { readonly quiet?: number } = {}): Promise<void> {
    const called = new Error(`still writing after ${MOST_WRITES} writes`);
    Error.captureStackTrace(called, idle);
    let writes = 0;
    const stop = watched.onChange(() => {
      writes += 1;
    });
    for (let before = -1; before !== writes && writes < MOST_WRITES; ) {
      before = writes;
      await time.until(() => writes !== before, quiet);
    }
    stop();
    if (writes < MOST_WRITES) return;
    called.message = `${called.message}\n${report(watched)}`;
    throw called;
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
