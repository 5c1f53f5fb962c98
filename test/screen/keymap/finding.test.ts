import { describe, expect, test } from 'vitest';
import { keyGroups, searchedGroups } from '../../../src/screen/keymap/help.ts';
import { paletteEntries } from '../../../src/screen/keymap/palette.ts';
import { paneFocused } from '../../../src/store/panes/cursor.ts';
import { filterLeft } from '../../../src/store/panes/filter-history.ts';
import { detailRows } from '../../../src/store/panes/row-detail.ts';
import { apiKey, bid, byPrice, consoleWith, instance, shownFids, sshKey, volume } from '../../store/made.ts';
import { operatorAt } from '../keys/press-keys.ts';

const start = byPrice(
  consoleWith({
    bids: [bid('b-1', { name: 'train llama' }), bid('b-2', { name: 'eval' }), bid('b-3', { name: 'render' })],
    instances: [
      instance('i-1', { name: 'train-0', bid: 'b-1', ssh_destination: 'ubuntu@203.0.113.7:2222' }),
      instance('i-2', { name: 'eval-0', bid: 'b-2', ssh_destination: '-oProxyCommand=evil' }),
      instance('i-3', { name: 'orphan', bid: null }),
    ],
    volumes: [volume('v-1', { name: 'ckpt', bids: ['b-1', 'b-2'] }), volume('v-2', { name: 'scratch' })],
    sshKeys: [sshKey('s-1', { name: 'ops' })],
    apiKeys: [apiKey('k-1', { name: 'laptop' })],
  }),
);

describe('filtering', () => {
  test('the rows follow what is typed; Enter keeps the filter, Esc clears it', async () => {
    const operator = operatorAt(start);
    await operator.press('/');
    await operator.type('ren');
    expect(shownFids(operator.state(), 'bids')).toEqual(['b-3']);
    await operator.press('Enter');
    expect(operator.top()).toBeNull();
    expect(shownFids(operator.state(), 'bids')).toEqual(['b-3']);
    await operator.press('Esc');
    expect(shownFids(operator.state(), 'bids')).toHaveLength(3);
  });

  test('a reopened filter can be edited, and Esc there clears it', async () => {
    const operator = operatorAt(start);
    await operator.press('/');
    await operator.type('ev\n');
    await operator.press('/');
    expect(operator.text()).toBe('ev');
    await operator.press('Backspace', 'Backspace');
    expect(shownFids(operator.state(), 'bids')).toHaveLength(3);
    await operator.press('Esc');
    expect(operator.state().views.bids.filter).toBe('');
  });

  test('one that can not be read does not leave its field: no mark of all rows follows it', async () => {
    const operator = operatorAt(start);
    await operator.press('/');
    await operator.type('e\n');
    await operator.press('/');
    await operator.type(' statsu:open');
    await operator.press('Enter', '*');
    expect([operator.top(), operator.text()]).toEqual(['filter', 'e statsu:open*']);
    expect(operator.state().views.bids.marks.size).toBe(0);
  });

  test('a click beside one that can not be read drops it for the one before, and says why', async () => {
    const operator = operatorAt(start);
    await operator.press('/');
    await operator.type('e\n');
    await operator.press('/');
    await operator.type(' statsu:open');
    const left = filterLeft(operator.state());
    expect([left.dialogs, left.views.bids.filter]).toEqual([[], 'e']);
    expect(left.notice?.text).toBe(
      'The filter was dropped. There is no column statsu. Did you mean status? Put a word with : in quotes.',
    );
  });

  test('a saved view whose filter can not be read is not shown, because all rows would be', async () => {
    const { sort, columns, group } = start.views.bids;
    const view = { name: 'stale', pane: 'bids', filter: 'statsu:open', sort, columns, group } as const;
    const operator = operatorAt({ ...paneFocused(start, 'volumes'), savedViews: [view] });
    await operator.press(':');
    await operator.type('stale\n');
    expect(operator.state().focus).toBe('volumes');
    expect(operator.notice()).toMatch(
      /^The filter statsu:open of the view stale can't be read: .*Did you mean status\?/,
    );
  });

  test('the arrows move in the list while the filter is typed', async () => {
    const operator = operatorAt(start);
    await operator.press('/', 'Down');
    expect(operator.at()).toBe('b-2');
    expect(operator.top()).toBe('filter');
  });

  test('Esc clears the marks first, then the filter', async () => {
    const operator = operatorAt(start);
    await operator.press('/');
    await operator.type('e\n');
    await operator.press('*', 'Esc');
    expect(operator.state().views.bids).toMatchObject({ marks: new Set(), filter: 'e' });
    await operator.press('Esc');
    expect(operator.state().views.bids.filter).toBe('');
  });
});

