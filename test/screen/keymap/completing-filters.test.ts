import { describe, expect, test } from 'vitest';
import { parseFilter } from '../../../src/resources/filter/parse.ts';
import { asciiGlyphs, spokenGlyphs, unicodeGlyphs } from '../../../src/resources/glyphs.ts';
import { footOf } from '../../../src/screen/keymap/foot.ts';
import { paneFocused } from '../../../src/store/panes/cursor.ts';
import { filterExamples } from '../../../src/store/panes/filter-history.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { loadedFeatures } from '../../features-loaded.ts';
import { bid, consoleWith, instance, shownFids, sshKey, volume } from '../../store/made.ts';
import { operatorAt } from '../keys/press-keys.ts';

const start = consoleWith({
  bids: [
    bid('b-1', { name: 'train llama', region: 'us-east1-b' }),
    bid('b-2', { name: 'eval', region: 'us-east1-b' }),
    bid('b-3', { name: 'render', region: 'eu-west4-a', status: 'Paused' }),
  ],
  instances: [instance('i-1', { name: 'train-0', bid: 'b-1' })],
  volumes: [volume('v-1')],
  sshKeys: [sshKey('s-1')],
});

const foot = (state: ConsoleState): string =>
  footOf(state)
    .map((line) => line.map(({ text }) => text).join(''))
    .join('\n');

describe('a filter of more than 1,000 characters', () => {
  test('that is pasted after / is cut at the limit, and that is said; keys go on as fast as ever', async () => {
    const operator = operatorAt(start);
    await operator.press('/');
    await operator.paste('x'.repeat(100_000));
    expect(operator.text()).toHaveLength(1000);
    expect(foot(operator.state())).toContain('At most 1,000 characters fit here. The rest was left out.');
    await operator.type('y');
    expect(operator.text()).toBe('x'.repeat(1000));
    await operator.press('Ctrl-u');
    await operator.type('train');
    expect(operator.text()).toBe('train');
  });
});

describe('an empty filter', () => {
  test('shows three examples, with values of the rows', async () => {
    const operator = operatorAt(start);
    await operator.press('/');
    expect(foot(operator.state())).toContain(' try  status:allocated  price>2.50  !type:8xh100  Tab names');
  });

  test.each(loadedFeatures.paneNames)('has three examples in %s that can be read, with rows and without', (pane) => {
    for (const glyphs of [unicodeGlyphs, asciiGlyphs, spokenGlyphs])
      for (const state of [start, consoleWith({})]) {
        const examples = filterExamples({ ...paneFocused(state, pane), glyphs }, pane);
        expect(new Set(examples).size).toBe(3);
        for (const example of examples)
          expect([example, parseFilter(example, loadedFeatures.panes[pane].columns)]).toMatchObject([
            example,
            { ok: true },
          ]);
      }
  });

  test('has an example that finds what it names', async () => {
    const operator = operatorAt(start);
    await operator.press('/');
    await operator.type(filterExamples(start, 'bids')[0] ?? '');
    expect(shownFids(operator.state(), 'bids').toSorted()).toEqual(['b-1', 'b-2']);
  });
});

describe('Tab', () => {
  test('completes the name of a column, then its values, the most frequent first', async () => {
    const operator = operatorAt(start);
    await operator.press('/');
    await operator.type('reg');
    expect(foot(operator.state())).toContain(' Tab  region:');
    await operator.press('Tab');
    expect(operator.text()).toBe('region:');
    expect(foot(operator.state())).toContain(' Tab  us-east1-b  eu-west4-a');
    await operator.press('Tab');
    expect(operator.text()).toBe('region:us-east1-b');
    expect(shownFids(operator.state(), 'bids').toSorted()).toEqual(['b-1', 'b-2']);
    await operator.press('Tab');
    expect(operator.text()).toBe('region:eu-west4-a');
    await operator.press('Shift-Tab');
    expect(operator.text()).toBe('region:us-east1-b');
  });

  test('goes on in the last term only, behind a negation, an or, a parenthesis', async () => {
    const operator = operatorAt(start);
    await operator.press('/');
    for (const before of ['eval ', 'eval | ', '!', '(', 'eval !(']) {
      await operator.press('Ctrl-u');
      await operator.type(`${before}statu`);
      await operator.press('Tab');
      expect(operator.text()).toBe(`${before}status:`);
    }
  });

  test('puts a value with blanks into quotes, also after an opening one', async () => {
    const operator = operatorAt(start);
    for (const typed of ['name:tr', 'name:"tr', 'name:=tr']) {
      await operator.press('/', 'Ctrl-u');
      await operator.type(typed);
      await operator.press('Tab');
      expect(operator.text()).toBe(`${typed.replace(/"?tr$/, '')}"train llama"`);
      expect(shownFids(operator.state(), 'bids')).toEqual(['b-1']);
      await operator.press('Esc');
    }
  });

  test('offers what can follow the name of an amount', async () => {
    const operator = operatorAt(start);
    await operator.press('/');
    await operator.type('pric');
    await operator.press('Tab');
    expect(operator.text()).toBe('price>');
    await operator.press('Tab');
    expect(operator.text()).toBe('price<');
  });

  test('does nothing where nothing fits, and then no line is above the filter', async () => {
    const operator = operatorAt(start);
    await operator.press('/');
    await operator.type('llama');
    expect(footOf(operator.state())).toEqual([[]]);
    await operator.press('Tab');
    expect(operator.text()).toBe('llama');
  });
});

test('Enter, Esc and the arrows do after Tab what they do without it', async () => {
  const operator = operatorAt(start);
  await operator.press('/');
  await operator.type('eval');
  await operator.press('Enter', '/', 'Ctrl-u');
  await operator.type('stat');
  await operator.press('Tab', 'Tab', 'Up');
  expect(operator.text()).toBe('eval');
  await operator.press('Ctrl-u');
  await operator.type('stat');
  await operator.press('Tab', 'Tab', 'Enter');
  expect([operator.top(), operator.state().views.bids.filter]).toEqual([null, 'status:allocated']);
  await operator.press('/', 'Tab', 'Esc');
  expect([operator.top(), operator.state().views.bids.filter]).toEqual([null, '']);
});

test.each([40, 60, 100, 160])('the line above the filter fits %i columns', async (columns) => {
  const operator = operatorAt({ ...start, size: { columns, rows: 20 } });
  await operator.press('/');
  for (const typed of ['', 's', 'status:', 'name:']) {
    await operator.press('Ctrl-u');
    await operator.type(typed);
    const [above = []] = footOf(operator.state());
    expect(above.map(({ text }) => text).join('').length).toBeLessThanOrEqual(columns);
  }
});
