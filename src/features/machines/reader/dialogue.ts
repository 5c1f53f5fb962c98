import type { Cancel, Clock } from '../../../lib/clock.ts';
import type { MachineProblem, StreamListener } from '../reading.ts';
import { type KnownGpus, NOTHING_KNOWN, parseAnswer, withoutGpus } from './parse-sample.ts';
import { HELLO } from './script.ts';

/** Time for connection, login and hello, in milliseconds. */
const HELLO_MS = 25_000;
/** A GPU tool taking longer hangs, in milliseconds: more than its time on the machine and its end. */
const TOOL_HANGS_MS = 13_000;
/** A machine silent for so long is lost, in milliseconds. */
const SILENT_MS = 15_000;
/** Requests between two naming GPUs, for a process on an unknown one. */
const NAME_AGAIN = 12;
/** Limit of output from an unended GPU tool, in characters. */
const MOST_UNENDED = 64 * 1024;
/** Lines about the machine itself. */
const OF_HOST = /^(?:load|processors|memory|disk) /;

type DialogueHost = {
  readonly clock: Clock;
  readonly everyMs: number;
  /** Sends text to the script. */
  readonly send: (text: string) => void;
  readonly listener: Pick<StreamListener, 'opened' | 'sampled'>;
  readonly failed: (problem: MachineProblem) => void;
};

/** Requests to the script, and its answers. */
type Dialogue = {
  readonly receive: (chunk: string) => void;
  /** Stderr has no answers, but counts as output. */
  readonly receiveStderr: (chunk: string) => void;
  readonly greeted: () => boolean;
  /** The last line in place of the hello. */
  readonly instead: () => string;
  readonly stop: () => void;
};

type Request = { readonly id: number; readonly at: number; lines: string[] };

/**
 * Requests a sample each `everyMs`, never two at once. A hanging GPU tool is reported and not started again; meanwhile
 * only the rest of the machine is requested.
 */
export function createDialogue({ clock, everyMs, send, listener, failed }: DialogueHost): Dialogue {
  const reader = createAnswerReader(clock);
  let greeted = false;
  let instead = '';
  let known: KnownGpus = NOTHING_KNOWN;
  let unnamed = true;
  let sinceNamed = NAME_AGAIN;
  let lastId = 0;
  /** The request of an unended GPU tool, and the one without GPUs meanwhile. */
  let gpus: Request | null = null;
  let host: Request | null = null;
  let cancel: Cancel = () => undefined;
  let stopped = false;

  const stop = (): void => {
    stopped = true;
    cancel();
  };
  const fail = (kind: MachineProblem['kind'], message: string): void => {
    stop();
    failed({ kind, message });
  };
  const wait = (ms: number, then: () => void): void => {
    cancel();
    cancel = clock.after(Math.max(0, ms), then);
  };
  const tooMuch = (of: TooMuch): void =>
    fail(
      'too-much-output',
      `more than 64 KB ${of === 'second' ? 'in a second' : greeted ? 'in one sample' : 'before the first sample'}`,
    );
  const silent = (): void => fail('timeout', `no answer for ${SILENT_MS / 1000} s`);

  const request = (what: 'all' | 'gpus' | 'host'): Request => {
    lastId += 1;
    reader.allow();
    send(`${what} ${lastId}\n`);
    return { id: lastId, at: clock.steady(), lines: [] };
  };

  const requestGpus = (): void => {
    const name = unnamed && sinceNamed >= NAME_AGAIN;
    sinceNamed = name ? 0 : sinceNamed + 1;
    gpus = request(name ? 'all' : 'gpus');
    wait(TOOL_HANGS_MS, requestHost);
  };

  const requestHost = (): void => {
    host = request('host');
    wait(SILENT_MS, silent);
  };

  const next = (after: Request, then: () => void): void => wait(after.at + everyMs - clock.steady(), then);

  const answered = (): void => {
    if (gpus === null) return;
    const answer = parseAnswer(gpus.lines, known, clock.now());
    known = answer.known;
    unnamed = answer.unnamed;
    next(gpus, requestGpus);
    gpus = null;
    host = null;
    listener.sampled(answer.sample);
  };

  const hostAnswered = (): void => {
    if (host === null || gpus === null) return;
    const { lines } = host;
    const unended = gpus.lines.filter((line) => !OF_HOST.test(line));
    if (unended.reduce((sum, line) => sum + line.length, 0) > MOST_UNENDED) {
      tooMuch('sample');
      return;
    }
    gpus.lines = [...unended, ...lines];
    next(host, requestHost);
    host = null;
    listener.sampled(withoutGpus(lines, clock.now()));
  };

  const take = (line: string): void => {
    if (!greeted) {
      if (line.replace(/\r$/, '') !== HELLO) {
        if (line.trim() !== '') instead = line;
        return;
      }
      greeted = true;
      listener.opened();
      if (!stopped) requestGpus();
      return;
    }
    if (gpus !== null && line === `end ${gpus.id}`) answered();
    else if (host !== null && line === `end ${host.id}`) hostAnswered();
    else (host !== null && OF_HOST.test(line) ? host : gpus)?.lines.push(line);
  };

  wait(HELLO_MS, () => fail('timeout', `no sample for ${HELLO_MS / 1000} s`));
  return {
    receive: (chunk) => {
      if (stopped) return;
      const lines = reader.take(chunk);
      if (typeof lines === 'string') tooMuch(lines);
      else for (const line of lines) if (!stopped) take(line);
    },
    receiveStderr: (chunk) => {
      const of = stopped ? null : reader.count(chunk);
      if (of !== null) tooMuch(of);
    },
    greeted: () => greeted,
    instead: () => instead,
    stop,
  };
}

/** Bytes of both outputs since the last request, and in a second. */
const MOST = 64 * 1024;
const SECOND_MS = 1000;
/** A small piece costs as much work as this many bytes. */
const LEAST_PIECE = 256;

/** The exceeded limit: since the last request, or in a second. */
type TooMuch = 'sample' | 'second';

/** Bounds a machine's output, and splits it into lines. */
type AnswerReader = {
  /** Returns the lines of a piece of stdout, or the exceeded limit. */
  readonly take: (chunk: string) => readonly string[] | TooMuch;
  /** Counts a piece of stderr. Returns the exceeded limit. */
  readonly count: (chunk: string) => TooMuch | null;
  /** Begins a sample. */
  readonly allow: () => void;
};

function createAnswerReader({ steady }: Pick<Clock, 'steady'>): AnswerReader {
  let rest = '';
  let inSample = 0;
  let inSecond = 0;
  let since = steady();
  const count: AnswerReader['count'] = (chunk) => {
    const bytes = Buffer.byteLength(chunk);
    const now = steady();
    if (now - since >= SECOND_MS) {
      since = now;
      inSecond = 0;
    }
    inSample += bytes;
    inSecond += Math.max(bytes, LEAST_PIECE);
    if (inSample > MOST) return 'sample';
    return inSecond > MOST ? 'second' : null;
  };
  return {
    count,
    take: (chunk) => {
      const tooMuch = count(chunk);
      if (tooMuch !== null) return tooMuch;
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      return lines;
    },
    allow: () => {
      inSample = 0;
    },
  };
}
