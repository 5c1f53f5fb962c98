import { connectedTo, connectionFrom } from '../../config/connection.ts';
import { requireRulesMayAct } from '../../config/may-change.ts';
import { storagePaths } from '../../config/paths.ts';
import type { Settings } from '../../config/settings.ts';
import { openJournal } from '../../journal/journal.ts';
import { serviceResources } from '../../resources/index.ts';
import type { Rule } from '../../rules/rule.ts';
import { whyNotAllowed } from '../../state/rules/may-act.ts';
import { outlookOf } from '../../state/rules/rule-outlook.ts';
import { versionOf } from '../../state/rules/rules-state.ts';
import { CommandFailure, EXIT } from '../../system/exit.ts';
import { writeLine } from '../../system/streams.ts';

type Change = { readonly release: readonly string[]; readonly hold: readonly string[] };

/** `spotdeck autopilot --release NAME --hold NAME`: lets rules act or holds them, and exits. Nothing is changed when one of them may
 * not act here. @throws {CommandFailure} */
export function changeRules(settings: Settings, { release, hold }: Change): number {
  const connection = connectionFrom(settings);
  const rules = [...release, ...hold].map((name) => ruleNamed(settings.rules, name));
  const both = release.find((name) => hold.includes(name));
  if (both !== undefined) throw new CommandFailure(EXIT.usage, `Give either --release ${both} or --hold ${both}.`);
  if (release.length > 0) requireRulesMayAct(settings, 'Run it without to release one. Holding is always possible.');
  const connected = connectedTo(connection, settings);
  for (const rule of rules.slice(0, release.length)) {
    const why = whyNotAllowed(rule, connected);
    if (why !== null) throw new CommandFailure(EXIT.usage, `${rule.name} was not released.`, why);
  }
  const { path, service } = storagePaths(settings, connection.baseUrl);
  const journal = openJournal(path, Date.now, serviceResources);
  const scope = { service, project: connection.project };
  try {
    const kept = (done: boolean): void => {
      if (done && journal.warning() === null) return;
      throw new CommandFailure(EXIT.refused, journal.warning() ?? 'The journal is busy. Try again.');
    };
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
        kept(journal.holdRules(scope, [name], 'Held by the operator.'));
        writeLine(`${name} is held.`);
        continue;
      }
      const isReleased = journal.rules(scope).some((stored) => stored.name === name && stored.released);
      if (!isReleased) kept(journal.releaseRule(scope, { name, version: versionOf(rule) }));
      kept(journal.holdRules(scope, [name], null));
      writeLine(`${name} acts from now on.`);
    }
  } finally {
    journal.close();
  }
  return EXIT.done;
}

const versioned = (rule: Rule) => ({ name: rule.name, version: versionOf(rule) });

/** Finds a rule by its name. @throws {CommandFailure} that names those there are. */
function ruleNamed(rules: readonly Rule[], name: string): Rule {
  const rule = rules.find((rule) => rule.name === name);
  if (rule !== undefined) return rule;
  throw new CommandFailure(
    EXIT.usage,
    `There is no rule ${name}.`,
    rules.length === 0 ? 'The config file has no rules.' : `There are: ${rules.map(({ name }) => name).join(', ')}.`,
  );
}
