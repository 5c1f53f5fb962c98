import { expect } from 'vitest';
import { serviceLists } from '../../src/resources/index.ts';
import type { Fixture } from './fixture.ts';

/** Versions of each row in the order in which the market sent them, and the one on screen. */
type Story = { readonly versions: string[]; at: number };

/**
 * Watches a console for rows that go back: a row on screen may be behind the market, but
 * never returns to an earlier version. Returns a check of the observed rows.
 */
export function watchForStaleRows({ store, wire }: Pick<Fixture, 'store' | 'wire'>): () => void {
  const stories = new Map<string, Story>();
  const wentBack: string[] = [];
  let told = 0;
  const listen = (): void => {
    for (; told < wire.answered.length; told++) {
      for (const row of rowsIn(wire.answered[told] ?? '')) {
        const story = stories.get(row.fid) ?? { versions: [], at: 0 };
        stories.set(row.fid, story);
        const text = JSON.stringify(row);
        if (story.versions.at(-1) !== text) story.versions.push(text);
      }
    }
  };
  store.subscribe(({ lists }, before) => {
    for (const name of serviceLists) {
      if (lists[name].rows === before.lists[name].rows) continue;
      listen();
      for (const [fid, { raw }] of lists[name].rows) {
        const story = stories.get(fid);
        // Values that the wire changed are not the market's.
        if (story === undefined || !story.versions.includes(raw)) continue;
        const at = story.versions.indexOf(raw, story.at);
        if (at < 0) wentBack.push(raw);
        else story.at = at;
      }
    }
  });
  return () => expect(wentBack, 'rows that went back to what they were before').toEqual([]);
}

/** The rows of a response: a list in pages or in full, or one row. */
function rowsIn(text: string): readonly { readonly fid: string }[] {
  const value: unknown = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : null;
  if (Array.isArray(value)) return value.filter(hasFid);
  if (typeof value !== 'object' || value === null) return [];
  if ('data' in value && Array.isArray(value.data)) return value.data.filter(hasFid);
  return hasFid(value) ? [value] : [];
}

function hasFid(value: unknown): value is { readonly fid: string } {
  return typeof value === 'object' && value !== null && 'fid' in value && typeof value.fid === 'string';
}
