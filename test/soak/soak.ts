import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountOn, pause, program, requireBuild } from '../bench/console.ts';
import { processorTime, residentMemory } from '../bench/process.ts';
import { startService } from '../bench/service/start.ts';
import { openTimed, type TimedConsole } from '../bench/timed.ts';
import { startSshd } from '../driver/ssh-server.ts';
import { nvidiaSmi } from '../driver/tools.ts';
import { keepChanging } from './changes.ts';
import { firstPrices, openAndClose, PAGES } from './pages.ts';

const FLEET = { bids: 2000, instances: 4000 };
const CHANGES_EACH_SECOND = 6;
const MACHINE_GPUS = 8;
const MINUTE_MS = 60_000;
const KEY_PAUSE_MS = 250;
/** Down, and up again. */
const WALK = 12;
/** Growth that counts as flat. */
const FLAT = 0.1;
const MEBIBYTE = 2 ** 20;

/** Memory in bytes, its peak, the part of a core, and the bytes of files at its end. */
type Minute = {
  readonly resident: number;
  readonly most: number;
  readonly processor: number;
  readonly journal: number;
  readonly files: number;
};

/**
 * Runs the console on 2,000 bids and 4,000 instances with six changes a second, machines over SSH, a moving cursor, and
 * every page each minute. Prints each minute's cost. Returns 0 when memory and processor are flat, else 1.
 */
export async function soak(minutes: number): Promise<number> {
  requireBuild();
  const smi = nvidiaSmi(
    Array.from({ length: MACHINE_GPUS }, (_, n) => ({
      utilization: 'LOAD',
      processes: [{ pid: 4101 + n, name: 'python', memory: 69_000 }],
    })),
  ).replace('cat <<', () => `sed "s/LOAD/$(($$ % 100))/" <<`);
  const sshd = await startSshd({ programs: { 'nvidia-smi': smi } });
  const service = await startService({ ...FLEET, address: `127.0.0.1:${sshd.port}` });
  const state = mkdtempSync(join(tmpdir(), 'soak-'));
  const console = openTimed({
    command: process.execPath,
    args: [program, '--reach', 'off', '--machines', 'visible'],
    env: {
      ...accountOn(service.address),
      SPOTDECK_SSH_OPTIONS: JSON.stringify(sshd.options),
      XDG_STATE_HOME: state,
      XDG_DATA_HOME: state,
    },
  });
  const stopChanging = keepChanging(service, { ...FLEET, eachSecond: CHANGES_EACH_SECOND });
  try {
    await console.until('', `${FLEET.instances} of ${FLEET.instances} instances running`);
    await firstPrices(console);
    return report(await measured(console, state, minutes));
  } finally {
    await stopChanging();
    await console.close();
    service.close();
    await sshd.close();
    rmSync(state, { recursive: true, force: true });
  }
}

async function measured(console: TimedConsole, folder: string, minutes: number): Promise<readonly Minute[]> {
  const all: Minute[] = [];
  const began = performance.now();
  print(['minute', 'resident', 'at most', 'processor', 'journal', 'all files']);
  print(['---', '---', '---', '---', '---', '---']);
  for (let n = 0; n < minutes; n++) {
    const from = { at: performance.now(), processor: processorTime(console.pid) };
    const looks = await operate(console, began + (n + 1) * MINUTE_MS);
    const took = performance.now() - from.at;
    const minute: Minute = {
      resident: mean(looks),
      most: Math.max(...looks),
      processor: (processorTime(console.pid) - from.processor) / took,
      journal: sizeOf(folder, /\.db(-wal)?$/),
      files: sizeOf(folder, /./),
    };
    all.push(minute);
    const { resident, most, processor, journal, files } = minute;
    print([
      String(n + 1),
      mebibytes(resident),
      mebibytes(most),
      percent(processor),
      mebibytes(journal),
      mebibytes(files),
    ]);
  }
  return all;
}

/** Visits every page in even steps, and moves the cursor between. Returns the memory at each. */
async function operate(console: TimedConsole, until: number): Promise<readonly number[]> {
  const looks: number[] = [];
  let steps = 0;
  for (const [n, page] of PAGES.entries()) {
    const slot = (until - performance.now()) / (PAGES.length - n);
    const end = performance.now() + slot;
    await openAndClose(console, page);
    do {
      console.press(steps % (2 * WALK) < WALK ? 'j' : 'k');
      steps += 1;
      await pause(KEY_PAUSE_MS);
    } while (performance.now() < end);
    looks.push(residentMemory(console.pid));
  }
  return looks;
}

/** Minutes of each side. */
const COMPARED = 10;

/** Compares the last ten minutes with the ten after the first; in a short run the last third with the second. */
function report(all: readonly Minute[]): number {
  const third = Math.ceil(all.length / 3);
  const isLong = all.length >= 2 * COMPARED + 5;
  const before = isLong ? all.slice(1, 1 + COMPARED) : all.slice(third, 2 * third);
  const last = all.slice(isLong ? -COMPARED : 2 * third);
  const grown = (['resident', 'processor'] as const).map((what) => {
    const by = mean(last.map((minute) => minute[what])) / mean(before.map((minute) => minute[what])) - 1;
    process.stdout.write(
      `${what}: ${(by * 100).toFixed(1)} % more in the last ${last.length} minutes than in ${isLong ? 'the ten after the first' : `the ${before.length} before`}\n`,
    );
    return by;
  });
  return grown.every((by) => by <= FLAT) ? 0 : 1;
}

const print = (cells: readonly string[]): void => void process.stdout.write(`| ${cells.join(' | ')} |\n`);
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const mebibytes = (bytes: number): string => `${(bytes / MEBIBYTE).toFixed(1)} MiB`;
const percent = (part: number): string => `${(part * 100).toFixed(1)} %`;

function sizeOf(folder: string, names: RegExp): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce((sum, name) => {
    const found = names.test(name) ? statSync(join(folder, name), { throwIfNoEntry: false }) : undefined;
    return sum + (found?.isFile() === true ? found.size : 0);
  }, 0);
}
