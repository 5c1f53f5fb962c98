import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asciiGlyphs } from '../../../src/resources/glyphs.ts';
import { themeFor } from '../../../src/screen/dialogs/theme.ts';
import { previewPaneLines } from '../../../src/screen/ink/screen-lines.ts';
import { point } from '../../../src/screen/keymap/mouse.ts';
import { addActivity } from '../../../src/store/activity.ts';
import { cursorMoved, filterTyped, focusMoved } from '../../../src/store/panes/cursor.ts';
import { layoutOf } from '../../../src/store/panes/layout.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { rowsArrived } from '../../../src/store/transitions.ts';
import { NOON } from '../../store/hand-clock.ts';
import { apiKey, bid, consoleWith, instance, sshKey, startedConsole, volume, whole } from '../../store/made.ts';
import { eventRow, lostRow } from '../../store/made-events.ts';
import { columnsOf, seen } from '../ink/seen.ts';
import { operatorAt, UNREAD } from '../keys/press-keys.ts';

const theme = themeFor('16');
const fleet = consoleWith({
  bids: [bid('a'), bid('b', { limit_price: '$1.10' })],
  instances: [instance('b-0', { bid: 'b' })],
  volumes: [volume('ckpt')],
  sshKeys: [sshKey('ops')],
  apiKeys: [apiKey('ci')],
});

/** The lines of the preview on screen. */
function previewOf(state: ConsoleState): readonly string[] {
  const layout = layoutOf(state);
  const placed = layout.kind === 'too-small' ? null : layout.preview;
  return placed === null ? [] : previewPaneLines(state, placed, theme).map(seen);
}
const textOf = (state: ConsoleState): string => previewOf(state).join('\n');

describe('v shows the detail of the row under the cursor', () => {
  test('in place of the right side, and follows the cursor from pane to pane', async () => {
    const operator = operatorAt(fleet);
    await operator.press('v');
    expect(textOf(operator.state())).toMatch(/Preview ▸ bid a[\s\S]*Limit price +\$2\.50/);
    await operator.press('j');
    expect(textOf(operator.state())).toMatch(/Preview ▸ bid b[\s\S]*Limit price +\$1\.10/);
    await operator.press('2');
    expect(textOf(operator.state())).toContain('Preview ▸ instance b-0');
    const layout = layoutOf(operator.state());
    expect(layout.kind === 'wide' && layout.right).toEqual([]);
  });

  test('under a pane of the right side when that has the focus', async () => {
    const operator = operatorAt(fleet);
    await operator.press('v', '3');
    const layout = layoutOf(operator.state());
    expect(layout.kind === 'wide' && layout.right.map(({ name }) => name)).toEqual(['volumes']);
    expect(textOf(operator.state())).toContain('Preview ▸ volume ckpt');
  });

  test('and again brings the panes back as they were', async () => {
    const operator = operatorAt(fleet);
    await operator.press('+', '>');
    const before = layoutOf(operator.state());
    await operator.press('v', 'j', 'v');
    expect(layoutOf(operator.state())).toEqual(before);
  });

  test('below the list on a narrow screen, and says why there is none when that is too low', async () => {
    const narrow = operatorAt({ ...fleet, size: { columns: 60, rows: 20 } });
    await narrow.press('v');
    expect(textOf(narrow.state())).toContain('Preview ▸ bid a');
    const low = operatorAt({ ...fleet, size: { columns: 60, rows: 19 } });
    await low.press('v');
    expect(low.notice()).toBe('The preview needs a terminal of 20 rows; this one has 19.');
    expect(previewOf(low.state())).toEqual([]);
  });

  test('with the last events of the row and of the rows related to it, the newest first', () => {
    const event = (n: number, pane: 'bids' | 'instances', fid: string) =>
      eventRow(`e-${n}`, { at: NOON + n, what: `event ${n} of ${fid}`, about: { pane, fid } });
    let state: ConsoleState = { ...fleet, preview: true };
    for (const [n, fid] of ['a', 'b', 'a', 'b'].entries()) state = addActivity(state, event(n, 'bids', fid));
    state = addActivity(state, event(4, 'instances', 'b-0'));
    const found = (now: ConsoleState) => [...textOf(now).matchAll(/event \d of \S+/g)].map(([text]) => text);
    expect(found(state)).toEqual(['event 2 of a', 'event 0 of a']);
    expect(found(cursorMoved(state, 'bids', 1))).toEqual(['event 4 of b-0', 'event 3 of b', 'event 1 of b']);
  });

  test('with a group of events as one line, also of instances that are gone', () => {
    const lost = (n: number) => lostRow(n, 'a', n, { fid: `gone-${n}`, name: `gone-${n}` });
    const one = addActivity({ ...fleet, preview: true }, lost(0));
    expect(textOf(one)).toContain('gone-0: instance lost');
    const three = addActivity(addActivity(one, lost(1)), lost(2));
    expect(textOf(three)).toMatch(/a lost, out since 12:00/);
    expect(textOf(three)).not.toContain('gone-1: instance lost');
  });
});

