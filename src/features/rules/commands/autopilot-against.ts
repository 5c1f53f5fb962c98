import type { RecordedConsole } from '../../../command/recorded.ts';
import type { Settings } from '../../../config/settings.ts';
import { jsonText } from '../../../lib/sanitize.ts';
import { own } from '../../../lib/typed-key.ts';
import { counted } from '../../../lib/words.ts';
import { EXIT, type ExitCode } from '../../../system/exit.ts';
import { writeLine } from '../../../system/streams.ts';
import { rulesSetting } from '../settings.ts';
import { eventObject, eventText, requireRules } from './autopilot-lines.ts';
import { recordedRules } from './recorded-rules.ts';

/**
 * `spotdeck autopilot --against`: prints what the rules would have done in a recording. Nothing is sent. Returns the exit code.
 * @throws {CommandFailure} without rules, or without a recording.
 */
export async function autopilotAgainst(
  settings: Pick<Settings, 'own'>,
  recorded: () => Promise<RecordedConsole>,
  json: boolean,
): Promise<ExitCode> {
  const rules = own(settings, rulesSetting);
  requireRules(rules);
  const print = (line: string, object: object): void => writeLine(json ? jsonText(object) : line);
  const ended = recordedRules(await recorded(), rules, ({ at, rule, action }) => {
    const event = { kind: 'action', rule, action, outcome: 'rehearsed', why: null } as const;
    print(eventText(event, at), eventObject(event, at));
  });
  for (const { rule, actions, hindered } of ended) {
    const { name, kind } = rule;
    const count = actions === 0 ? 'nothing' : counted(actions, 'action');
    const why = hindered === null ? '' : ` ${hindered}`;
    print(`${name}: ${kind}, ${count}.${why}`, { event: 'summary', rule: name, kind, actions, hindered });
  }
  return EXIT.done;
}
