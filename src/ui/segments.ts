import { printableLine } from '../lib/printable.ts';
import { toWidth, widthOf } from '../lib/width.ts';
import type { Tone } from '../resources/resource.ts';
import type { Ground, Theme } from './theme.ts';

/** A piece of a line: a text and how it is to be seen. */
export type Segment = {
  readonly text: string;
  readonly tone?: Tone;
  /** Whether it is another text than a moment ago. */
  readonly changed?: boolean;
  /** Whether it is what a filter looks for. */
  readonly found?: boolean;
};

/**
 * A line of segments as one string with its colours; exactly as wide as its texts. Here texts reach the screen, also names
 * from the config file and the journal: nothing in them acts on the terminal.
 */
export function paint(segments: readonly Segment[], theme: Theme, ground: Ground = 'plain'): string {
  return (
    segments
      .map(({ text, tone = 'plain', changed = false, found = false }) =>
        text === '' ? '' : theme.open(tone, ground, { changed, found }) + printableLine(text),
      )
      .join('') + theme.close
  );
}

/** How wide a line of segments is. */
export function widthOfAll(segments: readonly Segment[]): number {
  return segments.reduce((sum, { text }) => sum + widthOf(text), 0);
}

/** A line of segments made exactly so wide: what is too much is cut, what is missing is blank. */
export function fitAll(segments: readonly Segment[], width: number, more: string): readonly Segment[] {
  const fitted: Segment[] = [];
  let room = width;
  for (const segment of segments) {
    if (room <= 0) break;
    const wide = widthOf(segment.text);
    fitted.push(wide <= room ? segment : { ...segment, text: toWidth(segment.text, room, 'left', more) });
    room -= Math.min(wide, room);
  }
  return room > 0 ? [...fitted, { text: ' '.repeat(room) }] : fitted;
}
