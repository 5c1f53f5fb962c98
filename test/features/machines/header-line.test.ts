import { describe, expect, test } from 'vitest';
import { machineModeChosen } from '../../../src/features/machines/machines.ts';
import { machineSettingsOf } from '../../../src/features/machines/settings.ts';
import { asciiGlyphs, spokenGlyphs, unicodeGlyphs } from '../../../src/resources/glyphs.ts';
import { headerParts } from '../../../src/store/header-line.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { rowsArrived } from '../../../src/store/transitions.ts';
import { fleet, line } from '../../screen/ink/headers.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, consoleWith, instance, whole } from '../../store/made.ts';
import { busy, failing, idleSince, MINUTE, withMachines } from './reader/read-machines.ts';

/** A fleet in which machines have done nothing for a time. */
function idling(prices: readonly (string | null)[], ms = 12 * MINUTE): ConsoleState {
  const bids = prices.map((limit_price, n) => bid(`b${n}`, { limit_price }));
  const instances = prices.map((_, n) => instance(`i${n}`, { bid: `b${n}` }));
  const machines = prices.map((_, n) => [`i${n}`, idleSince(NOON - ms)] as const);
  return withMachines(consoleWith({ bids, instances }), Object.fromEntries(machines));
}

describe('idle machines', () => {
  const six = idling(['$17.09', '$17.09', '$1', '$1', '$1', '$1.02']);

  test.each([
    [160, '$38.20/h at most   6 idle · $38.20/h at most'],
    [110, '6 idle · ≤$38.20/h'],
    [80, '6 idle ≤$38.20/h'],
    [60, '6 idle ≤$38.20/h'],
    [53, '6 idle ≤$38.20/h'],
  ])('are counted with their highest cost on %i columns', (columns, text) => {
    expect(line(six, columns)).toContain(text);
  });

  test('are an upper limit at every width, in any glyphs, and never take the place of what was there before', () => {
    const without = { ...six, lists: { ...six.lists, machines: consoleWith().lists.machines } };
    for (const glyphs of [unicodeGlyphs, asciiGlyphs, spokenGlyphs])
      for (let columns = 40; columns <= 250; columns++) {
        const text = line({ ...six, glyphs }, columns);
        if (/idle/.test(text))
          expect(text, `${columns} columns`).toMatch(/6 idle .*(≤|<=|at most) ?\$38|6 idle .*\$38.20\/h at most/);
        const { parts } = headerParts({ ...without, glyphs }, columns);
        for (const part of ['connection', 'cost', 'name', 'counts'] as const)
          if (parts.some((placed) => placed.part === part))
            expect(headerParts({ ...six, glyphs }, columns).parts.map((placed) => placed.part)).toContain(part);
      }
  });

  test('count from the setting on, and not a moment before', () => {
    expect(line(idling(['$1'], 10 * MINUTE))).toContain('1 idle');
    expect(line(idling(['$1'], 10 * MINUTE - 1))).not.toContain('idle');
    const state = idling(['$1'], MINUTE);
    expect(line({ ...state, machines: { ...machineSettingsOf(state), idleAfterMs: MINUTE } })).toContain('1 idle');
  });

  test('cost is exact in each currency, and says which prices are not known', () => {
    expect(line(idling(['$0.10', '$0.20', '€3']))).toContain('3 idle · $0.30 + €3.00/h at most');
    expect(line(idling(['$1', null, null]))).toContain('3 idle · $1.00/h at most + 2 at unknown prices');
    expect(line(idling(['$1', null]))).toContain('2 idle · $1.00/h at most + 1 at an unknown price');
    expect(line(idling([null]))).toContain('1 idle · price unknown');
    expect(line(idling(['$1', null]), 60)).toContain('2 idle ≤$1.00/h+?');
    expect(line(idling([null]), 55)).toContain('1 idle ?/h');
  });

  test('are not there when none is idle, none is read, the instance no longer runs, or its machine was lost', () => {
    expect(line(fleet(0))).not.toContain('idle');
    expect(line(withMachines(idling(['$1']), { i0: busy() }))).not.toContain('idle');
    expect(line(machineModeChosen(idling(['$1']), 'off'))).not.toContain('idle');
    const stopped = whole(instance('i0', { bid: 'b0', status: 'STATUS_PAUSED' }));
    expect(line(rowsArrived(idling(['$1']), 'instances', stopped, { at: NOON, sequence: 1 }, NOON))).not.toContain(
      'idle',
    );
    const lost = { ...withMachines(idling(['$1']), { i0: failing('closed') }), now: NOON + MINUTE };
    expect(line(lost)).not.toContain('idle');
  });
});
