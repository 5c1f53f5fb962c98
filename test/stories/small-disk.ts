import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, type TestContext } from 'vitest';
import { freshHome } from '../driver/environment.ts';

/** A small disk for the journal, and what breaks and mends it. */
type Disk = { readonly journal: string; readonly breaks: () => void; readonly mends: () => void };

function mounted(context: TestContext): string {
  const home = freshHome();
  onTestFinished(() => home.remove());
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', home.folder], { stdio: 'ignore' });
  } catch {
    context.skip('mounting a small disk is not allowed here');
  }
  onTestFinished(() => void execFileSync('umount', ['-l', home.folder]));
  return home.folder;
}

/** How a disk breaks. */
export const disks = {
  full: (context) => {
    const folder = mounted(context);
    const filler = join(folder, 'filler');
    return {
      journal: join(folder, 'journal.db'),
      breaks: () => expect(() => writeFileSync(filler, Buffer.alloc(4 * 1024 * 1024, 1))).toThrow('ENOSPC'),
      mends: () => rmSync(filler),
    };
  },
  'read-only': (context) => {
    const folder = mounted(context);
    const mount = (how: string) => () => void execFileSync('mount', ['-o', `remount,${how}`, folder]);
    return { journal: join(folder, 'journal.db'), breaks: mount('ro'), mends: mount('rw') };
  },
} as const satisfies Readonly<Record<string, (context: TestContext) => Disk>>;

/** What a program says of a broken disk. */
export const REASON = {
  full: /^The journal \S+ can't be used: the disk is full\. Until it can, .*\n/,
  'read-only': /^The journal \S+ can't be used: the file system is read-only\. Until it can, .*\n/,
} as const;

export const KINDS = ['full', 'read-only'] as const;
