import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CAP, keepBack, openRules, scheduled } from './autopilot.ts';

test('--release and --hold of an unknown rule, both of one rule, and a file without rules are one sentence each, with 2', async () => {
  const rules = await openRules(CAP);
  const unknown = { code: 2, out: '', err: 'There is no rule cup.\nThere are: cap.\n' };
  expect(await rules.run('--release', 'cup')).toEqual(unknown);
  expect(await rules.run('--hold', 'cup')).toEqual(unknown);
  const both = { code: 2, out: '', err: 'Give either --release cap or --hold cap.\n' };
  expect(await rules.run('--hold', 'cap', '--release', 'cap')).toEqual(both);
  writeFileSync(rules.config, '');
  const none = 'The config file has no rules.\n';
  expect(await rules.run()).toEqual({ code: 2, out: '', err: `${none}Add them as [[rules]]: see docs/rules.md.\n` });
  expect(await rules.run('--hold', 'cap')).toEqual({ code: 2, out: '', err: `There is no rule cap.\n${none}` });
});

test('a config file that can not be read is named with its line, with 2, and nothing is asked of the service', async () => {
  const rules = await openRules(CAP.replace('"$1"', '"cheap"'));
  const { code, out, err } = await rules.run();
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(/^\S+rules\.toml, line 5: .*per_hour.*\n/);
  writeFileSync(rules.config, '[[rules]\n');
  expect(await rules.run()).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/rules\.toml, line 1/) });
  expect(rules.wire.asked).toEqual([]);
});

test('two rules that fight over a bid are refused at the start with 2, and nothing is sent', async () => {
  const rules = await openRules(scheduled('night') + scheduled('day'));
  const { code, err } = await rules.run();
  expect({ code, err }).toEqual({
    code: 2,
    err: expect.stringMatching(/^The rules night and day both change sweep-.*\.\n$/),
  });
  expect(rules.writes()).toEqual([]);
});

test('--dry-run says what it would do and sends nothing, also with --read-only and for a rule that acts', async () => {
  const rules = await openRules(CAP);
  expect(await rules.run('--release', 'cap')).toMatchObject({ code: 0 });
  const dry = rules.start('--dry-run', '--read-only', '-o', 'ndjson');
  await dry.prints(/"outcome":"rehearsed".*pretrain-b200/);
  expect(await dry.end('SIGINT')).toEqual([0, null]);
  const lines = dry.out().trim().split('\n');
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    { event: 'rule', rule: 'cap', kind: 'budget', standing: 'rehearses', why: null },
    { event: 'begins', other_program: null },
    ...['sweep-a', 'sweep-b', 'train-llama', 'pretrain-b200'].map((name) => ({
      event: 'action',
      rule: 'cap',
      action: 'pause',
      outcome: 'rehearsed',
      why: null,
      name,
      reason: expect.stringMatching(/^\$[\d.]+ per hour at most, budget \$1\.00; /),
    })),
  ]);
  expect(rules.writes()).toEqual([]);
  expect(rules.actions()).toEqual([]);
});

test('a new rule rehearses until --release, and --hold stops it while it runs; SIGTERM ends it with 0, and the next start runs at once', async () => {
  const rules = await openRules(CAP);
  const rehearsal = rules.start();
  await rehearsal.prints(/ cap: would pause pretrain-b200: /);
  expect(rehearsal.out()).toMatch(
    /^cap: budget, rehearses\. Let it act with: spotdeck autopilot --release cap\n.* autopilot runs the rules from now on\n/,
  );
  expect(await rules.run('--hold', 'cap')).toEqual({ code: 0, out: 'cap is held.\n', err: '' });
  expect(await rehearsal.end('SIGTERM')).toEqual([0, null]);
  expect(rules.writes()).toEqual([]);

  const held = rules.start();
  await held.prints(/ autopilot runs the rules from now on\n/);
  expect(held.out()).toContain('cap: budget, held. Held by the operator.\n');
  expect(await rules.run('--release', 'cap')).toEqual({ code: 0, out: 'cap acts from now on.\n', err: '' });
  await held.prints(/ cap: paused pretrain-b200: \$[\d.]+ per hour at most, budget \$1\.00; 4 running, .* per hour\n/);
  expect(await held.end('SIGINT')).toEqual([0, null]);
  expect(held.errors()).toBe('');
  expect(rules.writes()).toHaveLength(4);
  expect(new Set(rules.writes()).size).toBe(4);
});

test('SIGTERM in the middle of a batch waits for the write under way, leaves the rest to the next start, and that does it at once', async () => {
  const rules = await openRules(CAP);
  await rules.run('--release', 'cap');
  const arrived = keepBack(rules.wire, 2, { carriedOut: true });
  const first = rules.start('--timeout', '5');
  await arrived;
  rules.wire.fault(null);
  expect(await first.end('SIGTERM')).toEqual([0, null]);
  expect(first.out()).toMatch(/ cap: paused sweep-a: .*\n.* cap: may have paused sweep-b \(.*\): .*\n/);
  expect(first.out()).toContain(' cap: did not pause train-llama (the rules are no longer run here): ');
  expect(rules.writes()).toHaveLength(2);
  const next = rules.start();
  await next.prints(/ cap: paused pretrain-b200: /);
  expect(next.out()).not.toContain('waits');
  await next.prints(/ cap: paused sweep-b: /);
  expect(await next.end('SIGTERM')).toEqual([0, null]);
  expect(rules.writes()).toHaveLength(4);
  expect(new Set(rules.writes()).size).toBe(4);
  expect(rules.actions().map(({ outcome }) => outcome)).not.toContain(null);
});

test('with --read-only or its variable it is refused with 2; a production or read-only profile needs allow = true on the rule', async () => {
  const rules = await openRules(CAP);
  await rules.run('--release', 'cap');
  const refused = (by: string) => ({
    code: 2,
    out: '',
    err: `Rules can't act with ${by}.\nRun it without, or with --dry-run.\n`,
  });
  expect(await rules.run('--read-only')).toEqual(refused('--read-only'));
  const variable = await openRules(CAP, { SPOTDECK_READ_ONLY: 'true' });
  expect(await variable.run()).toEqual(refused('SPOTDECK_READ_ONLY'));

  for (const [key, words] of [
    ['production', 'marked as production'],
    ['read_only', 'read-only'],
  ]) {
    writeFileSync(rules.config, `${key} = true\n${CAP}`);
    const barred = rules.start();
    await barred.prints(/ autopilot runs the rules from now on\n/);
    const why = `The profile \\S+ is ${words}: give the rule allow = true to let it act there\\.`;
    expect(barred.out()).toMatch(new RegExp(`^cap: budget, not allowed\\. ${why}\n`));
    expect(await rules.run('--release', 'cap')).toEqual({
      code: 2,
      out: '',
      err: expect.stringMatching(new RegExp(`^cap was not released\\.\n${why}\n$`)),
    });
    writeFileSync(rules.config, `${key} = true\n${CAP}allow = true\n`);
    await barred.prints(/ cap: would pause pretrain-b200: /);
    expect(await barred.end('SIGTERM')).toEqual([0, null]);
  }
  expect([...rules.writes(), ...variable.writes()]).toEqual([]);
});
