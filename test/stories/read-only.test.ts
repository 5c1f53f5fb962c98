import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Command } from 'commander';
import { expect, onTestFinished, test } from 'vitest';
import { program, withResources } from '../../src/cli/program.ts';
import { openProgram } from '../attacks/program.ts';
import { openMarket } from '../driver/console.ts';
import { serveOnLoopback } from '../driver/loopback.ts';
import { openWire } from '../faults/wire.ts';
import { STILL } from './service.ts';
import { type Does, READ_ONLY, RULE, WAYS } from './ways.ts';

/** A ladder that raises a bid as soon as it may act. */
const LADDER = `
[[rules]]
name = "${RULE}"
kind = "ladder"
bids = "train"
wait = "1s"
step = "$0.50"
cap = "$14"
max_cost = "$2000"
`;

const wordsOf = (command: Command): string =>
  command.parent?.parent == null ? command.name() : `${wordsOf(command.parent)} ${command.name()}`;

/** Returns the words of each command that does something. */
const leaves = (command: Command): readonly string[] =>
  command.commands.length === 0 ? [wordsOf(command)] : command.commands.flatMap(leaves);

test('every command stands in the table of ways, with what it does', async () => {
  await withResources(['help']);
  const commands = ['spotdeck', ...program.commands.flatMap(leaves)];
  const known = new Set(Object.keys(WAYS).map((words) => words.replace(/ --.*$/, '')));
  expect([...known].toSorted()).toEqual([...new Set(commands)].toSorted());
});

const waysTo = (...does: readonly Does[]) =>
  Object.entries(WAYS).flatMap(([words, { does: own, args }]) =>
    does.includes(own) && args !== null
      ? [{ words, args: [...words.split(' ').filter((word) => word !== 'spotdeck'), ...args] }]
      : [],
  );

/** A person with a rule, an address for notifications, and a market behind a wire that records each request. */
async function openWays({ env, config }: Pick<(typeof READ_ONLY)[number], 'env' | 'config'>) {
  const market = await openMarket(STILL);
  const wire = await openWire(market.origin);
  onTestFinished(() => wire[Symbol.asyncDispose]());
  const chat = await serveOnLoopback(createServer((_, response) => response.end()));
  const { home, run } = openProgram({ ...market.env, SPOTDECK_BASE_URL: wire.origin });
  const path = join(home.folder, 'config.toml');
  const address = `[[notify]]\nname = "chat"\nurl_env = "CHAT_URL"\nformat = "json"\n`;
  writeFileSync(path, `${config}${LADDER}${address}`);
  mkdirSync(join(home.folder, '.ssh'), { mode: 0o700 });
  const all = { ...env, SPOTDECK_CONFIG: path, CHAT_URL: `${chat}/` };
  return { wire, run: (args: readonly string[]) => run(args, all) };
}

test.each(READ_ONLY)(
  'with $by every way to change something or to release a rule is refused with 2, before anything is asked',
  async (kind) => {
    const { wire, run } = await openWays(kind);
    for (const { words, args } of waysTo('changes', 'releases')) {
      // Of a profile that is read-only the rules with `allow` act: what the others say stands in the story of the autopilot.
      if (words === 'autopilot' && kind.config !== '') continue;
      const { code, out, err } = await run([...kind.args, ...args]);
      expect({ words, code, out }).toEqual({ words, code: 2, out: '' });
      expect(err, words).toMatch(
        /^(Read-only: nothing was sent\.|Rules can't act with \S+\.|climb was not released\.)\n.+\n$/,
      );
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
