import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { oneFile } from '../../driver/one-file.ts';
import { accountOn, program, warmUp } from '../console.ts';
import { makeFolder } from '../loopback/floors.ts';
import { cellsOf, line, TARGETS } from '../loopback/line.ts';
import { firstSeen, inTurns } from '../loopback/starts.ts';
import type { BenchOptions } from '../options.ts';
import { timeOf } from '../process.ts';
import { formatTable } from '../results.ts';
import { startService } from '../service/start.ts';

/** A command, and the words before its own. */
type Way = { readonly command: string; readonly before: readonly string[] };

const DEMO = ['demo', '--db', ':memory:', '--seed', '7'];

/** The single executable beside the package, by turns, each with its own compile cache. */
export async function runOneFile({ starts }: Extract<BenchOptions, { kind: 'one-file' }>): Promise<void> {
  const folder = makeFolder();
  const service = await startService({ bids: 100, instances: 200 });
  const ways: readonly Way[] = [
    { command: oneFile(), before: [] },
    { command: process.execPath, before: [program] },
  ];
  const started = ways.map(({ command, before }) => {
    // The single file ignores the variable's folder.
    const caches = { NODE_COMPILE_CACHE: undefined, XDG_CACHE_HOME: mkdtempSync(join(folder.path, 'cache-')) };
    const env = { ...accountOn(service.address), ...caches };
    const demo = { command, args: [...before, ...DEMO], env };
    const ended =
      (...args: readonly string[]) =>
      () =>
        timeOf(command, [...before, ...args], env);
    return {
      warm: async () => {
        await warmUp(demo, 'allocated');
        await ended('get', 'bids')();
      },
      version: ended('--version'),
      help: ended('--help'),
      get: ended('get', 'bids'),
      rows: () => firstSeen(demo, 'allocated'),
      uncached: () => firstSeen({ ...demo, env: { ...env, NODE_DISABLE_COMPILE_CACHE: '1' } }, 'allocated'),
    };
  });
  for (const { warm } of started) await warm();
  const measured = async (what: string, measures: readonly (() => Promise<number>)[]) => {
    const [one = 0, installed = 0] = await inTurns(measures, starts);
    return line(what, one, installed, 'ms', TARGETS.starts.oneFileBesidePackage);
  };
  const lines = [
    await measured(
      'spotdeck --version',
      started.map(({ version }) => version),
    ),
    await measured(
      'spotdeck --help',
      started.map(({ help }) => help),
    ),
    await measured(
      'spotdeck get bids',
      started.map(({ get }) => get),
    ),
    await measured(
      'demo until its rows',
      started.map(({ rows }) => rows),
    ),
    await measured(
      'demo until its rows, without compile cache',
      started.map(({ uncached }) => uncached),
    ),
  ];
  service.close();
  folder.remove();
  process.stdout.write(
    `\nThe single file beside the package, medians of ${starts} starts\n\n${formatTable(cellsOf(lines))}`,
  );
}