describe('between a bid and its instances', () => {
  test('i goes to the instances of the bid and no others', async () => {
    const operator = operatorAt(start);
    await operator.press('i');
    expect(operator.state().focus).toBe('instances');
    expect(shownFids(operator.state(), 'instances')).toEqual(['i-1']);
  });

  test('i on an instance goes to its bid, even if a filter hides it there', async () => {
    const operator = operatorAt(start);
    await operator.press('/');
    await operator.type('render\n');
    await operator.press('2', 'g', 'i');
    expect([operator.state().focus, operator.at()]).toEqual(['bids', 'b-2']);
  });

  test('i on a volume goes to its bids, with their instances below', async () => {
    const operator = operatorAt(paneFocused(start, 'volumes'));
    await operator.press('i');
    expect([operator.state().focus, shownFids(operator.state(), 'bids')]).toEqual(['bids', ['b-1', 'b-2']]);
    expect(shownFids(operator.state(), 'instances').toSorted()).toEqual(['i-1', 'i-2']);
  });

  test.each([
    ['bids', 'G', 'render has no instances now.'],
    ['instances', 'j', 'orphan belongs to no bid.'],
    ['volumes', 'G', 'No bid uses scratch.'],
  ] as const)('what there is not is said: %s', async (pane, key, why) => {
    const operator = operatorAt(paneFocused(start, pane));
    await operator.press(key, 'i');
    expect(operator.notice()).toBe(why);
    expect(operator.state().focus).toBe(pane);
  });
});

describe('the page of a row and copying', () => {
  test('Enter opens every field, y copies one, the last tab has the original JSON, Esc goes back', async () => {
    const operator = operatorAt(start);
    const rows = detailRows(start, 'bids', 'b-1', false);
    const down = rows.findIndex((row) => row.kind === 'field' && row.label === 'Identifier');
    // The cursor begins on the first field, below the title.
    await operator.press('Enter', ...Array.from({ length: down - 1 }, () => 'j' as const), 'y');
    expect(operator.left.copied).toEqual(['b-1']);
    await operator.press('Left', 'j', 'y');
    expect(operator.left.copied[1]).toContain('"fid": "b-1"');
    await operator.press('Esc');
    expect(operator.top()).toBeNull();
  });

  test('y offers identifier, name, ssh command and JSON', async () => {
    const operator = operatorAt(paneFocused(start, 'instances'));
    await operator.press('G');
    for (const key of ['i', 'n', 's', 'a']) await operator.press('y', key);
    expect(operator.left.copied).toEqual([
      'i-1',
      'train-0',
      'ssh -p 2222 -- ubuntu@203.0.113.7',
      'ubuntu@203.0.113.7:2222',
    ]);
    expect(operator.top()).toBeNull();
  });

  test('an address that is not a plain host offers no ssh command', async () => {
    const operator = operatorAt(paneFocused(start, 'instances'));
    await operator.press('y', 's');
    expect(operator.at()).toBe('i-2');
    expect(operator.left.copied).toEqual([]);
    expect(operator.top()).toBe('copy');
  });
});

