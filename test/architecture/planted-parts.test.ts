import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { node } from '../driver/console.ts';
import { freshHome } from '../driver/environment.ts';
import { serveOnLoopback } from '../driver/loopback.ts';
import { ranAs } from '../stories/ran-as.ts';
import { type PlantedCopy, plant } from './planted-copy.ts';

/** A feature with a command and a check for `doctor`. */
const files = {
  'src/features/pulse/index.ts': `
import type { Feature } from '../../command/feature.ts';
import { ok } from '../../command/doctor-lines.ts';
import { GROUP } from '../../command/help.ts';
import { choice, withAction } from '../../command/options.ts';

/** A pulse. */
export const pulse: Feature = {
  name: 'pulse',
  commands: (program) => {
    const options = { beat: choice('--beat <kind>', 'How it beats.', ['slow', 'quick'], 'slow') };
    withAction(program.command('pulse').helpGroup(GROUP.read).description('Print the pulse.'), options, ({ beat }) => {
      console.log(beat);
      return 0;
    });
  },
  namesAfter: { pulse: ['bids'] },
  checks: () => Promise.resolve([ok('pulse', 'beats')]),
};
`,
};

const FEATURES = 'src/features/index.ts';
const lines = [
  {
    file: FEATURES,
    after: "import { noFeatures } from '../command/feature.ts';",
    text: "\nimport { pulse } from './pulse/index.ts';",
  },
  { file: FEATURES, after: '\n  .with(metrics)', text: '\n  .with(pulse)' },
  {
    file: 'src/features/notify/target.ts',
    after: 'export const CHATS = {',
    text: '\n  pager: (message: string): object => ({ message }),',
  },
  {
    file: 'src/features/metrics/series/metrics.ts',
    after: 'export const metrics: readonly Metric[] = [',
    text: `
  {
    name: 'spotdeck_pulse',
    help: 'Whether it beats.',
    kind: 'gauge',
    labels: [],
    samples: () => [{ labels: {}, value: 1 }],
  },`,
  },
];

let planted: PlantedCopy;

beforeAll(async () => {
  planted = await plant(files, lines);
  return planted.remove;
}, 60_000);

/** Runs the planted program with a config file. */
function programAt(config: string) {
  const home = freshHome();
  onTestFinished(home.remove);
  const path = join(home.folder, 'config.toml');
  writeFileSync(path, config);
  return (...args: readonly string[]) => ranAs(node, [planted.program, ...args], home, { SPOTDECK_CONFIG: path });
}

test(
  'the types of an added command, check, metric and format fit without any other change',
  () => planted.checkTypes(),
  60_000,
);

test('an added command is in help and completion, and an added check in what doctor says', async () => {
  const spotdeck = programAt('');
  expect((await spotdeck('--help')).out).toContain('Print the pulse.');
  expect((await spotdeck('pulse', '--help')).out).toContain('--beat <kind>');
  expect((await spotdeck('complete', 'pu')).out).toBe('pulse\n');
  expect((await spotdeck('complete', '--', 'pulse', '--beat', 'q')).out).toBe('quick\n');
  expect((await spotdeck('pulse', '--beat', 'quick')).out).toBe('quick\n');
  expect((await spotdeck('doctor')).out).toMatch(/^ok +pulse +beats$/m);
});

test('an added command is in the man page, and an added metric in its table', async () => {
  await planted.script('scripts/docs.ts');
  const page = (name: string): string => readFileSync(join(planted.folder, 'docs', name), 'utf8');
  expect(page('spotdeck.1')).toContain('Print the pulse.');
  expect(page('metrics.md')).toContain('spotdeck_pulse');
}, 60_000);

test('an added format of notifications is in the schema of the config file, and what is sent has its shape', async () => {
  const sent: string[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    request.on('data', (part: Buffer) => sent.push(part.toString()));
    request.on('end', () => response.writeHead(204).end());
  });
  const url = await serveOnLoopback(server);
  const spotdeck = programAt(`[[notify]]\nname = "team"\nformat = "pager"\nurl = "${url}"\n`);
  expect((await spotdeck('config', 'schema')).out).toContain('"pager"');
  expect(await spotdeck('notify', '--test')).toMatchObject({ code: 0 });
  expect(JSON.parse(sent.join(''))).toEqual({ message: expect.stringContaining('a test of team') });
});
