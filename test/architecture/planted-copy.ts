import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { copyProject, type ProjectCopy } from './project-copy.ts';

/** A line added after a text of a project's file. */
export type PlantedLine = { readonly file: string; readonly after: string; readonly text: string };

/** A built copy of the project with something new in it. */
export type PlantedCopy = Omit<ProjectCopy, 'checkTypes'> & {
  /** @throws when types don't fit. */
  readonly checkTypes: () => Promise<void>;
};

/** Builds a copy with new files, and new lines in old ones. */
export async function plant(
  files: Readonly<Record<string, string>>,
  lines: readonly PlantedLine[],
): Promise<PlantedCopy> {
  const copy = copyProject([
    ...'src scripts patches types docs README.md CHANGELOG.md package.json tsconfig.json'.split(' '),
  ]);
  const { folder } = copy;
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text.trimStart());
  }
  for (const { file, after, text } of lines) {
    const before = readFileSync(join(folder, file), 'utf8');
    expect(before).toContain(after);
    writeFileSync(join(folder, file), before.replace(after, `${after}${text}`));
  }
  const checkTypes = (): Promise<void> => {
    const known = { incremental: true, tsBuildInfoFile: './types.json' };
    const config = { extends: './tsconfig.json', compilerOptions: known, include: ['src', 'types'] };
    writeFileSync(join(folder, 'tsconfig.src.json'), JSON.stringify(config));
    return copy.checkTypes('-p', 'tsconfig.src.json');
  };
  await copy.build();
  return { ...copy, checkTypes };
}
