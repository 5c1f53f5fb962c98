import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sshConfig } from '../../../src/features/ssh/ssh-hosts.ts';
import { aliasesIn, hostsOf, look } from './hostile-hosts.ts';

describe.each(['', 'gpu.'])('with the prefix "%s"', (prefix) => {
  test('for any instance names, an alias exists once and leads to its instance, and changes only when it must', () => {
    fc.assert(
      fc.property(fc.array(look, { minLength: 1, maxLength: 3 }), (looks) => {
        let before = '';
        for (const hosts of looks.map(hostsOf)) {
          const { text, entries, leftOut } = sshConfig(hosts, { before, prefix });
          const found = aliasesIn(text);
          const usable = hosts.filter(({ destination }) => destination !== null);
          expect([entries, leftOut.length]).toEqual([usable.length, hosts.length - usable.length]);
          expect(new Set(found.map(({ address }) => address)).size).toBe(entries);
          expect(new Set(found.map(({ alias }) => alias.toLowerCase())).size).toBe(found.length);
          for (const { alias, address } of found) {
            expect(alias).toMatch(
              prefix === '' ? /^[A-Za-z0-9_][A-Za-z0-9_-]*$/ : /^gpu\.[A-Za-z0-9_][A-Za-z0-9._-]*$/,
            );
            expect(alias.toLowerCase()).not.toBe('localhost');
            // An alias that equals an instance's name belongs to an instance of that name.
            const called = hosts.filter(({ name }) => `${prefix}${name}` === alias);
            if (called.length > 0) expect(called.map(({ destination }) => destination)).toContain(address);
          }
          // The only instance of a name has it as its alias, when it needs no change.
          for (const { name, destination } of usable) {
            const alone = hosts.filter((other) => other.name.toLowerCase() === name.toLowerCase()).length === 1;
            const own = `${prefix}${name}`;
            const fits = /^[A-Za-z0-9_][A-Za-z0-9_-]*$/.test(name) && own.toLowerCase() !== 'localhost';
            if (alone && fits) expect(found).toContainEqual({ alias: own, address: destination });
          }
          expect(sshConfig(hosts, { before: text, prefix }).text).toBe(text);
          before = text;
        }
      }),
      { numRuns: 500 },
    );
  });
});
