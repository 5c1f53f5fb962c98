import { type ChildProcess, spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { node, program } from '../../../driver/built.ts';
import { freshHome, type Variables } from '../../../driver/environment.ts';

/** A running exporter. */
export type Exporter = {
  readonly url: string;
  readonly child: ChildProcess;
  /** Resolves with its exit code. */
  readonly ended: Promise<number | null>;
  readonly stderr: () => string;
};

/** Starts `spotdeck exporter` until the end of the test, on a free port of 127.0.0.1 unless the arguments name an address; `path` is another build of the program. */
export async function openExporter(env: Variables, args: readonly string[] = [], path = program): Promise<Exporter> {
  const home = freshHome({ ...env });
  const listen = args.includes('--listen') ? [] : ['--listen', '127.0.0.1:0'];
  const child = spawn(node, [path, 'exporter', ...listen, ...args], {
    cwd: home.folder,
    env: home.env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let err = '';
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
    home.remove();
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (chunk) => {
      err += String(chunk);
      const [found] = /http:\/\/\S+\/metrics/.exec(err) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once('close', () => reject(new Error(`The exporter ended before it listened. It printed:\n${err}`)));
  });
  return { url, child, ended, stderr: () => err };
}

/** A scrape once a condition holds for it, after 50 seconds at most. */
export async function scrapeUntil({ url }: Exporter, so: (text: string) => boolean): Promise<string> {
  const end = performance.now() + 50_000;
  for (;;) {
    const text = await (await fetch(url)).text();
    if (so(text)) return text;
    if (performance.now() > end) throw new Error(`The metrics never became what was expected:\n${text}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Whether bids and instances were read. */
export const isRead = (text: string): boolean =>
  /^spotdeck_bids\{/m.test(text) && /^spotdeck_cost_per_hour_at_most\{/m.test(text);
