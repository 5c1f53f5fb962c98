/**
 * Whether a part of a configuration of `ssh` applies to a host: not at all, as it would to any other host, because it
 * names the host, or in a way that only `ssh` finds out.
 */
export type Applies = 'no' | 'to-any' | 'by-name' | 'unknown';

/** A host as `ssh` has it in one of the two passes in which it may read its configuration. */
export type HostQuery = {
  /** As it is typed after `ssh`. */
  readonly typed: string;
  /** The host to connect to; null when that can't be told. */
  readonly target: string | null;
  readonly isFinalPass: boolean;
};
export type HostTest = (asked: HostQuery) => Applies;

/** Result of conditions that all have to hold. */
export function allOf(parts: readonly Applies[]): Applies {
  if (parts.includes('no')) return 'no';
  return parts.find((part) => part === 'by-name') ?? parts.find((part) => part === 'unknown') ?? 'to-any';
}

/** Matches every name there can be, so it names none. */
const CATCH_ALL = /^\*+\??\**$|^\?\*+$/;

/**
 * The test of a list of patterns: `*`, `?`, and `!` for exceptions. A pattern covers a name in any case, an
 * exception takes only what `ssh` takes: of `Host` the same case.
 */
export function patternTest(patterns: readonly string[], keyword: 'Host' | 'Match'): (name: string) => Applies {
  const wanted = patterns.filter((pattern) => !pattern.startsWith('!'));
  const naming = wanted.filter((pattern) => !CATCH_ALL.test(pattern));
  const literal = new Set(naming.filter((pattern) => !/[*?]/.test(pattern)).map((pattern) => pattern.toLowerCase()));
  const wild = naming.filter((pattern) => /[*?]/.test(pattern)).map((pattern) => expressionOf(pattern, 'is'));
  const exceptions = patterns
    .filter((pattern) => pattern.startsWith('!'))
    .map((pattern) => expressionOf(pattern.slice(1), keyword === 'Host' ? 's' : 'is'));
  const rest = naming.length < wanted.length ? 'to-any' : 'no';
  return (name) => {
    const isNamed = (literal.size > 0 && literal.has(name.toLowerCase())) || wild.some((pattern) => pattern.test(name));
    const applies = isNamed ? 'by-name' : rest;
    return applies === 'no' || exceptions.some((exception) => exception.test(name)) ? 'no' : applies;
  };
}

function expressionOf(pattern: string, flags: string): RegExp {
  const source = pattern
    .replace(/\*+/g, '*')
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, flags);
}

/** The test of the words after `Host`. */
export function hostTest(words: readonly string[]): HostTest {
  const test = patternTest(words, 'Host');
  return ({ typed }) => test(typed);
}

/** Criteria of `Match` with a value that is the same for every host as long as no section names the host. */
const NOT_OF_HOST = new Set(['user', 'localuser', 'localnetwork', 'tagged', 'version', 'sessiontype', 'command']);
/** Criteria that hold in the final pass. */
const OF_FINAL_PASS = new Set(['canonical', 'final']);
/** Tokens of a command that are the same for every host (ssh_config(5), TOKENS). */
const NOT_HOST_TOKENS = /%[%diLlu]/g;

/** The test of the words after `Match`. */
export function matchTest(words: readonly string[]): HostTest {
  const tests: HostTest[] = [];
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const isNegated = word.startsWith('!');
    const criterion = word.slice(isNegated ? 1 : 0).toLowerCase();
    if (OF_FINAL_PASS.has(criterion)) {
      tests.push(({ isFinalPass }) => (isFinalPass === isNegated ? 'no' : 'to-any'));
      continue;
    }
    if (criterion === 'all') {
      if (isNegated) tests.push(() => 'no');
      continue;
    }
    const value = rest.shift();
    if (value === undefined) return () => 'unknown';
    if (NOT_OF_HOST.has(criterion)) continue;
    tests.push(criterionTest(criterion, value, isNegated));
  }
  return words.length === 0 ? () => 'unknown' : (asked) => allOf(tests.map((test) => test(asked)));
}

function criterionTest(criterion: string, value: string, isNegated: boolean): HostTest {
  const named = patternTest(value.split(','), 'Match');
  // What does not hold for the named hosts holds for all others, and names none of them.
  const test = isNegated ? (name: string) => (named(name) === 'no' ? 'to-any' : 'no') : named;
  switch (criterion) {
    case 'host':
      return ({ target }) => (target === null ? 'unknown' : test(target));
    case 'originalhost':
      return ({ typed }) => test(typed);
    case 'exec':
      return () => (value.replace(NOT_HOST_TOKENS, '').includes('%') ? 'unknown' : 'to-any');
    default:
      return () => 'unknown';
  }
}
