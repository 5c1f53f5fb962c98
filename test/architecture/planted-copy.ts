import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { copyProject, type ProjectCopy } from './project-copy.ts';

const FEATURES = 'src/features/index.ts';

/** A line that is added to a file of the project, after a text that stands there. */
export type PlantedLine = { readonly file: string; readonly after: string; readonly text: string };

/** The lines of the list of features with a feature more, whose record is `name` in the folder `name`. */
export const featureLines = (name: string): readonly PlantedLine[] => [
  {
    file: FEATURES,
    after: "import { noFeatures } from '../command/feature.ts';",
    text: `\nimport { ${name} } from './${name}/index.ts';`,
  },
  { file: FEATURES, after: 'export const features = noFeatures', text: `\n  .with(${name})` },
];

/** A built copy of the project with something new in it. */
export type PlantedCopy = Omit<ProjectCopy, 'checkTypes'> & {
  /** Checks the types of its sources. @throws when they don't fit. */
  readonly checkTypes: () => Promise<void>;
  /** Checks the types without a text in a file, by default in the list of features. Returns what the compiler says; nothing when they fit. */
  readonly typesWithout: (text: string, file?: string) => Promise<string>;
};

/** Builds a copy of the project with new files, by path, and new lines in files that it has. */
export async function plant(
  files: Readonly<Record<string, string>>,
  lines: readonly PlantedLine[],
): Promise<PlantedCopy> {
  const copy = copyProject([
    'src',
    'scripts',
    'patches',
    'types',
    'docs',
    'README.md',
    'CHANGELOG.md',
    'package.json',
    'tsconfig.json',
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
  return {
    ...copy,
    checkTypes,
    typesWithout: async (text, file = FEATURES) => {
      const path = join(folder, file);
      const complete = readFileSync(path, 'utf8');
      expect(complete).toContain(text);
      writeFileSync(path, complete.replace(text, ''));
      const said = await checkTypes().then(
        () => '',
        (error: unknown) => String(error),
      );
      writeFileSync(path, complete);
      return said;
    },
  };
}
