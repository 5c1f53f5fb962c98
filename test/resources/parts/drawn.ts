import { expect } from 'vitest';
import { asciiGlyphs } from '../../../src/resources/glyphs.ts';
import type { Resource } from '../../../src/resources/resource.ts';
import type { PaneName, Rows } from '../../../src/resources/rows.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import { loadedFeatures } from '../../features-loaded.ts';
import { apiKey, bid, consoleWith, instance, sshKey, volume } from '../../store/made.ts';
import { nowhere } from '../opened.ts';

const somewhere = contextOf({
  ...consoleWith({
    bids: [bid('a')],
    instances: [instance('i', { bid: 'a' })],
    volumes: [volume('v')],
    sshKeys: [sshKey('s')],
    apiKeys: [apiKey('k')],
  }),
  glyphs: asciiGlyphs,
});

/** Calls everything that draws, sorts, opens and copies a row. */
export function drawn<Name extends PaneName>(name: Name, row: Rows[Name]): void {
  const resource: Resource<Name> = loadedFeatures.panes[name];
  for (const context of [nowhere, somewhere]) {
    for (const column of resource.columns) {
      expect(column.cell(row, context).text, `${name} ${column.id}`).not.toBe('');
      const key = column.sortBy?.(row, context) ?? null;
      expect(key === null || ['string', 'number', 'bigint'].includes(typeof key)).toBe(true);
    }
    for (const { lines } of resource.detail(row, context)) {
      for (const { label, text } of lines) expect(text, `${name} ${label}`).not.toBe('');
    }
    for (const copy of resource.copies) copy.text(row, context);
    for (const action of resource.actions) action.disabledReason?.(row, context);
    expect(resource.labelOf(row)).not.toBe('');
  }
}
