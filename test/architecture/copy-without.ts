import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rules } from '../../scripts/layers.ts';
import { copyProject, type ProjectCopy } from './project-copy.ts';

export const featureNames: readonly string[] = Object.keys(rules.features);

/** Features with those that import from them, however indirectly. */
export function withThoseAbove(names: readonly string[]): readonly string[] {
  const gone = new Set(names);
  // A feature comes after all it imports from.
  for (const [name, below] of Object.entries(rules.features))
    if (below.split(' ').some((each) => gone.has(each))) gone.add(name);
  return featureNames.filter((name) => gone.has(name));
}

/**
 * Sets of features, closed upwards. For each pair of independent features one set deletes one and leaves the other, so
 * half of the copies show as much as one for each feature.
 */
export function deletedTogether(): readonly (readonly string[])[] {
  let open = featureNames.flatMap((gone) => {
    const above = withThoseAbove([gone]);
    return featureNames.filter((there) => !above.includes(there)).map((there) => ({ gone, there }));
  });
  const countShown = (names: readonly string[]): number => open.filter((pair) => isShown(pair, names)).length;
  const sets: (readonly string[])[] = [];
  while (open.length > 0) {
    let best: readonly string[] = [];
    for (;;) {
      // Of equals the last: fewer features above it need fewer sets.
      const wider = featureNames.toReversed().map((name) => withThoseAbove([...best, name]));
      const [most = best] = wider.toSorted((a, b) => countShown(b) - countShown(a));
      if (countShown(most) <= countShown(best)) break;
      best = most;
    }
    open = open.filter((pair) => !isShown(pair, best));
    sets.push(best);
  }
  return sets;
}

const isShown = (
  { gone, there }: { readonly gone: string; readonly there: string },
  names: readonly string[],
): boolean => names.includes(gone) && !names.includes(there);

export function copyWithout(names: readonly string[], part: 'program' | 'all' = 'all'): ProjectCopy {
  const tops = part === 'program' ? ['src'] : ['src', 'test'];
  const copy = copyProject([
    ...tops,
    ...['scripts', 'types', 'patches'],
    ...['package.json', 'package-lock.json', 'tsconfig.json', 'vitest.config.ts'],
  ]);
  const at = (...path: readonly string[]): string => join(copy.folder, ...path);
  for (const name of names) {
    for (const top of tops) rmSync(at(top, 'features', name), { recursive: true });
    const list = at('src/features/index.ts');
    const text = readFileSync(list, 'utf8');
    const line = new RegExp(`^import \\{ (\\w+) \\} from '\\./${name}/index\\.ts';\n`, 'm');
    const [, record = ''] = line.exec(text) ?? [];
    const without = text.replace(line, '').replace(new RegExp(`^ +\\.with\\(${record}\\)`, 'm'), '');
    if (!text.includes(`.with(${record})`)) throw new Error(`${name} has no line in the list of features`);
    writeFileSync(list, without);
  }
  if (part === 'program') return copy;
  // Tests about two features go with either.
  const tests = readdirSync(at('test/features'), { recursive: true, encoding: 'utf8', withFileTypes: true });
  for (const { name, parentPath } of tests.filter((entry) => entry.isDirectory()))
    if (names.some((gone) => name === `with-${gone}`)) rmSync(join(parentPath, name), { recursive: true, force: true });
  return copy;
}
