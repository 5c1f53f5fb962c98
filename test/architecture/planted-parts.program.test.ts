import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { node } from '../driver/built.ts';
import { openMarket } from '../driver/console.ts';
import { freshHome, type Variables } from '../driver/environment.ts';
import { ranAs } from '../stories/ran-as.ts';
import { STILL } from '../stories/service.ts';
import { featureLines, type PlantedCopy, plant } from './planted-copy.ts';

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
    const pulse = program.command('pulse').argument('[names...]').helpGroup(GROUP.read);
    withAction(pulse.description('Print the pulse.'), options, ({ beat }) => {
      console.log(beat);
      return 0;
    });
  },
  namesAfter: { pulse: ['bids'] },
  checks: () => Promise.resolve([ok('pulse', 'beats')]),
};
`,
};

let planted: PlantedCopy;

beforeAll(async () => {
  planted = await plant(files, featureLines('pulse'));
  return planted.remove;
});

/** Runs the planted program. */
function spotdeckWith(variables: Variables = {}) {
  const home = freshHome();
  onTestFinished(home.remove);
  return (...args: readonly string[]) => ranAs(node, [planted.program, ...args], home, variables);
}

test('the types of an added command and check fit without any other change', () => planted.checkTypes());

test('an added command is in help and completion, and an added check in what doctor says', async () => {
  const spotdeck = spotdeckWith();
  expect((await spotdeck('--help')).out).toContain('Print the pulse.');
  expect((await spotdeck('pulse', '--help')).out).toContain('--beat <kind>');
  expect((await spotdeck('complete', 'pu')).out).toBe('pulse\n');
  expect((await spotdeck('complete', '--', 'pulse', '--beat', 'q')).out).toBe('quick\n');
  expect((await spotdeck('pulse', '--beat', 'quick')).out).toBe('quick\n');
  expect((await spotdeck('doctor')).out).toMatch(/^ok +pulse +beats$/m);
});

test('the names of a list follow an added command in completion', async () => {
  const { env } = await openMarket(STILL);
  expect((await spotdeckWith(env)('complete', '--', 'pulse', 'train')).out).toBe('train-llama\ntrain-llama-eu\n');
});

test('an added command is in the man page', async () => {
  await planted.script('scripts/docs.ts');
  expect(readFileSync(join(planted.folder, 'docs/spotdeck.1'), 'utf8')).toContain('Print the pulse.');
});
