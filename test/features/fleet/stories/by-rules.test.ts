import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDemo } from '../../../driver/demo.ts';
import { openScript } from '../../../stories/script.ts';
import { BIDS, named } from '../../../stories/service.ts';
import { CAP, openRules } from '../../rules/stories/autopilot.ts';

test('a bid that a rule has paused stays paused unless --rules is given, and the line says which rule', async () => {
  const rules = await openRules(CAP);
  const { run, home } = await openScript({ ...rules.market, env: rules.env });
  const { out } = await run(['export', '--filter', 'name:sweep-a']);
  writeFileSync(join(home.folder, 'fleet.toml'), out);
  expect(await rules.run('--release', 'cap')).toMatchObject({ code: 0 });
  const autopilot = rules.start();
  await autopilot.prints(/ cap: paused sweep-a: /);
  await autopilot.end('SIGINT');
  const diff = await run(['diff', 'fleet.toml']);
  expect(diff.code).toBe(1);
  expect(diff.out).toMatch(
    /^~ bid sweep-a {2}is resumed, .*; it is paused by the rule cap; only with --rules {2}\(line \d+\)$/m,
  );
  expect((await run(['apply', 'fleet.toml', '--yes'])).out).toMatch(/Nothing to do\.\n$/);
  expect((await named(rules.market, BIDS, 'sweep-a'))?.['status']).toBe('Paused');
  expect((await run(['apply', 'fleet.toml', '--yes', '--rules'])).out).toContain('Resumed sweep-a.\n');
  expect((await named(rules.market, BIDS, 'sweep-a'))?.['status']).not.toBe('Paused');
});

test('a console tells apart what a rule has paused, and does not count it', async () => {
  const rules = await openRules(CAP);
  const { run, home } = await openScript({ ...rules.market, env: rules.env });
  const { out } = await run(['export']);
  const file = join(home.folder, 'fleet.toml');
  writeFileSync(file, out.replace('limit_price = "$1.75"', 'limit_price = "$1.95"'));
  expect(await rules.run('--release', 'cap')).toMatchObject({ code: 0 });
  const autopilot = rules.start();
  await autopilot.prints(/ cap: paused sweep-a: /);
  await autopilot.end('SIGINT');
  writeFileSync(rules.config, `fleet = ${JSON.stringify(file)}\n`);
  const console = await openDemo({ service: { env: rules.env } });
  await console.see('1 differs from fleet.toml');
  await console.see(/sweep-a .* by rule cap /);
  console.type(':fleet\r*');
  await console.see(/\[ ] ~ bid sweep-a .*; it is paused by the rule cap/);
  await console.see(/1 of \d+ differences marked/);
});

test('with a journal that can not be read nothing is compared or applied: a rule may have paused what the file resumes', async () => {
  const { run, home, market } = await openScript();
  const { out } = await run(['export']);
  writeFileSync(join(home.folder, 'fleet.toml'), out.replace('paused = true\n', ''));
  const journal = join(home.folder, 'journal.db');
  mkdirSync(journal);
  for (const line of [
    ['diff', 'fleet.toml'],
    ['apply', 'fleet.toml', '--yes'],
  ]) {
    const { code, err } = await run([...line, '--journal', journal]);
    expect(code).toBe(5);
    expect(err).toContain('it is not known which bids rules have paused.');
  }
  expect((await named(market, BIDS, 'distill'))?.['status']).toBe('Paused');
});
