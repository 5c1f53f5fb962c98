import { expect } from 'vitest';
import { themeFor } from '../../../src/screen/dialogs/theme.ts';
import { hintLine } from '../../../src/screen/ink/screen-lines.ts';
import { paneFocused } from '../../../src/store/panes/cursor.ts';
import { bid, consoleWith, instance } from '../../store/made.ts';
import { seen } from './seen.ts';

/** The hints of a fleet in which a bid is being preempted. */
export function hintsOn(columns: number, focus: 'bids' | 'instances'): string {
  const state = consoleWith({
    bids: [bid('a'), bid('b', { status: 'Preempting' })],
    instances: [instance('i', { bid: 'a', ssh_destination: 'ubuntu@203.0.113.7' })],
    size: { columns, rows: 45 },
  });
  return seen(hintLine(paneFocused(state, focus), themeFor('16')));
}

/** Checks that hints follow what the row allows, in this order, and give way from the last one on. */
export function namedInOrder(general: readonly string[]): void {
  for (const focus of ['bids', 'instances'] as const) {
    const whole = hintsOn(250, focus);
    expect([...general].sort((a, b) => whole.indexOf(a) - whole.indexOf(b))).toEqual(general);
    expect(whole.indexOf('y copy')).toBeLessThan(whole.indexOf('! urgent'));
    for (let columns = 40; columns < 250; columns++) {
      const hints = hintsOn(columns, focus);
      const shown = general.map((hint) => hints.includes(hint));
      // None before those to its left.
      expect(shown).toEqual(shown.toSorted((a, b) => Number(b) - Number(a)));
      if (shown.includes(true)) expect(hints).toContain('y copy');
    }
  }
}
