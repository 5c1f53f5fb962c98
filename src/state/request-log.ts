import type { RequestLogEntry } from '../api/log-entry.ts';

/** Most requests in memory. */
const MAX_REQUESTS = 500;

/** Creates the log of this console's last requests, in memory only. */
export function createRequestLog() {
  const entries: RequestLogEntry[] = [];
  return {
    add: (entry: RequestLogEntry): void => {
      entries.push(entry);
      if (entries.length > MAX_REQUESTS) entries.shift();
    },
    /** Returns the entries, newest first. */
    all: (): readonly RequestLogEntry[] => entries.toReversed(),
  };
}

/** Returns a request as a `curl` command, with a variable in place of the token. */
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
