import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyWithout, deletedTogether, featureNames } from '../architecture/copy-without.ts';
import type { ProjectCopy } from '../architecture/project-copy.ts';
import { closeAfterTest, openConsole } from '../driver/console.ts';

/** What the compiler remembers of the whole program: without a feature it checks only what that changes. */
const CHECKED = 'checked.tsbuildinfo';
const PROGRAM = 'tsconfig.program.json';

let whole: ProjectCopy;
beforeAll(async () => {
  whole = copyWithout([], 'program');
  await checkProgram(whole);
});
afterAll(() => whole.remove());

async function checkProgram(copy: ProjectCopy): Promise<void> {
  const compilerOptions = { incremental: true, tsBuildInfoFile: CHECKED };
  writeFileSync(
    join(copy.folder, PROGRAM),
    JSON.stringify({ extends: './tsconfig.json', include: ['src', 'types'], compilerOptions }),
  );
  await copy.checkTypes('-p', PROGRAM);
}

/** Opens the demo of a program that was built from a part of the features. */
async function opensDemo({ program }: ProjectCopy): Promise<void> {
  const console = await openConsole({ program });
  await console.seeLoaded('14 bids');
  console.type('?');
  await console.see('Keys');
  console.press('Esc');
  await console.gone('Keys');
  console.type('q');
  expect(await console.ended()).toEqual({ code: 0, signal: null });
}

/** Sets of features. Each pair has to type-check; that the program builds and starts is shown once without each feature. */
const sets = deletedTogether().map((names, n, all) => {
  const before = new Set(all.slice(0, n).flat());
  return { names, title: names.join(', '), isBuilt: names.some((name) => !before.has(name)) };
});

describe('a feature is one folder and one line: the program type-checks, and builds and opens its demo without each', () => {
  test.each(sets)('without $title', async ({ names, isBuilt }) => {
    const copy = copyWithout(names, 'program');
    closeAfterTest({ close: async () => copy.remove() });
    copyFileSync(join(whole.folder, CHECKED), join(copy.folder, CHECKED));
    await checkProgram(copy);
    if (!isBuilt) return;
    await copy.build();
    await opensDemo(copy);
  });

  test('without any feature, and so do the tests that are left', async () => {
    const copy = copyWithout(featureNames);
    closeAfterTest({ close: async () => copy.remove() });
    await copy.checkTypes();
    await copy.build('anew');
    await opensDemo(copy);
  });
});
