import { appendFileSync } from 'node:fs';
import process from 'node:process';

/** Shorter blocks are not logged, in milliseconds. */
const LEAST_MS = 8;
const EACH_MS = 1;

/**
 * Preloaded: logs longer blocks of the event loop with end (milliseconds since 1970), length, and the thread's
 * processor time, untouched by other programs.
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
