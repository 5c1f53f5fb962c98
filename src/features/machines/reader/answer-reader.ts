import type { Clock } from '../../../lib/clock.ts';

/** Most bytes of both outputs together: since the last request, and in a second. */
const MOST = 64 * 1024;
const SECOND_MS = 1000;
/** What each piece that arrives counts for at least in its second, in bytes: to take a piece costs as much, however small it is. */
const LEAST_PIECE = 256;

/** What had more than its bound: what arrived since the last request, or in a second. */
export type TooMuch = 'sample' | 'second';

/** Bounds what a machine prints, and splits its output into lines. */
export type AnswerReader = {
  /** Takes a piece of stdout. Returns its lines, or what had too much. */
  readonly take: (chunk: string) => readonly string[] | TooMuch;
  /** Takes a piece of stderr, which counts like one of stdout. Returns what had too much; null while nothing had. */
  readonly count: (chunk: string) => TooMuch | null;
  /** Begins a sample. */
  readonly allow: () => void;
};

export function createAnswerReader({ steady }: Pick<Clock, 'steady'>): AnswerReader {
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
