/** Most characters of a sample, with what else arrived since its request. */
const MOST = 64 * 1024;

/** Splits output into lines. `take` returns null once more has arrived since the last `allow` than one sample may have. */
export type AnswerReader = {
  readonly take: (chunk: string) => readonly string[] | null;
  readonly allow: () => void;
};

export function createAnswerReader(): AnswerReader {
  let rest = '';
  let left = MOST;
  return {
    take: (chunk) => {
      left -= chunk.length;
      if (left < 0) return null;
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      return lines;
    },
    allow: () => {
      left = MOST;
    },
  };
}
