import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { node } from '../driver/console.ts';

const project = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

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
export type PlantedCopy = {
  readonly folder: string;
  /** The program of the copy. */
  readonly program: string;
  /** Checks the types of its sources. @throws when they don't fit. */
  readonly checkTypes: () => Promise<void>;
  /** Checks the types without a text in a file, by default in the list of features. Returns what the compiler says; nothing when they fit. */
  readonly typesWithout: (text: string, file?: string) => Promise<string>;
  /** Runs one of its scripts. Returns what it printed. @throws when it fails. */
  readonly script: (...words: readonly string[]) => Promise<string>;
  readonly remove: () => void;
};

/** Builds a copy of the project with new files, by path, and new lines in files that it has. */
export async function plant(
  files: Readonly<Record<string, string>>,
  lines: readonly PlantedLine[],
): Promise<PlantedCopy> {
  const folder = mkdtempSync(join(tmpdir(), 'planted-'));
  const parts = ['src', 'scripts', 'patches', 'types', 'docs', 'README.md', 'package.json', 'tsconfig.json'];
  for (const part of parts) cpSync(join(project, part), join(folder, part), { recursive: true });
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text.trimStart());
  }
  for (const { file, after, text } of lines) {
    const before = readFileSync(join(folder, file), 'utf8');
    expect(before).toContain(after);
    writeFileSync(join(folder, file), before.replace(after, `${after}${text}`));
  }
  const script = async (...words: readonly string[]) => (await run(node, [...words], { cwd: folder })).stdout;
  const checkTypes = async (): Promise<void> => {
    const known = { incremental: true, tsBuildInfoFile: './types.json' };
    const config = { extends: './tsconfig.json', compilerOptions: known, include: ['src', 'types'] };
    writeFileSync(join(folder, 'tsconfig.src.json'), JSON.stringify(config));
    await script(join(project, 'node_modules/typescript/bin/tsc'), '--noEmit', '-p', 'tsconfig.src.json');
  };
  await script('scripts/build.js');
  return {
    folder,
    program: join(folder, 'dist/cli.js'),
    checkTypes,
    typesWithout: async (text, file = FEATURES) => {
      const path = join(folder, file);
      const complete = readFileSync(path, 'utf8');
      expect(complete).toContain(text);
      writeFileSync(path, complete.replace(text, ''));
      const said = await checkTypes().then(
        () => '',
        (error: unknown) =>
          typeof error === 'object' && error !== null && 'stdout' in error ? String(error.stdout) : String(error),
      );
      writeFileSync(path, complete);
      return said;
    },
    script,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
