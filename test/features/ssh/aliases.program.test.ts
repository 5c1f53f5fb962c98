import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sshConfig } from '../../../src/features/ssh/ssh-hosts.ts';
import { aliasesIn, hostsOf, look } from './hostile-hosts.ts';

const hasSsh = spawnSync('ssh', ['-V']).error === undefined;

describe.each(['', 'gpu.'])('with the prefix "%s"', (prefix) => {
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
          const { text } = sshConfig(hostsOf(of), { before: '', prefix });
          writeFileSync(path, text);
          const found = aliasesIn(text);
          for (const { alias, address } of found) expect(addressOf(alias), alias).toBe(address);
          for (const host of ['github.com', 'xrun-0', 'localhost']) expect(addressOf(host)).toBe(host);
        }),
        { numRuns: 20 },
      );
    },
  );
});
