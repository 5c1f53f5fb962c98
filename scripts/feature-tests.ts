// Finds tests and scripts that would not survive the deletion of a feature's folders.
import type { Rules, Source } from './imports.ts';

const namesIn = (names: string): readonly string[] => names.split(' ').filter((name) => name !== '');

/** The feature that a file of the program or of the tests belongs to; null for any other one. */
function featureOf(path: string): string | null {
  const [top, features, name, file] = path.split('/');
  return (top === 'src' || top === 'test') && features === 'features' && file !== undefined ? (name ?? null) : null;
}

/** Features with all that they may import from, directly or by others: what is there as long as they are. */
function withThoseBelow({ features }: Rules, names: readonly string[]): ReadonlySet<string> {
  const all = new Set(names);
  // A set that grows while it is walked is walked to its end.
  for (const name of all) for (const below of namesIn(features[name] ?? '')) all.add(below);
  return all;
}

/**
 * A sentence for each import by a test or a script of a feature that may be deleted without it. What a test needs lies in
 * `test/features/NAME` of the topmost feature that it imports from; a folder `with-NAME` in there is for what is about two features
 * that don't know each other, and goes with either.
 */
export function featureTestFaults(rules: Rules, sources: readonly Source[]): readonly string[] {
  return sources.flatMap(({ path, imports }) => {
    if (path.startsWith('src/')) return [];
    const own = featureOf(path);
    const others = [...path.matchAll(/\/with-([^/]+)(?=\/)/g)].map(([, name = '']) => name);
    const there = withThoseBelow(rules, own === null ? [] : [own, ...others]);
    return imports.flatMap(({ name, line, path: to }) => {
      const feature = to === null ? null : featureOf(to);
      if (feature === null || there.has(feature)) return [];
      const place = own === null ? 'only test/features may know a feature' : `test/features/${own} is there without it`;
      return [`${path}:${line} imports ${name}: ${place}.`];
    });
  });
}
