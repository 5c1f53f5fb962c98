import type { Cancel, Clock } from './clock.ts';
import { ESCAPE, FOCUS, isPaste, PASTE_ENDS, splitKeys } from './key-input.ts';

/**
 * Beginning of a terminal's response to a query for its title, colours, clipboard or version. The console sends no such
 * query, but a remote machine can during an SSH login, and the response then arrives after the console has the terminal
 * again. The remote machine chooses its text, so it is dropped: read as keys it could pause bids.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a response begins with the escape character
const RESPONSE = /^\u001b(?:\](?:\d|[lLI])|P[01]?[$+>!|r]|_G)/;
/** Beginning of what can only be a sequence or a response; Escape alone is a key, too. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const ONLY_SEQUENCE = /^\u001b(?:\[|O|[\]P_]$|P[01]$)/;

/** Time in which the rest of a sequence comes, in milliseconds: what is not whole by then does nothing. */
export const SEQUENCE_MS = 1000;
/** Time that an Escape waits for whether a sequence follows, in milliseconds. It is longer on a line that has torn sequences apart. */
const ESCAPE_MS = 50;
const LONGEST_ESCAPE_MS = 500;
/** What is left of the longest gap in a sequence once another one has come whole. */
const GAP_FADES = 0.9;

/** Turns the reads of a terminal into whole pieces. */
export type KeyDecoder = {
  readonly receive: (text: string) => void;
  /** Forgets what is incomplete. */
  readonly forget: () => void;
};

/**
 * Creates a decoder that keeps what is incomplete until its rest has come. `take` gets the pieces of a read, and whether no incomplete
 * one remains.
 */
export function createKeyDecoder(
  clock: Clock,
  take: (pieces: readonly string[], isWhole: boolean) => void,
): KeyDecoder {
  let rest = '';
  /** Whether the Escape that `rest` begins with has been taken as a key already. */
  let isLate = false;
  let [heardAt, escapedAt, gap] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  /** The end of a paste that has not ended. */
  let pasteTail = '';
  let stopWaiting: Cancel = () => undefined;

  const escapeMs = (): number => Math.min(LONGEST_ESCAPE_MS, Math.max(ESCAPE_MS, 2 * gap));

  const wait = (): void => {
    if (rest === '' || isPaste(rest)) return;
    const isSequence = RESPONSE.test(rest) || (ONLY_SEQUENCE.test(rest) && !(isLate && rest.length === 2));
    // One more turn of the event loop reads what has come while the program was busy.
    stopWaiting = clock.after(isSequence ? SEQUENCE_MS : escapeMs(), () => {
      stopWaiting = clock.after(0, () => giveUp(isSequence));
    });
  };

  /** The rest has not come: an Escape was a key, and what could only be a sequence is nothing. */
  const giveUp = (isSequence: boolean): void => {
    const keys = isSequence ? [] : [...rest].slice(isLate ? 1 : 0);
    if (rest === ESCAPE) escapedAt = clock.steady();
    [rest, isLate] = ['', false];
    take(keys, true);
  };

  /** Adds to a paste that has not ended. A large one comes in many reads, so only the last of it is searched. */
  const isInPaste = (text: string): boolean => {
    if (!isPaste(rest)) return false;
    const seen = pasteTail + text;
    pasteTail = seen.slice(1 - PASTE_ENDS.length);
    return !seen.includes(PASTE_ENDS);
  };

  const receive = (text: string): void => {
    stopWaiting();
    const now = clock.steady();
    const silence = now - heardAt;
    heardAt = now;
    // A connection can lose the end of a paste.
    if (isPaste(rest) && text === '\u0003' && silence > SEQUENCE_MS) rest = '';
    if (isInPaste(text)) {
      rest += text;
      return;
    }
    const isTorn = rest !== '' && !isPaste(rest);
    if (rest === '' && now - escapedAt <= SEQUENCE_MS) [rest, isLate] = [ESCAPE, true];
    const split = splitKeys(rest + text);
    const [first = ''] = split.keys;
    const isSequence = first.length > 1 && first.startsWith(ESCAPE);
    if (isSequence && !isPaste(first)) gap = Math.max(gap * GAP_FADES, isTorn || isLate ? silence : 0);
    const pieces = isLate ? afterLate(split.keys) : split.keys;
    if (split.keys.length > 0) {
      isLate = false;
      escapedAt = Number.NEGATIVE_INFINITY;
    }
    rest = split.rest;
    if (isPaste(rest)) pasteTail = rest.slice(1 - PASTE_ENDS.length);
    wait();
    take(pieces, rest === '');
  };

  return {
    receive,
    forget: () => {
      stopWaiting();
      [rest, isLate, escapedAt] = ['', false, Number.NEGATIVE_INFINITY];
    },
  };
}

/**
 * The pieces after an Escape that was taken as a key. The rest of its sequence is no key: what the operator pressed has become the
 * Escape, and what it would do now is something else.
 */
function afterLate([first = '', ...others]: readonly string[]): readonly string[] {
  if (first === ESCAPE || first === '') return others;
  if (first === '\u001b\u007f') return ['\u007f', ...others];
  return FOCUS.has(first) ? [first, ...others] : others;
}
