import { describe, expect, test } from 'vitest';
import { keyGroups } from '../../../src/screen/keymap/help.ts';
import { addActivities } from '../../../src/store/activity.ts';
import { topDialog } from '../../../src/store/dialogs/dialog-stack.ts';
import { paneFocused } from '../../../src/store/panes/cursor.ts';
import { copyTexts } from '../../../src/store/panes/row-detail.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { loadedFeatures } from '../../features-loaded.ts';
import { filled } from '../../store/filled.ts';
import { apiKey, bid, consoleWith, instance, sshKey, volume } from '../../store/made.ts';
import { lostRow } from '../../store/made-events.ts';
import { operatorAt } from '../keys/press-keys.ts';

const losses = [1, 2].map((id) => lostRow(id, 'a', id));

/** A console with a row in every pane; `address` is that of its instance. */
function everything(address: string | null): ConsoleState {
  const lists = consoleWith({
    bids: [bid('a')],
    instances: [instance('i', { bid: 'a', ssh_destination: address })],
    volumes: [volume('v')],
    sshKeys: [sshKey('s')],
    apiKeys: [apiKey('k')],
  });
  return addActivities(filled(lists), losses);
}

/** What the menu on screen offers: its keys and labels, and whether there is something to copy. */
function menuOf(state: ConsoleState) {
  const top = topDialog(state);
  return top?.kind === 'copy' ? copyTexts(state, top.pane, top.fid) : [];
}

describe.each(loadedFeatures.paneNames)('the copy menu of %s', (pane) => {
  test.each([
    ['with everything', 'root@192.0.2.7'],
    ['with little', null],
  ])('copies a text or says why it can not, for every key that it offers: %s', async (_, address) => {
    const start = paneFocused(everything(address), pane);
    const opened = operatorAt(start);
    await opened.press('y');
    expect(opened.top()).toBe('copy');
    const offered = menuOf(opened.state());
    expect(offered.map(({ key }) => key)).toEqual(
      expect.arrayContaining(['i', 'n', 'j', ...loadedFeatures.panes[pane].copies.map(({ key }) => key)]),
    );
    expect(new Set(offered.map(({ key }) => key)).size).toBe(offered.length);
    for (const { key, label, text } of offered) {
      const operator = operatorAt(start);
      await operator.press('y', key);
      const isNone = text === null;
      expect(operator.left.copied.length, `${key} ${label}`).toBe(isNone ? 0 : 1);
      expect(operator.notice()).toBe(
        isNone
          ? `Nothing was copied: it has no ${label}.`
          : `Sent the ${label} to the clipboard; the terminal decides whether it takes it.`,
      );
      expect(operator.top()).toBe(isNone ? 'copy' : null);
    }
  });

  test('offers what the help says', async () => {
    const operator = operatorAt(paneFocused(everything('root@192.0.2.7'), pane));
    await operator.press('y');
    const help = keyGroups(operator.state()).find(({ title }) => title === 'Copying')?.lines ?? [];
    for (const { key, label } of menuOf(operator.state())) {
      const does = help.filter((line) => line.keys.includes(key)).map((line) => line.does);
      const own = does.filter((text) => !text.includes('(') || text.includes(loadedFeatures.panes[pane].title));
      expect(own, key).toEqual([expect.stringContaining(`Copy the ${label}`)]);
    }
  });
});
