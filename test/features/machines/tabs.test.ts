import { expect, test } from 'vitest';
import { DEFAULT_MACHINES } from '../../../src/features/machines/machine-settings.ts';
import { tabsOf } from '../../../src/store/tabs.ts';
import { startedConsole } from '../../store/made.ts';

const shown = (columns: number, mode: 'off' | 'all', focus: 'bids' | 'machines' = 'bids'): string =>
  tabsOf({ ...startedConsole(), focus, size: { columns, rows: 24 }, machines: { ...DEFAULT_MACHINES, mode } })
    .map(({ text }) => text)
    .join('');

const TITLES = ' 1 Bids  2 Instances  3 Volumes  4 SSH keys  5 API keys  6 Sessions  7 Activity ';

test('on 80 columns all numbered panes have their titles; machines have a tab where it fits, or when they are shown', () => {
  expect(shown(100, 'off')).toBe(TITLES);
  expect(shown(100, 'all')).toBe(`${TITLES} m Machines `);
  expect(shown(80, 'all')).toBe(TITLES);
  expect(shown(80, 'all', 'machines')).toBe(' 1  2  3  4  5  6  7  m Machines ');
  expect(shown(79, 'all')).toBe(' 1 Bids  2  3  4  5  6  7  m ');
});
