import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { expect, onTestFinished, test } from 'vitest';
import { createCommandLine } from '../../src/cli/program.ts';
import { wordsOfResources } from '../../src/cli/words-of-resources.ts';
import { openProgram } from '../attacks/program.ts';
import { openMarket } from '../driver/console.ts';
import { openWire } from '../faults/wire.ts';
import { STILL } from './service.ts';
import type { Does } from './way.ts';
import { neededByWays, READ_ONLY, WAYS } from './ways.ts';

const wordsOf = (command: Command): string =>
  command.parent?.parent == null ? command.name() : `${wordsOf(command.parent)} ${command.name()}`;

/** The words of each command that does something. */
const leaves = (command: Command): readonly string[] =>
  command.commands.length === 0 ? [wordsOf(command)] : command.commands.flatMap(leaves);

test('every command stands in the table of ways, with what it does', async () => {
  const { program, run, addCommands, addWords } = createCommandLine();
  addCommands();
  await addWords(wordsOfResources((await run.panes()).panes));
  const commands = ['spotdeck', ...program.commands.flatMap(leaves)];
  const known = new Set(Object.keys(WAYS).map((words) => words.replace(/ --.*$/, '')));
  expect([...known].toSorted()).toEqual([...new Set(commands)].toSorted());
});

const waysTo = (...does: readonly Does[]) =>
  Object.entries(WAYS).flatMap(([words, { does: own, args, ...way }]) =>
    does.includes(own) && args !== null
      ? [{ ...way, words, args: [...words.split(' ').filter((word) => word !== 'spotdeck'), ...args] }]
      : [],
  );

/** A person with what the ways need, and a market behind a wire that records each request. */
async function openWays({ env, config }: Pick<(typeof READ_ONLY)[number], 'env' | 'config'>) {
  const market = await openMarket(STILL);
  const wire = await openWire(market.origin);
  onTestFinished(() => wire[Symbol.asyncDispose]());
  const needed = await neededByWays();
  const { home, run } = openProgram({ ...market.env, SPOTDECK_BASE_URL: wire.origin });
  const path = join(home.folder, 'config.toml');
  writeFileSync(path, `${config}${needed.config}`);
  mkdirSync(join(home.folder, '.ssh'), { mode: 0o700 });
  const all = { ...env, ...needed.env, SPOTDECK_CONFIG: path };
  return { wire, run: (args: readonly string[]) => run(args, all) };
}

test.each(READ_ONLY)(
  'with $by every way to change something or to release a rule is refused with 2, before anything is asked',
  async (kind) => {
    const { wire, run } = await openWays(kind);
    for (const { words, args, refusal, isAllowedByProfile } of waysTo('changes', 'releases')) {
      if (isAllowedByProfile === true && kind.config !== '') continue;
      const { code, out, err } = await run([...kind.args, ...args]);
      expect({ words, code, out }).toEqual({ words, code: 2, out: '' });
      expect(err, words).toMatch(refusal ?? /^Read-only: nothing was sent\./);
      expect(err, words).toMatch(/^.+\n.+\n$/);
      expect(wire.asked, words).toEqual([]);
    }
  },
);

test.each(READ_ONLY)('with $by a rule can be held, and what sends nothing to the service works', async (kind) => {
  const { wire, run } = await openWays(kind);
  for (const { words, args } of waysTo('holds', 'notifies'))
    expect({ words, ...(await run([...kind.args, ...args])) }).toMatchObject({ words, code: 0, err: '' });
  expect(wire.asked).toEqual([]);
});

test('no command that reads changes anything at the service', async () => {
  const { wire, run } = await openWays({ env: {}, config: '' });
  for (const { args } of waysTo('reads')) await run(args);
  expect(wire.asked.length).toBeGreaterThan(10);
  expect(wire.asked.filter(({ method }) => method !== 'GET')).toEqual([]);
});
