import { closeSync, constants, openSync, statSync } from 'node:fs';
import { isatty } from 'node:tty';
import { type Client, type Connection, createClient, type ForeignReads } from '../api/client.ts';
import type { RequestLogEntry } from '../api/log-entry.ts';
import { printableLine } from '../lib/sanitize.ts';
import { type LogFile, openLog } from './app-log.ts';
import { CommandFailure, EXIT } from './exit.ts';
import { inHome } from './files.ts';
import { proxyAddress, proxyFor } from './proxy.ts';
import { writeErrorLine } from './streams.ts';
import { system } from './system.ts';

/** Room for hundreds of thousands of requests in the operator's own file. */
const BOUNDS = { maxBytes: 64 * 1024 * 1024, kept: 0 };

type LogWarning = (sentence: string) => void;

/** By path, shared by all clients of this process. */
const open = new Map<string, (entry: RequestLogEntry) => void>();

export function clientFor(
  { debug }: { readonly debug: string | null },
  connection: Connection,
  {
    onRequest = () => undefined,
    onWarning = writeErrorLine,
  }: { readonly onRequest?: (entry: RequestLogEntry) => void; readonly onWarning?: LogWarning } = {},
): Client & ForeignReads {
  const log = debug === null ? null : logAt(inHome(debug), onWarning);
  const { clock, fetch, environment } = system();
  return createClient(connection, {
    clock,
    fetch,
    proxyFor: (url) => {
      const proxy = proxyFor(url, environment);
      return proxy === null ? null : { address: proxyAddress(proxy), variable: proxy.variable };
    },
    onRequest: (entry) => {
      onRequest(entry);
      log?.(entry);
    },
  });
}

/** Refuses a log over the console. @throws {CommandFailure} */
export function refuseTerminalLog({ debug }: { readonly debug: string | null }): void {
  if (debug === null || !isTerminal(inHome(debug))) return;
  throw new CommandFailure(
    EXIT.usage,
    `Requests can't be logged to ${debug}: the console is drawn there.`,
    'Name a file.',
  );
}

function isTerminal(path: string): boolean {
  if (statSync(path, { throwIfNoEntry: false })?.isCharacterDevice() !== true) return false;
  const file = openSync(path, constants.O_WRONLY | constants.O_NOCTTY | constants.O_NONBLOCK);
  try {
    return isatty(file);
  } finally {
    closeSync(file);
  }
}

function logAt(path: string, onWarning: LogWarning): (entry: RequestLogEntry) => void {
  const known = open.get(path) ?? requestLog(openLog({ path, ...BOUNDS, onError: onWarning }));
  open.set(path, known);
  return known;
}

export function requestLog({ write }: LogFile): (entry: RequestLogEntry) => void {
  const failures = new Map<string, number>();
  let begun = false;
  return ({ method, path, status, startedAt, tookMs, bytes, failure }) => {
    if (!begun) write(`# spotdeck ${SPOTDECK_VERSION}, Node ${process.versions.node}, ${process.platform}`);
    begun = true;
    const what = `${method} ${path.split('?')[0] ?? ''}`;
    const tries = (failures.get(what) ?? 0) + 1;
    if (status !== null && status < 400 && failure === null) failures.delete(what);
    else failures.set(what, tries);
    const parts = [
      new Date(startedAt).toISOString(),
      method,
      printableLine(path),
      status ?? '-',
      `${Math.round(tookMs)}ms`,
      `${bytes}B`,
      ...(failure === null ? [] : [failure]),
      ...(tries === 1 ? [] : [`try ${tries}`]),
    ];
    write(parts.join(' '));
  };
}
