import type { RequestLogEntry } from '../api/log-entry.ts';
import { bytesOf } from '../lib/values.ts';

export type RequestKind = 'change' | 'failure' | 'poll';

export const REQUEST_PARTS = ['all', 'changes', 'failures', 'polls'] as const;
export type RequestPart = (typeof REQUEST_PARTS)[number];

/** Changes are kept for the whole run of any operator. */
export const BOUNDS: { readonly [Kind in RequestKind]: Bounds } = {
  change: { entries: 5_000, bytes: 32_000_000 },
  failure: { entries: 500, bytes: 5_000_000 },
  poll: { entries: 500, bytes: 5_000_000 },
};

type Bounds = { readonly entries: number; readonly bytes: number };

/** A read given up by the console itself has not failed. */
export function requestKind({ method, status, failure }: RequestLogEntry): RequestKind {
  if (method !== 'GET') return 'change';
  return hasFailed({ status, failure }) ? 'failure' : 'poll';
}

const hasFailed = ({ status, failure }: Pick<RequestLogEntry, 'status' | 'failure'>): boolean =>
  failure === null ? status === null || status >= 400 : failure !== 'aborted';

export function isInPart(entry: RequestLogEntry, part: RequestPart): boolean {
  switch (part) {
    case 'all':
      return true;
    case 'changes':
      return requestKind(entry) === 'change';
    case 'failures':
      return hasFailed(entry);
    case 'polls':
      return requestKind(entry) === 'poll';
  }
}

/** In memory only. Each kind has its own room: polls never push a change out. */
export function createRequestLog() {
  const kept = {
    change: keptWithin(BOUNDS.change),
    failure: keptWithin(BOUNDS.failure),
    poll: keptWithin(BOUNDS.poll),
  };
  let last = 0;
  return {
    add: (entry: RequestLogEntry): void => {
      last += 1;
      kept[requestKind(entry)].add(last, entry);
    },
    all: (): readonly RequestLogEntry[] =>
      Object.values(kept)
        .flatMap(({ all }) => all())
        .toSorted((a, b) => b.id - a.id)
        .map(({ entry }) => entry),
  };
}

type LogItem = { readonly id: number; readonly entry: RequestLogEntry };

function keptWithin({ entries: most, bytes }: Bounds) {
  const entries: LogItem[] = [];
  let size = 0;
  return {
    add: (id: number, entry: RequestLogEntry): void => {
      entries.push({ id, entry });
      size += bytesOf(entry);
      while (entries.length > most || (size > bytes && entries.length > 1)) {
        const oldest = entries.shift();
        if (oldest !== undefined) size -= bytesOf(oldest.entry);
      }
    },
    all: (): readonly LogItem[] => entries,
  };
}

/** With a variable in place of the token. */
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
