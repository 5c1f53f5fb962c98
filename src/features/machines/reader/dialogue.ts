import type { Cancel, Clock } from '../../../lib/clock.ts';
import type { MachineProblem, StreamListener } from '../source.ts';
import { type KnownGpus, NOTHING_KNOWN, parseAnswer, withoutGpus } from './parse-sample.ts';
import { HELLO } from './script.ts';

/** Time until the hello, with the connection and the login, in milliseconds. */
const HELLO_MS = 25_000;
/** Time after which a GPU tool counts as hanging, in milliseconds: more than its time on the machine and its end. */
const TOOL_HANGS_MS = 13_000;
/** Time without an answer to the last request, in milliseconds, after which the machine counts as silent. */
const SILENT_MS = 15_000;
/** Fewest requests between two that name the GPUs, when a process runs on an unknown one. */
const NAME_AGAIN = 12;
/** Most characters that a GPU tool may have printed while it did not end. */
const MOST_UNENDED = 64 * 1024;
/** Lines about the machine itself. */
const OF_HOST = /^(?:load|processors|memory|disk) /;

/** The line to a machine, and who hears of its samples. */
type DialogueHost = {
  readonly clock: Clock;
  readonly everyMs: number;
  /** Sends text to the script. */
  readonly send: (text: string) => void;
  readonly listener: Pick<StreamListener, 'opened' | 'sampled'>;
  /** Receives why the stream can't go on. */
  readonly failed: (problem: MachineProblem) => void;
};

/** The two sides' words on one stream: requests to the script, and its answers. */
type Dialogue = {
  readonly receive: (chunk: string) => void;
  /** Takes what arrives on stderr: nothing of it is an answer, and it counts as much. */
  readonly receiveStderr: (chunk: string) => void;
  readonly greeted: () => boolean;
  /** Text that arrived instead of the hello: its last line. */
  readonly instead: () => string;
  readonly stop: () => void;
};

type Request = { readonly id: number; readonly at: number; lines: string[] };

/**
 * Requests a sample each `everyMs`, the next one after the answer to the last. A GPU tool that does not end is reported as hanging and
 * not started again: until it ends only the rest of the machine is requested.
 */
export function createDialogue({ clock, everyMs, send, listener, failed }: DialogueHost): Dialogue {
  const reader = createAnswerReader(clock);
  let greeted = false;
  let instead = '';
  let known: KnownGpus = NOTHING_KNOWN;
  let unnamed = true;
  let sinceNamed = NAME_AGAIN;
  let lastId = 0;
  /** The request whose GPU tool has not ended, and the one without GPUs in the meantime. */
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

/** Most bytes of both outputs together: since the last request, and in a second. */
const MOST = 64 * 1024;
const SECOND_MS = 1000;
/** What each piece that arrives counts for at least in its second, in bytes: to take a piece costs as much, however small it is. */
const LEAST_PIECE = 256;

/** What had more than its bound: what arrived since the last request, or in a second. */
type TooMuch = 'sample' | 'second';

/** Bounds what a machine prints, and splits its output into lines. */
type AnswerReader = {
  /** Takes a piece of stdout. Returns its lines, or what had too much. */
  readonly take: (chunk: string) => readonly string[] | TooMuch;
  /** Takes a piece of stderr, which counts like one of stdout. Returns what had too much; null while nothing had. */
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
