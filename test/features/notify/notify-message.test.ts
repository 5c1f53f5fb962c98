import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import type { JournalEvent } from '../../../src/changes/change-event.ts';
import { composeMessage } from '../../../src/features/notify/sending/message.ts';
import { loadedFeatures } from '../../features-loaded.ts';
import { HERE } from '../../journal/scope.ts';
import { newPath } from '../../journal/snapshots.ts';
import { NOON } from '../../store/hand-clock.ts';
import { openFeatureJournal } from './open-journal.ts';

const lost = (id: number, name: string, bid = `bid-${id}`): JournalEvent => ({
  id,
  key: `seen:${id}`,
  at: NOON,
  since: null,
  by: 'x',
  payload: {
    kind: 'seen',
    list: 'instances',
    fid: `inst-${id}`,
    name,
    bid,
    bidName: name,
    change: 'lost',
    field: null,
    from: 'Running',
    to: null,
  },
});

/** A message about some events, without others around them. */
const only = (...events: readonly JournalEvent[]) => ({ events, around: events });

const about = { id: 'm1', target: 'team', at: NOON, profile: 'prod', project: 'proj', projectName: null, leftOut: 0 };

test.each(['slack', 'discord'] as const)(
  'a name mentions nobody in %s, and becomes no link and no markup',
  (format) => {
    for (const name of [
      '@everyone',
      '<!channel>',
      '[x](https://evil.example)',
      '*b* _i_ `c`',
      '<@U123>',
      'evil.example',
    ]) {
      const { body } = composeMessage(loadedFeatures, format, { ...about, ...only(lost(1, name)) });
      expect(body).not.toMatch(/@everyone|<!|<@|\]\(|https:\/\/|\*b\*|`c`|evil\.example/);
      if (format === 'discord') expect(JSON.parse(body ?? '')).toMatchObject({ allowed_mentions: { parse: [] } });
    }
  },
);

test.each(['slack', 'discord'] as const)(
  'a %s message of very many events is short, and says how many more there are',
  (format) => {
    const events = Array.from({ length: 1000 }, (_, n) => lost(n + 1, `${n}-${'x'.repeat(250)}`));
    const { body, covers } = composeMessage(loadedFeatures, format, { ...about, ...only(...events), leftOut: 7 });
    expect(covers).toBe(1000);
    expect(body?.length).toBeLessThan(2000);
    expect(body).toMatch(/and 99\d more/);
    expect(body).toContain('7 earlier events were left out');
  },
);

test('the example of a message in docs/metrics.md has just the members that a message has', () => {
  const [, example = ''] = /```json\n(\{.*\})\n```/.exec(readFileSync('docs/metrics.md', 'utf8')) ?? [];
  const shown = JSON.parse(example);
  const sent = JSON.parse(composeMessage(loadedFeatures, 'json', { ...about, ...only(lost(1, 'a')) }).body ?? '');
  expect(Object.keys(shown)).toEqual(Object.keys(sent));
  expect(Object.keys(shown.events[0])).toEqual(Object.keys(sent.events[0]));
  expect(shown.version).toBe(sent.version);
});

test('a journal of the earlier version is opened, keeps its events, and takes targets', () => {
  const path = newPath();
  openFeatureJournal(path, () => NOON).close();
  const file = new DatabaseSync(path);
  file.exec('DROP TABLE notifications; PRAGMA user_version = 4');
  file.close();
  const journal = openFeatureJournal(path, () => NOON);
  onTestFinished(journal.close);
  expect([journal.warning(), journal.beginNotifications(HERE, 'team')]).toEqual([null, true]);
  expect(journal.notifications(HERE, 'team')).toMatchObject({ cursor: 0, message: null, stopped: null });
});