describe('the preview without a row', () => {
  const preview = true;

  test('says that the list is loading, that it is empty, and that no row matches', () => {
    expect(textOf({ ...startedConsole(), preview })).toContain('Loading…');
    expect(textOf({ ...consoleWith(), preview })).toContain('There is no bid here.');
    expect(textOf(filterTyped({ ...fleet, preview }, 'bids', 'nothing'))).toContain('There is no bid here.');
  });

  test('says that the row under the cursor is gone, and follows its changes while it is there', () => {
    const asked = (sequence: number) => ({ at: NOON + sequence * 60_000, sequence });
    const changed = rowsArrived(
      { ...fleet, preview },
      'bids',
      whole(bid('a', { limit_price: '$9.99' }), bid('b')),
      asked(1),
      NOON + 60_000,
    );
    expect(textOf(changed)).toMatch(/Limit price +\$9\.99/);
    const { lists } = changed;
    const without = { ...lists.bids, rows: new Map([...lists.bids.rows].filter(([fid]) => fid !== 'a')) };
    expect(textOf({ ...changed, lists: { ...lists, bids: without } })).toMatch(/bid under the cursor is gone|gone/);
  });
});

describe('the preview scrolls', () => {
  const script = Array.from({ length: 40 }, (_, n) => `echo ${n}`).join('\n');
  const launch_specification = { volumes: [], ssh_keys: [], startup_script: script };
  const low = {
    ...consoleWith({ bids: [bid('a', { launch_specification }), bid('b', { launch_specification })] }),
    preview: true,
    size: { columns: 80, rows: 24 },
  };

  test('by its commands in the palette, within its lines, and begins at the top for the next row', async () => {
    const operator = operatorAt(low);
    await operator.press(':preview-down');
    expect(textOf(operator.state())).toMatch(/ 7-17 of \d+ /);
    for (let n = 0; n < 20; n += 1) await operator.press(':preview-down');
    const end = /-(\d+) of (\d+) /.exec(textOf(operator.state()));
    expect(end?.[1]).toBe(end?.[2]);
    await operator.press(':preview-up');
    expect(textOf(operator.state())).not.toMatch(/-(\d+) of \1 /);
    await operator.press('j');
    expect(textOf(operator.state())).toMatch(/ 1-\d+ of /);
  });

  test('and says how many lines follow, until the last instance of a bid is on screen', async () => {
    const names = Array.from({ length: 12 }, (_, n) => `work-${String(n).padStart(2, '0')}`);
    const running = names.map((fid) => instance(fid, { bid: 'a' }));
    const operator = operatorAt({
      ...consoleWith({ bids: [bid('a')], instances: running }),
      preview: true,
      size: low.size,
    });
    const met = new Set<string>();
    for (let n = 0; n < 30; n += 1) {
      const text = textOf(operator.state());
      for (const name of names.filter((one) => text.includes(one))) met.add(name);
      const [, last, all] = /-(\d+) of (\d+) /.exec(text) ?? [];
      const more = /… and (\d+) more lines/.exec(text)?.[1] ?? '0';
      expect(Number(last) + Number(more)).toBe(Number(all));
      await operator.press(':preview-down');
    }
    expect([...met].toSorted()).toEqual(names);
    expect(textOf(operator.state())).not.toContain('more lines');
  });

  test('by the wheel over it, which leaves the cursor alone', () => {
    const operator = operatorAt(low);
    point(operator.controller, { kind: 'wheel-down', column: 20, row: 18 }, UNREAD);
    expect(textOf(operator.state())).toMatch(/ 4-\d+ of /);
    expect(operator.at()).toBe('a');
  });

  test('only while it is on screen', async () => {
    const operator = operatorAt(fleet);
    await operator.press(':preview-down');
    expect(operator.notice()).toBe('There is no preview on screen.');
  });
});

test('every line of the preview is exactly as wide as it is, for every pane, size and set of glyphs', () => {
  const size = fc.record({ columns: fc.integer({ min: 40, max: 250 }), rows: fc.integer({ min: 20, max: 80 }) });
  const wild = consoleWith({
    bids: [bid('a', { name: '漢字🚀'.repeat(30) }), bid('b', { name: '👨‍👩‍👧e\u0301' })],
    volumes: [volume('한'.repeat(60))],
  });
  fc.assert(
    fc.property(size, fc.nat(6), fc.nat(2), fc.boolean(), (size, panes, down, ascii) => {
      let state: ConsoleState = { ...wild, size, preview: true, ...(ascii ? { glyphs: asciiGlyphs } : {}) };
      for (let n = 0; n < panes; n += 1) state = focusMoved(state, 1);
      state = cursorMoved(state, state.focus, down);
      const layout = layoutOf(state);
      const placed = layout.kind === 'too-small' ? null : layout.preview;
      if (placed === null) throw new Error('The preview is not on screen.');
      const lines = previewPaneLines(state, placed, theme);
      expect(lines).toHaveLength(placed.height);
      for (const line of lines) expect(columnsOf(line), seen(line)).toBe(placed.width);
    }),
  );
});

test('secrets that an answer carries are not in the preview', async () => {
  const operator = operatorAt({
    ...consoleWith({
      sshKeys: [sshKey('ops', { private_key: 'hush-hush' })],
      apiKeys: [apiKey('ci', { secret: 'hush-hush' })],
    }),
    preview: true,
  });
  for (const [pane, one] of Object.entries({ 4: 'SSH key ops', 5: 'API key ci' })) {
    await operator.press(pane);
    expect(textOf(operator.state())).toContain(`Preview ▸ ${one}`);
    expect(textOf(operator.state())).not.toContain('hush-hush');
  }
});
