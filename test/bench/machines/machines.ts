import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSshd } from '../../driver/ssh-server.ts';
import { nvidiaSmi } from '../../driver/tools.ts';
import { accountOn, program, warmUp } from '../console.ts';
import type { BenchOptions } from '../options.ts';
import { formatTable, writeResults } from '../results.ts';
import { startService } from '../service/start.ts';
import { type Figures, GPUS, MODES, type Mode, measureFigures, timeUntilAll } from './figures.ts';
import { cellsOf, linesOf } from './lines.ts';

const OF_EACH = 4;
/** Connections being opened at which the server refuses more: the console's own limit. */
const MOST_OPENING = 4;
/** With another load in each sample, so that cells change. */
const CHANGING = nvidiaSmi(
  Array.from({ length: GPUS }, (_, n) => ({
    utilization: 'LOAD',
    processes: [{ pid: 4101 + n, name: 'python', memory: 69_000 }],
  })),
).replace('cat <<', () => `sed "s/LOAD/$(($$ % 100))/" <<`);

/** No machine, those on screen, and all, by turns. All are one SSH server on loopback. */
export async function runMachines({
  machines,
  seconds,
  rounds,
}: Extract<BenchOptions, { readonly kind: 'machines' }>): Promise<void> {
  const sshd = await startSshd({
    config: [`MaxStartups ${MOST_OPENING}`],
    programs: { 'nvidia-smi': CHANGING },
  });
  const service = await startService({
    bids: Math.ceil(machines / OF_EACH),
    instances: machines,
    address: `127.0.0.1:${sshd.port}`,
  });
  const cache = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const env = { ...accountOn(service.address), XDG_CACHE_HOME: cache };
    await warmUp(
      { command: process.execPath, args: [program, '--reach', 'off'], env },
      `${machines} instances running`,
    );
    const fleet = { service: service.address, machines, sshOptions: sshd.options };
    const untilAll = await timeUntilAll(fleet, cache);
    process.stderr.write(`all machines were read after ${(untilAll / 1000).toFixed(1)} s\n`);
    const measured: Record<Mode, Figures[]> = { off: [], visible: [], all: [] };
    for (let n = 0; n < rounds; n++) {
      for (const mode of MODES) {
        const figures = await measureFigures(fleet, mode, seconds, cache);
        measured[mode].push(figures);
        const { moves, ...rest } = figures;
        process.stderr.write(`round ${n + 1}, ${mode}: ${JSON.stringify({ ...rest, moves: moves.length })}\n`);
      }
    }
    const lines = linesOf(measured);
    const refused = sshd.log().split('beginning MaxStartups throttling').length - 1;
    process.stdout.write(`\n${formatTable(cellsOf(lines))}`);
    process.stdout.write(`\nAll machines were read ${(untilAll / 1000).toFixed(1)} s after the start. `);
    process.stdout.write(`More than ${MOST_OPENING} connections were being opened ${refused} times.\n`);
    writeResults('./machines.json', { machines, seconds, rounds, untilAllMs: Math.round(untilAll), refused, lines });
  } finally {
    service.close();
    await sshd.close();
    rmSync(cache, { recursive: true, force: true });
  }
}
