import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Host, sshConfig } from '../../../src/features/ssh/hosts/ssh-config.ts';

const hasSsh = spawnSync('ssh', ['-V']).error === undefined;

/** Names that are close to each other, or could be a pattern, a comment, a word, a line or another host. */
const hostileName = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom('run', 'RUN', '-0', '-1', '-2', '-00', '-', '.', ' ', '_') },
      fc.constantFrom('*', '?', '!', '\n', '#', '"', ',', '%h', '$(id)', 'github.com', 'localhost', '夜', 'Host'),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((parts) => parts.join(''));

/** Instances of one list of the service. */
const look = fc.array(fc.record({ name: hostileName, bid: fc.option(hostileName), usable: fc.boolean() }), {
  minLength: 1,
  maxLength: 7,
});

const hostsOf = (of: readonly { name: string; bid: string | null; usable: boolean }[]): readonly Host[] =>
  of.map(({ name, bid, usable }, n) => ({ fid: `i ${n}`, name, bid, destination: usable ? `10.0.0.${n}` : null }));

const RESERVED = ['localhost', 'run-1'];

/** Every alias of a file with its address. */
const aliasesIn = (text: string) =>
  [...text.matchAll(/^Host (.+)\n {2}HostName (.+)$/gm)].flatMap(([, aliases = '', address = '']) =>
    aliases.split(' ').map((alias) => ({ alias, address })),
  );

describe.each(['', 'gpu.'])('with the prefix "%s"', (prefix) => {
  const rules = { prefix, isOwnHost: (name: string) => RESERVED.includes(name.toLowerCase()) };

  test('for any instance names, an alias exists once and leads to its instance, and changes only when it must', () => {
    fc.assert(
      fc.property(fc.array(look, { minLength: 1, maxLength: 3 }), (looks) => {
        let before = '';
        for (const hosts of looks.map(hostsOf)) {
          const { text, entries, leftOut } = sshConfig(hosts, { before, ...rules });
          const found = aliasesIn(text);
          const usable = hosts.filter(({ destination }) => destination !== null);
          expect([entries, leftOut.length]).toEqual([usable.length, hosts.length - usable.length]);
          expect(new Set(found.map(({ address }) => address)).size).toBe(entries);
          expect(new Set(found.map(({ alias }) => alias.toLowerCase())).size).toBe(found.length);
          for (const { alias, address } of found) {
            expect(alias).toMatch(
              prefix === '' ? /^[A-Za-z0-9_][A-Za-z0-9_-]*$/ : /^gpu\.[A-Za-z0-9_][A-Za-z0-9._-]*$/,
            );
            expect(RESERVED).not.toContain(alias.toLowerCase());
            // An alias that equals an instance's name belongs to an instance of that name.
            const called = hosts.filter(({ name }) => `${prefix}${name}` === alias);
            if (called.length > 0) expect(called.map(({ destination }) => destination)).toContain(address);
          }
          // The only instance of a name has it as its alias, when it needs no change.
          for (const { name, destination } of usable) {
            const alone = hosts.filter((other) => other.name.toLowerCase() === name.toLowerCase()).length === 1;
            const own = `${prefix}${name}`;
            const fits = /^[A-Za-z0-9_][A-Za-z0-9_-]*$/.test(name) && !RESERVED.includes(own.toLowerCase());
            if (alone && fits) expect(found).toContainEqual({ alias: own, address: destination });
          }
          expect(sshConfig(hosts, { before: text, ...rules }).text).toBe(text);
          before = text;
        }
      }),
      { numRuns: 500 },
    );
  });

  test.skipIf(!hasSsh)(
    'the real ssh connects to the instance of each alias, and to every other host as without the file',
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'aliases-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const path = join(folder, 'config');
      const addressOf = (host: string): string | undefined =>
        /^hostname (.*)$/m.exec(spawnSync('ssh', ['-G', '-F', path, '--', host], { encoding: 'utf8' }).stdout)?.[1];
      fc.assert(
        fc.property(look, (of) => {
          const { text } = sshConfig(hostsOf(of), { before: '', ...rules });
          writeFileSync(path, text);
          const found = aliasesIn(text);
          for (const { alias, address } of found) expect(addressOf(alias), alias).toBe(address);
          for (const host of ['github.com', 'xrun-0', ...RESERVED]) expect(addressOf(host)).toBe(host);
        }),
        { numRuns: 20 },
      );
    },
  );
});
