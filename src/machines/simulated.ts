import type { Clock } from '../lib/clock.ts';
import type { Gpu, Sample } from './sample.ts';
import type { SampleSource } from './source.ts';

const GIB = 1024 ** 3;

/** Returns a number that is always the same for a text. */
function seedOf(text: string): number {
  return [...text].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0, 7);
}

function gpuAt(seed: number, index: number, at: number): Gpu {
  const isIdle = seed % 4 === 0;
  const wave = Math.sin(at / 20_000 + index + seed);
  const utilization = isIdle ? 0 : Math.round(95 + 2 * wave);
  return {
    index,
    name: 'NVIDIA H100 80GB HBM3',
    utilization,
    memory: { used: (isIdle ? 2 : 70) * GIB, total: 80 * GIB },
    temperature: isIdle ? 34 : 63 + Math.round(3 * wave),
    power: isIdle ? 72 : 640 + Math.round(30 * wave),
    processes: isIdle ? [] : [{ pid: 4000 + index, name: 'python', memory: 70 * GIB }],
  };
}

/** Returns a source that makes samples up, for instances that have no machine. */
export function simulatedSource(clock: Clock): SampleSource {
  return {
    simulated: true,
    open: ({ fid }, everyMs, { opened, sampled }) => {
      const seed = seedOf(fid);
      let cancel = (): void => undefined;
      const sample = (): Sample => ({
        at: clock.now(),
        gpus: { kind: 'read', gpus: Array.from({ length: 8 }, (_, index) => gpuAt(seed, index, clock.now())) },
        load: [12, 11, 10],
        processors: 96,
        memory: { used: 200 * GIB, total: 1000 * GIB },
        disk: { used: 100 * GIB, total: 900 * GIB },
      });
      const next = (): void => {
        sampled(sample());
        cancel = clock.after(everyMs, next);
      };
      cancel = clock.after(0, () => {
        opened();
        next();
      });
      return { close: () => cancel() };
    },
  };
}
