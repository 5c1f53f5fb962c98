import { describe, expect, test } from 'vitest';
import { screenOf } from '../../../src/screen/dialogs/screen.ts';
import { activeBindings, builtInBindings } from '../../../src/screen/keymap/active-bindings.ts';
import { addActivities } from '../../../src/store/activity.ts';
import { paneFocused } from '../../../src/store/panes/cursor.ts';
import { isOnGroup } from '../../../src/store/panes/open-groups.ts';
import { loadedFeatures } from '../../features-loaded.ts';
import { filled } from '../../store/filled.ts';
import { apiKey, bid, consoleWith, instance, sshKey, volume } from '../../store/made.ts';
import { lostRow } from '../../store/made-events.ts';
import { keysBoundTwice } from '../keys/keys-bound-twice.ts';
import { operatorAt } from '../keys/press-keys.ts';

const bindings = builtInBindings(loadedFeatures, new Map());
const { ordered, parts } = screenOf({ features: loadedFeatures });

/** Most keys that an operator has to know: each counts once, whatever it does in a pane. */
const MOST_KEYS = 60;

/** Letters that act on a row in some pane, with the words that their actions begin with. */
const ROW_LETTERS = new Set(
  bindings
    .filter(({ scope }) => typeof scope === 'string' && scope in loadedFeatures.panes)
    .flatMap(({ keys }) => keys)
    .filter((key) => /^[a-zA-Z]$/.test(key)),
);

/** The bindings of pages of no row, and of the tabs of a row's page. */
const pages = [
  ...ordered.filter(({ page }) => page !== undefined).map(({ kind, bindings: own }) => ({ page: kind, own })),
  ...parts.flatMap(({ rowTabs }) => (rowTabs ?? []).map(({ id, bindings: own }) => ({ page: `tab ${id}`, own }))),
];

/** What a page does by a letter that acts on rows elsewhere, because it is the same there: `e` changes, `x` ends, `i` goes to the row. */
const SAME: readonly string[] = ['run-stop', 'fleet-row', 'digest-back', 'copy-line', 'request-copy'];

describe('few keys, each with one meaning', () => {
  test(`at most ${MOST_KEYS} keys are listed outside of menus`, () => {
    const keys = new Set(bindings.flatMap(({ keys: own }) => own));
    expect([...keys].length, [...keys].join(' ')).toBeLessThanOrEqual(MOST_KEYS);
  });

  test('no page binds a letter that acts on rows to something else', () => {
    const others = pages.flatMap(({ page, own }) =>
      own.flatMap(({ id, keys }) =>
        SAME.includes(id) ? [] : keys.filter((key) => ROW_LETTERS.has(key)).map((key) => `${page}: ${key} is ${id}`),
      ),
    );
    expect(others).toEqual([]);
  });

  test('every page moves by arrows, PgUp, g and G, and is left by Esc and q', () => {
    for (const { kind, page, bindings: own } of ordered) {
      if (page === undefined) continue;
      const keys = own.flatMap((binding) => binding.keys);
      for (const key of ['Up', 'Down', 'PgUp', 'PgDn', 'g', 'G', 'Esc', 'q'])
        expect(keys, `${kind}: ${key}`).toContain(key);
    }
  });

  test('a letter of a menu is on one item, and what a menu holds has no key of its own', () => {
    const held = bindings.filter(({ menu }) => menu !== undefined);
    const letters = held.map(({ menu }) => menu?.letter);
    expect(new Set(letters).size).toBe(letters.length);
    expect(held.filter(({ keys }) => keys.length > 0).map(({ id }) => id)).toEqual([]);
  });
});

describe('a key of the last release says where its action went', () => {
  const gone = bindings.flatMap(({ formerly }) => formerly?.keys ?? []);

  test('and no such key does something else in the same place, but in recordings', () => {
    expect(gone.length).toBeGreaterThan(15);
    for (const { id, scope, formerly, keys } of bindings)
      for (const key of formerly?.keys ?? []) expect(keys, `${id} in ${String(scope)}`).not.toContain(key);
  });
});

const rows = consoleWith({
  bids: [bid('train')],
  instances: [instance('i-0', { bid: 'train', ssh_destination: 'ubuntu@203.0.113.7' })],
  volumes: [volume('v')],
  sshKeys: [sshKey('s')],
  apiKeys: [apiKey('k')],
});
const live = addActivities(
  filled(rows),
  [1, 2, 3].map((id) => lostRow(id, 'train', id)),
);

test.each(loadedFeatures.paneNames)('no key has two meanings in %s', (pane) => {
  expect(keysBoundTwice(activeBindings(paneFocused(live, pane)))).toEqual([]);
});

test('Enter on a group of events opens it, and has no second meaning there', async () => {
  const operator = operatorAt(paneFocused(live, 'activity'));
  await operator.press('g');
  expect(isOnGroup(operator.state(), 'activity')).toBe(true);
  expect(keysBoundTwice(activeBindings(operator.state()))).toEqual([]);
});

test('while a first tap waits, only the keys that answer it mean something else', async () => {
  const operator = operatorAt(live);
  await operator.press('p');
  expect(operator.state().tapQuestion).not.toBeNull();
  expect(keysBoundTwice(activeBindings(operator.state()))).toEqual(['y: tap-again, copy', 'Esc: let-go, clear']);
});
