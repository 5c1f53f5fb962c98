import { appendFileSync } from 'node:fs';
import process from 'node:process';

/** Blocks of the event loop from this length on are written down, in milliseconds. */
const LEAST_MS = 8;
const EACH_MS = 1;

/**
 * Loaded before the program: writes a line for each longer block of its event loop, with its end in milliseconds since 1970, its length, and
 * the time in which its thread had a processor, which other programs do not make longer.
 */
const path = process.env['SPOTDECK_BENCH_BLOCKS'];
if (path !== undefined) {
  const processorMs = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let last = { at: performance.now(), processor: processorMs() };
  setInterval(() => {
    const next = { at: performance.now(), processor: processorMs() };
    const ms = next.at - last.at - EACH_MS;
    const own = next.processor - last.processor;
    if (ms >= LEAST_MS) appendFileSync(path, `${Date.now()} ${ms.toFixed(1)} ${own.toFixed(1)}\n`);
    last = { at: performance.now(), processor: processorMs() };
  }, EACH_MS).unref();
}