const first = async (text: string): Promise<string | undefined> => {
  const operator = operatorAt(start);
  await operator.press(':');
  await operator.type(text);
  return paletteEntries(operator.state())[0]?.label;
};

describe('the palette', () => {
  test.each([
    ['bids', 'bids'],
    ['inst', 'instances'],
    ['instances', 'instances'],
    ['INST', 'instances'],
    ['vol', 'volumes'],
    ['keys', 'sshKeys'],
    ['ssh keys', 'sshKeys'],
    ['api', 'apiKeys'],
    ['act', 'activity'],
  ] as const)('goes to a pane by a name of k9s: :%s', async (name, pane) => {
    const operator = operatorAt(paneFocused(start, pane === 'bids' ? 'volumes' : 'bids'));
    await operator.press(':');
    await operator.type(`${name}\n`);
    expect([operator.state().focus, operator.top()]).toEqual([pane, null]);
  });

  test('quits with :q', async () => {
    const operator = operatorAt(start);
    await operator.press(':');
    await operator.type('q\n');
    expect(operator.left.quits).toBe(1);
  });

  test('prefers names to nothing else: one letter, an action or a row are found as ever', async () => {
    expect(await first('pause the bid')).toBe('Pause the bid: its instances stop');
    expect(await first('train ll')).toBe('train llama');
    expect(await first('i')).not.toMatch(/^Go to/);
    expect(await first('in')).toBe('Go to Instances, or :inst');
  });
  test('finds a row by its name and goes there', async () => {
    const operator = operatorAt(start);
    await operator.press(':');
    await operator.type('laptop\n');
    expect([operator.state().focus, operator.at(), operator.top()]).toEqual(['apiKeys', 'k-1', null]);
  });

  test('finds an action by its name and runs it, in its pane', async () => {
    const operator = operatorAt(start);
    await operator.press(':');
    await operator.type('create a volume');
    expect(paletteEntries(operator.state())[0]?.label).toBe('Create a volume');
    await operator.press('Enter');
    expect([operator.state().focus, operator.top()]).toEqual(['volumes', 'form']);
  });

  test('asks as the key does before work stops', async () => {
    const operator = operatorAt(start);
    await operator.press(':');
    await operator.type('pause the bid\n');
    expect([operator.state().tapQuestion?.effect.sentence, operator.left.sent]).toEqual([
      expect.stringMatching(/^pause .*stops/),
      [],
    ]);
  });

  test('begins with what was chosen before', async () => {
    const operator = operatorAt(start);
    await operator.press(':');
    await operator.type('laptop\n');
    await operator.press(':');
    expect(paletteEntries(operator.state())[0]?.label).toBe('laptop');
  });

  test('typing after moving down returns to the best entry', async () => {
    const operator = operatorAt(start);
    await operator.press(':', 'Down', 'Down', 'Down');
    await operator.type('laptop\n');
    expect([operator.state().focus, operator.at()]).toEqual(['apiKeys', 'k-1']);
  });

  test('a disabled action shows why', async () => {
    const operator = operatorAt(start);
    await operator.press(':');
    await operator.type('zz nothing like it');
    await operator.press('Enter');
    expect(operator.top()).toBe('palette');
    await operator.press('Esc', ':');
    await operator.type('undo the last');
    await operator.press('Enter');
    expect(operator.notice()).toBe('There is nothing to undo.');
  });
});

describe('help', () => {
  test('typing narrows it to matching keys', async () => {
    const found = searchedGroups(keyGroups(start), 'pause bid');
    expect(found.flatMap(({ lines }) => lines.flatMap(({ keys }) => keys))).toContain('p');
    expect(found.flatMap(({ lines }) => lines).length).toBeLessThan(6);
  });

  test('shows the keys of the focused pane first', () => {
    expect(keyGroups(paneFocused(start, 'volumes'))[0]?.title).toBe('Volumes');
  });
});
