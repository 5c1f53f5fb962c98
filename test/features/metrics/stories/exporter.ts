import { expect, onTestFinished } from 'vitest';
import { freshHome, type Variables } from '../../../driver/environment.ts';
import type { RunningProgram } from '../../../driver/here/command.ts';
import { openProgram } from '../../../driver/running.ts';
import { soon } from '../../../driver/time.ts';

/** A running exporter. */
export type Exporter = {
  readonly url: string;
  /** Sends it a signal and waits for its end. Returns its exit code and the signal that ended it. */
  readonly end: RunningProgram['end'];
  readonly stderr: () => string;
};

/** Where the metrics are, once it has been printed. */
export const METRICS_URL = /http:\/\/\S+\/metrics/;

/** Starts `spotdeck exporter` until the end of the test, on a free port of 127.0.0.1 unless the arguments name an address. */
export async function openExporter(env: Variables, args: readonly string[] = []): Promise<Exporter> {
  const home = freshHome(env);
  onTestFinished(() => home.remove());
  const listen = args.includes('--listen') ? [] : ['--listen', '127.0.0.1:0'];
  const program = openProgram(['exporter', ...listen, ...args], home);
  await program.prints(METRICS_URL);
  const [url = ''] = METRICS_URL.exec(program.errors()) ?? [];
  return { url, end: program.end, stderr: program.errors };
}

/** A scrape once a condition holds for it. */
export async function scrapeUntil({ url }: Exporter, so: (text: string) => boolean): Promise<string> {
  let text = '';
  await soon(async () => {
    text = await (await fetch(url)).text();
    expect(so(text), `The metrics never became what was expected:\n${text}`).toBe(true);
  });
  return text;
}

/** Whether bids and instances were read. */
export const isRead = (text: string): boolean =>
  /^spotdeck_bids\{/m.test(text) && /^spotdeck_cost_per_hour_at_most\{/m.test(text);
