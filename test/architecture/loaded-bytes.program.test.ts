import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { node, program } from '../driver/built.ts';
import { closeAfterTest, openMarket } from '../driver/console.ts';
import { freshHome, type Variables } from '../driver/environment.ts';
import { openTerminal } from '../driver/terminal.ts';
import { ranAs } from '../stories/ran-as.ts';
import { STILL } from '../stories/service.ts';

const folder = join(program, '..');

/** Of esbuild's metafile. */
type Output = { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> };
const { outputs }: { readonly outputs: Readonly<Record<string, Output>> } = JSON.parse(
  readFileSync(join(folder, 'metafile.json'), 'utf8'),
);

/** Makes Node append the name of each loaded module to a file. */
const listing = (file: string): string =>
  `--import=data:text/javascript,${encodeURIComponent(
    `import { appendFileSync } from 'node:fs';
    import { registerHooks } from 'node:module';
    registerHooks({ load: (url, context, next) => (appendFileSync(${JSON.stringify(file)}, url + '\\n'), next(url, context)) });`,
  )}`;

function loadedIn(file: string): readonly string[] {
  const urls = new Set(readFileSync(file, 'utf8').split('\n'));
  return readdirSync(folder).filter((name) => [...urls].some((url) => url.endsWith(`/dist/${name}`)));
}

const bytesOf = (names: readonly string[]): number =>
  names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);

const sourcesIn = (names: readonly string[]): readonly string[] =>
  names.flatMap((name) =>
    Object.entries(outputs[`dist/${name}`]?.inputs ?? {}).flatMap(([path, { bytesInOutput }]) =>
      bytesInOutput > 0 ? [path] : [],
    ),
  );

/** Files of the bundle loaded by a command without a terminal. */
async function loadedBy(args: readonly string[], env: Variables = {}): Promise<readonly string[]> {
  const home = freshHome();
  onTestFinished(() => home.remove());
  const file = join(home.folder, 'loaded');
  await ranAs(node, [listing(file), program, ...args], home, env);
  return loadedIn(file);
}

describe('help, the version, completion and wrong usage load none of the resources and no schema', () => {
  test.each([
    ['--version', 18_700],
    ['--help', 63_000],
    ['get --help', 63_000],
    ['help bid pause', 63_000],
    ['completion bash', 169_500],
    ['complete -- bid p', 180_500],
    ['--nonsense', 166_000],
    ['nonsense', 177_000],
    ['get', 173_000],
    ['get nonsense', 173_000],
    ['get bids --nonsense', 173_000],
    ['get bids --output nonsense', 173_000],
    ['bid pause', 177_000],
    ['bid nonsense', 177_000],
    ['--config x get bids --help', 217_500],
  ])('spotdeck %s: at most %i bytes', async (line, most) => {
    const loaded = await loadedBy(line.split(' '));
    expect(loaded).toContain('main.js');
    expect(sourcesIn(loaded).filter((path) => /^src\/resources\/|\/zod\//.test(path))).toEqual([]);
    expect(bytesOf(loaded)).toBeLessThanOrEqual(most);
  });
});

/** Needed for changing rows, not for printing them. */
const CHANGING = /^src\/resources\/(?:.*-actions|.*-form|.*\/change-plan)\.ts$/;

test.each([
  ['bids', 888_000],
  ['instances', 888_000],
  ['volumes', 888_000],
  ['ssh-keys', 888_000],
  ['api-keys', 888_000],
])('spotdeck get %s loads at most %i bytes, and no action of a list', async (list, most) => {
  const loaded = await loadedBy(['get', list], (await openMarket(STILL)).env);
  const sources = sourcesIn(loaded);
  expect(sources).toContain('src/resources/bids/bids.ts');
  expect(sources.filter((path) => CHANGING.test(path))).toEqual([]);
  expect(bytesOf(loaded)).toBeLessThanOrEqual(most);
});

test('spotdeck bid pause train-llama --dry-run loads at most 1235000 bytes', async () => {
  const loaded = await loadedBy(['bid', 'pause', 'train-llama', '--dry-run'], (await openMarket(STILL)).env);
  expect(sourcesIn(loaded)).toContain('src/resources/bids/bid-actions.ts');
  expect(bytesOf(loaded)).toBeLessThanOrEqual(1_235_000);
});

test('the console loads at most 2750000 bytes until it shows rows', async () => {
  const home = freshHome();
  onTestFinished(() => home.remove());
  const file = join(home.folder, 'loaded');
  const { env } = await openMarket(STILL);
  const terminal = openTerminal({ command: node, args: [listing(file), program], env, cwd: home.folder });
  closeAfterTest(terminal);
  await terminal.see('train-llama');
  const loaded = loadedIn(file);
  expect(sourcesIn(loaded)).toContain('src/screen/ink/app.tsx');
  expect(bytesOf(loaded)).toBeLessThanOrEqual(2_750_000);
});

test('commands that print plain text load no Unicode data for visible characters, which would delay them', () => {
  const refuse = 'data:text/javascript,Intl.Segmenter=class{constructor(){throw new Error("loaded")}}';
  const help = execFileSync(node, ['--import', refuse, program, '--help'], { encoding: 'utf8' });
  expect(help).toContain('Usage: spotdeck');
});
