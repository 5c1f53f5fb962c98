import { existsSync } from 'node:fs';
import { type Finding, ok, warning } from '../../../command/doctor-lines.ts';
import { connectedTo, connectionFrom } from '../../../config/connection.ts';
import { storagePaths } from '../../../config/paths.ts';
import type { Settings } from '../../../config/settings.ts';
import { openJournal } from '../../../journal/journal.ts';
import { own } from '../../../lib/typed-key.ts';
import { asciiGlyphs } from '../../../resources/glyphs.ts';
import { serviceResources } from '../../../resources/index.ts';
import { startState } from '../../../store/start-state.ts';
import type { Features } from '../../../store/state.ts';
import { NONE_READ, rulesJournal } from '../journal/rules.ts';
import { statusText } from '../pane/rules.ts';
import { statusOf } from '../rule-rows.ts';
import { NO_RULES } from '../rules-state.ts';
import { knownActions } from '../runner/rule-records.ts';
import { rulesSetting } from '../settings.ts';

const SIZE = { columns: 160, rows: 45 };

/** What the journal says of each rule; nothing without a service or a journal. */
export async function ruleFindings(features: Features, settings: Settings, now: number): Promise<readonly Finding[]> {
  const rules = own(settings, rulesSetting);
  if (rules.length === 0 || settings.baseUrl === null || settings.project === null) return [];
  const connection = connectionFrom(settings);
  const { path, service } = storagePaths(settings, connection.baseUrl);
  if (!existsSync(path)) return [];
  const journal = rulesJournal(openJournal(path, () => now, serviceResources, await features.tables()));
  try {
    const kept = journal.ruleRecords({ service, project: connection.project }, NONE_READ);
    const isRead = !('unreadable' in kept);
    const lease = isRead && kept.lease !== null ? { ...kept.lease, isOwn: false } : null;
    const state = {
      ...startState(features, connectedTo(connection, settings), asciiGlyphs, SIZE, now),
      rules: { ...NO_RULES, rules, stored: isRead ? kept.stored : [], lease, problem: journal.warning() },
    };
    const open = knownActions(isRead ? kept.news.added : []).filter(({ outcome }) => outcome === null);
    return rules.map((rule) => {
      const own = open.filter(({ rule: name }) => name === rule.name);
      const status = statusOf(state, rule, own);
      const isCalm = status.kind === 'active' || status.kind === 'done' || status.kind === 'rehearses';
      return (isCalm ? ok : warning)(`rule ${rule.name}`, statusText(status));
    });
  } finally {
    journal.close();
  }
}
