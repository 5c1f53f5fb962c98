import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { accountOn, warmUp } from '../console.ts';
import { timeOf } from '../process.ts';
import { median } from '../results.ts';
import { startService } from '../service/start.ts';
import { openTimed, type Program } from '../timed.ts';
import { bundled } from './floors.ts';
import { type Line, line, TARGETS } from './line.ts';

const STARTS = 7;

/** By turns, so that load affects all alike. Returns medians. */
export async function inTurns(
  measures: readonly (() => Promise<number>)[],
  starts = STARTS,
): Promise<readonly number[]> {
  const took: number[][] = measures.map(() => []);
  for (let n = 0; n < starts; n++) {
    for (const [at, measure] of measures.entries()) took[at]?.push(await measure());
  }
  return took.map(median);
}

const demoOf = (program: string, cache: string): Program => ({
  command: process.execPath,
  args: [program, 'demo', '--db', ':memory:', '--seed', '7'],
  env: { XDG_CACHE_HOME: cache },
});

/** From the start until a text is shown, in milliseconds. */
export async function firstSeen(start: Program, text: string): Promise<number> {
  const timed = openTimed(start);
  const { ms } = await timed.until('', text);
  await timed.close();
  return ms;
}

/** Starts that end by themselves. */
export async function measureCommands(program: string, folder: string): Promise<readonly Line[]> {
  const cache = mkdtempSync(join(folder, 'cache-'));
  await warmUp(demoOf(program, cache), 'allocated');
  const command =
    (...args: readonly string[]) =>
    () =>
      timeOf(process.execPath, [program, ...args], { XDG_CACHE_HOME: cache });
  const empty = await startService({ bids: 0, instances: 0 });
  const account = accountOn(empty.address);
  const asking = `await (await fetch('${empty.address}/v2/spot/bids')).json()`;
  const [node = 0, asked = 0, version = 0, help = 0, got = 0] = await inTurns([
    () => timeOf(process.execPath, ['-e', '0']),
    () => timeOf(process.execPath, ['--input-type=module', '-e', asking]),
    command('--version'),
    command('--help'),
    () => timeOf(process.execPath, [program, 'get', 'bids'], { XDG_CACHE_HOME: cache, ...account }),
  ]);
  empty.close();
  const target = TARGETS.starts;
  return [
    line('spotdeck --version beside node -e 0', version, node, 'ms', target.versionBesideNode),
    line('spotdeck --help beside node -e 0', help, node, 'ms', target.helpBesideNode),
    line('spotdeck get on an empty list beside node -e 0', got, node, 'ms', null),
    line('spotdeck get on an empty list beside node and one fetch', got, asked, 'ms', target.getBesideFetch),
  ];
}

/** Until the first frame and the first rows. */
export async function measureStarts(program: string, folder: string): Promise<readonly Line[]> {
  const hello = await bundled('hello', folder);
  const demo = demoOf(program, mkdtempSync(join(folder, 'cache-')));
  const first = await firstSeen(demo, 'spotdeck');
  await warmUp(demo, 'allocated');
  const [greeting = 0, frame = 0, rows = 0] = await inTurns([
    () => firstSeen(hello, 'hello'),
    () => firstSeen(demo, 'spotdeck'),
    () => firstSeen(demo, 'allocated'),
  ]);
  const target = TARGETS.starts;
  return [
    line('first frame of the very first start', first, greeting, 'ms', null),
    line('first frame beside a hello world in Ink', frame, greeting, 'ms', target.firstFrameBesideHello),
    line('first rows beside a hello world in Ink', rows, greeting, 'ms', target.firstRowsBesideHello),
  ];
}
