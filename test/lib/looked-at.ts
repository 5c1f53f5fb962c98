type Exec = (this: RegExp, text: string) => RegExpExecArray | null;

/** Characters that one search has looked at, at least: those it has gone over. */
function goneOver(pattern: RegExp, from: number, text: string, found: RegExpExecArray | null): number {
  if (found === null) return text.length - from;
  return pattern.global || pattern.sticky ? pattern.lastIndex - from : found.index + found[0].length;
}

/** Length from which on a text counts as long: no bound on texts of a service is that large. */
const LONG = 20_000;

export type Counting = {
  /** The number of characters so far. */
  readonly count: () => number;
  /** The regular expressions that were given a long text so far, each once. */
  readonly patterns: () => readonly RegExp[];
  readonly end: () => void;
};

/**
 * Counts the characters that regular expressions and the splitter of visible characters go over in this process, each as often as it is
 * looked at. What an expression tries in vain at one place is not counted.
 */
export function countCharacters(): Counting {
  const exec: Exec = RegExp.prototype.exec;
  const { segment } = Intl.Segmenter.prototype;
  const patterns = new Map<string, RegExp>();
  let count = 0;
  RegExp.prototype.exec = function counted(this: RegExp, text: string) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const found = exec.call(this, text);
    count += goneOver(this, from, String(text), found);
    if (text.length > LONG) patterns.set(String(this), this);
    return found;
  };
  Intl.Segmenter.prototype.segment = function counted(this: Intl.Segmenter, text: string) {
    count += text.length;
    return segment.call(this, text);
  };
  return {
    count: () => count,
    patterns: () => [...patterns.values()],
    end: () => {
      RegExp.prototype.exec = exec;
      Intl.Segmenter.prototype.segment = segment;
    },
  };
}

/** The number of characters that some work looks at, as `countCharacters` counts. */
export function charactersLookedAt(work: () => unknown): number {
  const counting = countCharacters();
  try {
    work();
    return counting.count();
  } finally {
    counting.end();
  }
}
