import type { Exchange } from '../api/exchange.ts';
import { type DialogLine, textLine } from '../dialogs/line.ts';
import { clockTime } from '../lib/duration.ts';
import { printableLine } from '../lib/printable.ts';
import { wrapped } from '../lib/width.ts';
import type { Tone } from '../resources/resource.ts';
import type { Overlay } from '../state/overlay.ts';

/** The last requests, a line each; of the one that is open also what was sent and answered. */
export function requestLines(
  { entries, at, open }: Extract<Overlay, { kind: 'requests' }>,
  width: number,
): readonly DialogLine[] {
  if (entries.length === 0) return [textLine('No requests yet.', 'dim')];
  const entry = entries[at];
  if (open && entry !== undefined) return [...entryLines(entry, false), ...bodyLines(entry, width)];
  return entries.flatMap((one, n) => entryLines(one, n === at));
}

function entryLines(
  { method, path, status, startedAt, tookMs, bytes }: Exchange,
  cursor: boolean,
): readonly DialogLine[] {
  return [
    {
      kind: 'text',
      cursor,
      segments: [
        { text: ` ${clockTime(startedAt)}  `, tone: 'dim' },
        { text: String(status ?? 'none').padEnd(5), tone: toneOf(status) },
        { text: `${Math.round(tookMs)} ms`.padStart(8), tone: 'dim' },
        { text: `${sizeOf(bytes).padStart(9)}  `, tone: 'dim' },
        { text: method.padEnd(7), tone: method === 'GET' ? 'plain' : 'accent' },
        { text: printableLine(path) },
      ],
    },
  ];
}

function bodyLines({ sent, answer }: Exchange, width: number): readonly DialogLine[] {
  const part = (title: string, text: string): readonly DialogLine[] => [
    textLine(title, 'strong'),
    ...text.split('\n').flatMap((line) => wrapped(line, width).map((piece) => textLine(piece))),
  ];
  return [
    ...(sent === null ? [] : part('Sent', printableLine(sent))),
    ...(answer === null
      ? [textLine('The response may contain a secret, so it is not kept.', 'dim')]
      : part('Answered', answer === '' ? 'nothing' : answer)),
  ];
}

function toneOf(status: number | null): Tone {
  if (status === null || status >= 500) return 'bad';
  return status >= 400 ? 'warn' : 'good';
}

const sizeOf = (bytes: number): string => (bytes < 10_000 ? `${bytes} B` : `${Math.round(bytes / 1000)} kB`);
