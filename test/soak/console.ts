import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountOn, pause, program, requireBuild } from '../bench/console.ts';
import { processorTime, residentMemory } from '../bench/process.ts';
import { startService } from '../bench/service/start.ts';
import { openTimed } from '../bench/timed.ts';
import { startSshd } from '../driver/ssh-server.ts';
import { nvidiaSmi } from '../driver/tools.ts';

const FLEET = { bids: 5000, instances: 10_000 };
/** Rows that each whole read of a list finds changed. */
const CHANGES = 20;
const MACHINE_GPUS = 8;
const LOOK_MS = 10_000;
const MINUTE_MS = 60_000;
/** Most growth from the second quarter of the time to its last that counts as flat, as a part. */
const FLAT = 0.03;
const MEBIBYTE = 2 ** 20;

/** What was seen at one look, in bytes. */
type Look = { readonly memory: number; readonly files: number };

/**
 * Runs the console for some minutes on 15,000 rows that change, with the machines on screen read over SSH and a cursor that moves, and
 * prints its memory and the size of all its files each minute. Returns 0 when both are flat at the end, 1 when they still grow.
 */
export async function soakConsole(minutes: number): Promise<number> {
  requireBuild();
  const smi = nvidiaSmi(
    Array.from({ length: MACHINE_GPUS }, (_, n) => ({
      utilization: 'LOAD',
      processes: [{ pid: 4101 + n, name: 'python', memory: 69_000 }],
    })),
  ).replace('cat <<', () => `sed "s/LOAD/$(($$ % 100))/" <<`);
  const sshd = await startSshd({ programs: { 'nvidia-smi': smi } });
  const service = await startService({ ...FLEET, address: `127.0.0.1:${sshd.port}` }, { changes: CHANGES });
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
  try {
    await console.until('', `${FLEET.instances} instances running`);
    await console.until('2', ` 1/${FLEET.instances} `);
    return report(
      await looks(console.pid, state, minutes, (n) => console.until(n % 2 === 0 ? 'j' : 'k', '2 Instances')),
    );
  } finally {
    await console.quit();
    service.close();
    await sshd.close();
    rmSync(state, { recursive: true, force: true });
  }
}

/** Looks at memory and files until the time is over, and prints each minute what it has seen. */
async function looks(
  pid: number,
  folder: string,
  minutes: number,
  press: (n: number) => Promise<unknown>,
): Promise<readonly Look[]> {
  const all: Look[] = [];
  const began = performance.now();
  let spent = processorTime(pid);
  for (let n = 1; n * LOOK_MS <= minutes * MINUTE_MS; n++) {
    await pause(Math.max(0, began + n * LOOK_MS - performance.now()));
    await press(n);
    const look = { memory: residentMemory(pid), files: sizeOf(folder) };
    all.push(look);
    if ((n * LOOK_MS) % MINUTE_MS !== 0) continue;
    const now = processorTime(pid);
    process.stdout.write(
      `${String((n * LOOK_MS) / MINUTE_MS).padStart(4)} min  resident ${mebibytes(look.memory)}  files ${mebibytes(look.files)}` +
        `  processor ${(((now - spent) / MINUTE_MS) * 100).toFixed(0)} %\n`,
    );
    spent = now;
  }
  return all;
}

function report(all: readonly Look[]): number {
  const quarter = Math.ceil(all.length / 4);
  const second = all.slice(quarter, 2 * quarter);
  const last = all.slice(-quarter);
  const grown = (['memory', 'files'] as const).map((what) => {
    const [before, after] = [second, last].map((part) => mean(part.map((look) => look[what])));
    const by = before === undefined || after === undefined || before === 0 ? 0 : after / before - 1;
    process.stdout.write(`${what}: ${(by * 100).toFixed(1)} % more in the last quarter than in the second\n`);
    return by;
  });
  return grown.every((by) => by <= FLAT) ? 0 : 1;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const mebibytes = (bytes: number): string => `${(bytes / MEBIBYTE).toFixed(0).padStart(4)} MiB`;

/** The size of all files in a folder, in bytes. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce((sum, name) => {
    const found = statSync(join(folder, name), { throwIfNoEntry: false });
    return sum + (found?.isFile() === true ? found.size : 0);
  }, 0);
}
