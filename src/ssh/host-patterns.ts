/**
 * Whether a part of a configuration of `ssh` applies to a host: not at all, as it would to any other host, because it
 * names the host, or in a way that only `ssh` finds out.
 */
export type Applies = 'no' | 'to-any' | 'by-name' | 'unknown';

/** Judges a host as it is typed after `ssh`, and the host that `ssh` connects to: null when that can't be told. */
export type HostTest = (typed: string, target: string | null) => Applies;

/** Result of conditions that all have to hold. */
export function allOf(parts: readonly Applies[]): Applies {
  if (parts.includes('no')) return 'no';
  return parts.find((part) => part === 'by-name') ?? parts.find((part) => part === 'unknown') ?? 'to-any';
}

/** Matches every name there can be, so it names none. */
const CATCH_ALL = /^\*+\??\**$|^\?\*+$/;

/**
 * Returns the test of a list of patterns: `*`, `?`, and `!` for exceptions. A pattern covers a name in any case, an
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

/** Criteria of `Match` with a value that is the same for every host as long as no section names the host. */
const NOT_OF_HOST = new Set(['user', 'localuser', 'localnetwork', 'tagged', 'version', 'sessiontype', 'command']);
/** Criteria that hold in one of the passes in which `ssh` reads its configuration. */
const OF_A_PASS = new Set(['canonical', 'final']);
/** Tokens of a command that are the same for every host (ssh_config(5), TOKENS). */
const NOT_HOST_TOKENS = /%[%diLlu]/g;

/** Returns the test of the words after `Match`. */
export function matchTest(words: readonly string[]): HostTest {
  const tests: HostTest[] = [];
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const isNegated = word.startsWith('!');
    const criterion = word.slice(isNegated ? 1 : 0).toLowerCase();
    if (OF_A_PASS.has(criterion)) continue;
    if (criterion === 'all') {
      if (isNegated) tests.push(() => 'no');
      continue;
    }
    const value = rest.shift();
    if (value === undefined) return () => 'unknown';
    if (NOT_OF_HOST.has(criterion)) continue;
    tests.push(criterionTest(criterion, value, isNegated));
  }
  return words.length === 0 ? () => 'unknown' : (typed, target) => allOf(tests.map((test) => test(typed, target)));
}

function criterionTest(criterion: string, value: string, isNegated: boolean): HostTest {
  const named = patternTest(value.split(','), 'Match');
  // What does not hold for the named hosts holds for all others, and names none of them.
  const test = isNegated ? (name: string) => (named(name) === 'no' ? 'to-any' : 'no') : named;
  switch (criterion) {
    case 'host':
      return (_, target) => (target === null ? 'unknown' : test(target));
    case 'originalhost':
      return test;
    case 'exec':
      return () => (value.replace(NOT_HOST_TOKENS, '').includes('%') ? 'unknown' : 'to-any');
    default:
      return () => 'unknown';
  }
}
