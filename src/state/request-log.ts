import type { RequestLogEntry } from '../api/log-entry.ts';

/** As many requests are remembered, the newest last. */
const MOST = 500;

/** The last requests of this console, in memory only. */
export function createRequestLog() {
  const kept: RequestLogEntry[] = [];
  return {
    add: (entry: RequestLogEntry): void => {
      kept.push(entry);
      if (kept.length > MOST) kept.shift();
    },
    /** All that are remembered, the newest first. */
    all: (): readonly RequestLogEntry[] => kept.toReversed(),
  };
}

/** A request as a line for a shell, with a variable in place of the token. */
export function asCurl({ method, url, sent }: RequestLogEntry): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  return [
    'curl',
    ...(method === 'GET' ? [] : ['-X', method]),
    '-H "Authorization: Bearer $SPOTDECK_TOKEN"',
    ...(sent === null ? [] : [`-H 'content-type: application/json'`, `--data ${quoted(sent)}`]),
    quoted(url),
  ].join(' ');
}
