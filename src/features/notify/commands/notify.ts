import { randomUUID } from 'node:crypto';
import { type Finding, ok, warning } from '../../../command/doctor-lines.ts';
import type { ResolvedSettings } from '../../../config/profile.ts';
import type { Settings } from '../../../config/settings.ts';
import { moment } from '../../../lib/duration.ts';
import { describeError } from '../../../lib/os-error.ts';
import { jsonText } from '../../../lib/sanitize.ts';
import { own } from '../../../lib/typed-key.ts';
import type { Features } from '../../../store/features.ts';
import { CommandFailure, EXIT, type ExitCode } from '../../../system/exit.ts';
import { writeLine } from '../../../system/streams.ts';
import { system } from '../../../system/system.ts';
import { testMessage } from '../sending/message.ts';
import { statusWords } from '../sending/progress.ts';
import { createAddresses } from '../sending/url.ts';
import { postWebhook, type WebhookAnswer } from '../sending/webhook.ts';
import { notifyTargets } from '../settings.ts';
import type { AddressedTarget } from '../target.ts';
import { type NotifyStanding, notifyStandings } from './notify-standings.ts';

/** `spotdeck notify`: lists the targets of the config, how many events wait for each, and when one was last delivered. @throws {CommandFailure} */
export async function listNotify(features: Features, settings: Settings, json: boolean): Promise<ExitCode> {
  if (own(settings, notifyTargets).length === 0) throw noTargets();
  for (const standing of await notifyStandings(features, settings)) {
    const { target, state, why, waiting, delivered } = standing;
    if (!json) writeLine(`${target.name}: ${standingText(standing)}.`);
    else {
      const last = delivered === null ? null : new Date(delivered).toISOString();
      const { name, format } = target;
      writeLine(jsonText({ target: name, format, state, why, waiting, last_delivered: last }));
    }
  }
  return EXIT.done;
}

/** How a target stands, as a clause. */
function standingText({ target, state, why, waiting, delivered }: NotifyStanding): string {
  if (state === 'other') return 'not for this profile';
  if (state === 'new') return 'begins with the next console, watch or autopilot';
  const words = {
    ok: target.format,
    failing: `${target.format}, failing: ${why ?? ''}`,
    stopped: `${target.format}, stopped: ${why ?? ''}`,
  };
  const events = waiting === 1 ? '1 event waits' : `${waiting} events wait`;
  return `${words[state]}; ${events}; ${delivered === null ? 'none delivered yet' : `last delivered ${moment(delivered)}`}`;
}

/** How each target stands, for `doctor`. */
export async function notifyFindings(features: Features, settings: Settings): Promise<readonly Finding[]> {
  const standings = await notifyStandings(features, settings);
  return standings.map((standing) => {
    const what = `notify ${standing.target.name}`;
    return standing.state === 'failing' || standing.state === 'stopped'
      ? warning(what, `${standingText(standing)}.`, 'Try it with "spotdeck notify --test".')
      : ok(what, standingText(standing));
  });
}

/** `spotdeck notify --test`: sends a message to each target, or to the named one, and prints what came back. @throws {CommandFailure} */
export async function testNotify({ settings, from }: ResolvedSettings, name: string | null): Promise<ExitCode> {
  const notify = own(settings, notifyTargets);
  const chosen = name === null ? notify : notify.filter((target) => target.name === name);
  if (notify.length === 0) throw noTargets();
  if (chosen.length === 0)
    throw new CommandFailure(
      EXIT.usage,
      `There is no target ${name ?? ''}.`,
      `There are: ${notify.map((target) => target.name).join(', ')}.`,
    );
  const codes = await Promise.all(
    createAddresses(from.environment)(chosen).map((target) => test(target, settings.profile)),
  );
  return codes.find((code) => code !== EXIT.done) ?? EXIT.done;
}

async function test(target: AddressedTarget, profile: string): Promise<ExitCode> {
  let where = '';
  let answer: WebhookAnswer;
  try {
    const url = await target.url();
    where = `, ${url.protocol}//${url.host}`;
    const message = testMessage(target.format, {
      id: randomUUID(),
      target: target.name,
      at: system().clock.now(),
      profile,
    });
    answer = await postWebhook(url, message, new AbortController().signal);
  } catch (error) {
    writeLine(`${target.name}: not sent: ${describeError(error)}`);
    return error instanceof CommandFailure ? error.code : EXIT.refused;
  }
  const at = `${target.name}${where}`;
  if (answer.kind !== 'answered') {
    writeLine(`${at}: not delivered: ${answer.kind === 'failed' ? answer.why : 'it was stopped'}.`);
    return EXIT.unreachable;
  }
  const isDelivered = answer.status >= 200 && answer.status < 300;
  writeLine(`${at}: ${isDelivered ? 'delivered' : 'refused'}: ${statusWords(answer.status)}.`);
  return isDelivered ? EXIT.done : EXIT.refused;
}

const noTargets = (): CommandFailure =>
  new CommandFailure(EXIT.usage, 'The config file has no [[notify]].', 'See docs/notifications.md.');
