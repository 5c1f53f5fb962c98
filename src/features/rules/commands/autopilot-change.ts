import { connectedTo, connectionFrom } from '../../../config/connection.ts';
import { storagePaths } from '../../../config/paths.ts';
import type { Settings } from '../../../config/settings.ts';
import { openJournal } from '../../../journal/journal.ts';
import { STALE_MS } from '../../../journal/lease.ts';
import type { Scope } from '../../../journal/scope.ts';
import { pause } from '../../../lib/clock.ts';
import { own } from '../../../lib/typed-key.ts';
import { serviceResources } from '../../../resources/index.ts';
import type { Features } from '../../../store/state.ts';
import { CommandFailure, EXIT } from '../../../system/exit.ts';
import { writeErrorLine, writeLine } from '../../../system/streams.ts';
import { system } from '../../../system/system.ts';
import { isSeen, notSeenText } from '../follow-rules.ts';
import { type RulesJournal, rulesJournal, type UnseenHold } from '../journal/rules.ts';
import type { Rule } from '../kinds.ts';
import { HELD_ALONE } from '../rule-rows.ts';
import { versionOf } from '../rules-state.ts';
import { whyNotAllowed } from '../runner/may-act.ts';
import { outlookOf } from '../runner/rule-records.ts';
import { rulesSetting } from '../settings.ts';
import { requireRulesMayAct } from './autopilot-lines.ts';

type Change = { readonly release: readonly string[]; readonly hold: readonly string[] };

const LOOK_MS = 50;
const SAY_MS = 2000;

/** Releases or holds rules, and exits: all or none. @throws {CommandFailure} */
export async function changeRules(features: Features, settings: Settings, { release, hold }: Change): Promise<number> {
  const connection = connectionFrom(settings);
  const rules = [...release, ...hold].map((name) => ruleNamed(own(settings, rulesSetting), name));
  const both = release.find((name) => hold.includes(name));
  if (both !== undefined) throw new CommandFailure(EXIT.usage, `Give either --release ${both} or --hold ${both}.`);
  if (release.length > 0) requireRulesMayAct(settings, 'Run it without to release one. Holding is always possible.');
  const connected = connectedTo(connection, settings);
  for (const rule of rules.slice(0, release.length)) {
    const why = whyNotAllowed(rule, connected);
    if (why !== null) throw new CommandFailure(EXIT.usage, `${rule.name} was not released.`, why);
  }
  const { path, service } = storagePaths(settings, connection.baseUrl);
  const journal = rulesJournal(openJournal(path, system().clock.now, serviceResources, await features.tables()));
  const scope = { service, project: connection.project };
  try {
    const kept = (done: boolean): void => {
      if (done && journal.warning() === null) return;
      throw new CommandFailure(EXIT.refused, journal.warning() ?? 'The journal is busy. Try again.');
    };
    const { said } = journal.file();
    if (said !== null) writeErrorLine(said);
    for (const { name, version } of rules.slice(0, release.length).map(versioned)) {
      const { fights, hindered } = outlookOf(
        journal.rules(scope).find((stored) => stored.name === name && stored.version === version),
      );
      if (fights)
        throw new CommandFailure(EXIT.usage, `${name} was not released: it was refused when the rules last ran.`, [
          hindered ?? '',
          'Change one of the two, let a console or "spotdeck autopilot" run, and release it then.',
        ]);
    }
    kept(journal.declareRules(scope, rules.map(versioned)));
    for (const rule of rules) {
      const { name } = rule;
      if (hold.includes(name)) {
        const held = journal.holdRules(scope, [name], HELD_ALONE);
        kept(held.kept);
        if (held.kept && held.unseen !== null) await untilSeen(journal, scope, name, held.unseen);
        writeLine(`${name} is held.`);
        continue;
      }
      kept(journal.releaseRule(scope, { name, version: versionOf(rule) }));
      kept(journal.holdRules(scope, [name], null).kept);
      writeLine(`${name} acts from now on.`);
    }
  } finally {
    journal.close();
  }
  return EXIT.done;
}

/** Waits until the running program sends nothing more for a held rule. @throws {CommandFailure} */
async function untilSeen(journal: RulesJournal, scope: Scope, name: string, unseen: UnseenHold): Promise<void> {
  const { number } = journal.file();
  let isSaid = false;
  const { clock } = system();
  for (const start = clock.steady(); clock.steady() - start < STALE_MS; await pause(clock, LOOK_MS)) {
    const lease = journal.lease(scope);
    if (journal.file().number !== number || journal.warning() !== null)
      throw new CommandFailure(
        EXIT.refused,
        `It is not known whether ${name} is held. ${journal.news() ?? ''}`.trim(),
        'Hold it again.',
      );
    if (isSeen(lease, unseen, clock.now())) return;
    if (isSaid || clock.steady() - start < SAY_MS) continue;
    isSaid = true;
    writeErrorLine(`Waiting until ${unseen.runs} has seen it: it may have a write of ${name} under way.`);
  }
  throw new CommandFailure(
    EXIT.refused,
    notSeenText(`${name} is held`, unseen),
    'End that program to be sure, or hold the rule again.',
  );
}

const versioned = (rule: Rule) => ({ name: rule.name, version: versionOf(rule) });

function ruleNamed(rules: readonly Rule[], name: string): Rule {
  const rule = rules.find((rule) => rule.name === name);
  if (rule !== undefined) return rule;
  throw new CommandFailure(
    EXIT.usage,
    `There is no rule ${name}.`,
    rules.length === 0 ? 'The config file has no rules.' : `There are: ${rules.map(({ name }) => name).join(', ')}.`,
  );
}
