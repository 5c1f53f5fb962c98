import { randomUUID } from 'node:crypto';
import { type Finding, ok, warning } from '../../../command/doctor-lines.ts';
import { inLines, type Printing, printRows } from '../../../command/format.ts';
import { identity, number, type Shape, text, time } from '../../../command/json.ts';
import { connectedTo, connectionFrom } from '../../../config/connection.ts';
import { storagePaths } from '../../../config/paths.ts';
import type { ResolvedSettings } from '../../../config/profile.ts';
import type { Settings } from '../../../config/settings.ts';
import { openJournal } from '../../../journal/journal.ts';
import type { Scope } from '../../../journal/scope.ts';
import { moment } from '../../../lib/duration.ts';
import { describeError } from '../../../lib/os-error.ts';
import { own } from '../../../lib/typed-key.ts';
import { asciiGlyphs } from '../../../resources/glyphs.ts';
import { serviceResources } from '../../../resources/index.ts';
import { startState } from '../../../store/start-state.ts';
import { type ConsoleState, type Features, projectsOf } from '../../../store/state.ts';
import { CommandFailure, EXIT, type ExitCode } from '../../../system/exit.ts';
import { writeLine } from '../../../system/streams.ts';
import { system } from '../../../system/system.ts';
import { type NotifyJournal, notifyJournal } from '../journal.ts';
import { testMessage } from '../sending/message.ts';
import { OLDEST_MS, statusWords } from '../sending/progress.ts';
import { fitsFilter, isSent } from '../sending/waiting-events.ts';
import { createAddresses, postWebhook, type WebhookAnswer } from '../sending/webhook.ts';
import { notifyTargets } from '../settings.ts';
import { type AddressedTarget, type NotifySetting, takesProfile } from '../target.ts';

/** Lists the targets, and how many events wait for each. @throws {CommandFailure} */
export async function listNotify(features: Features, settings: Settings, printing: Printing): Promise<ExitCode> {
  if (own(settings, notifyTargets).length === 0) throw noTargets();
  const standings = await notifyStandings(features, settings);
  const lines = standings.map((standing) => `${standing.target.name}: ${standingText(standing)}.`);
  printRows(
    printing,
    inLines(targetShape, standings, () => lines),
  );
  return EXIT.done;
}

const targetShape: Shape<NotifyStanding> = {
  ...identity(({ target }: NotifyStanding) => ({ fid: null, name: target.name })),
  format: text(({ target }) => target.format),
  state: text(({ state }) => state),
  why: text(({ why }) => why),
  waiting: number(({ waiting }) => waiting),
  last_delivered_at: time(({ delivered }) => delivered),
};

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

/** What `doctor` says about notifications. */
export async function notifyFindings(features: Features, settings: Settings): Promise<readonly Finding[]> {
  const standings = await notifyStandings(features, settings);
  return standings.map((standing) => {
    const what = `notify ${standing.target.name}`;
    return standing.state === 'failing' || standing.state === 'stopped'
      ? warning(what, `${standingText(standing)}.`, 'Try it with "spotdeck notify --test".')
      : ok(what, standingText(standing));
  });
}

/** Sends a message to each target, or to one. @throws {CommandFailure} */
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
  new CommandFailure(EXIT.usage, 'The config file has no [[notify]].', 'See docs/metrics.md.');

type NotifyStanding = {
  readonly target: NotifySetting;
  /** `other`: not for this profile. `new`: no program has begun with it. */
  readonly state: 'ok' | 'failing' | 'stopped' | 'new' | 'other';
  readonly why: string | null;
  readonly waiting: number;
  readonly delivered: number | null;
};

const SIZE = { columns: 160, rows: 45 };
const MAX_ENTRIES = 100_000;

/** @throws {CommandFailure} when no service is set, and a target takes events of this profile */
async function notifyStandings(features: Features, settings: Settings): Promise<readonly NotifyStanding[]> {
  const others = (target: NotifySetting): NotifyStanding => ({
    target,
    state: 'other',
    why: null,
    waiting: 0,
    delivered: null,
  });
  const targets = own(settings, notifyTargets);
  // Targets of other profiles need no service, and no journal.
  if (targets.every((target) => !takesProfile(target, settings.profile))) return targets.map(others);
  const connection = connectionFrom(settings);
  const connected = connectedTo(connection, settings);
  const { path, service } = storagePaths(settings, connection.baseUrl);
  const now = system().clock.now();
  const state = startState(features, connected, asciiGlyphs, SIZE, now);
  const scopes = [...projectsOf(connected), ''].map((project) => ({ service, project }));
  const journal = notifyJournal(openJournal(path, system().clock.now, serviceResources, await features.tables()));
  try {
    return targets.map((target) =>
      takesProfile(target, connected.profile) ? standing(journal, scopes, target, state) : others(target),
    );
  } finally {
    journal.close();
  }
}

function standing(
  journal: NotifyJournal,
  scopes: readonly Scope[],
  target: NotifySetting,
  state: ConsoleState,
): NotifyStanding {
  const found = scopes.flatMap((scope) => {
    const stored = journal.notifications(scope, target.name);
    if (stored === null) return [];
    const { events } = journal.eventsBetween(scope, stored.cursor, null, MAX_ENTRIES);
    const waiting = events.filter(
      (event) => isSent(event) && event.at >= state.now - OLDEST_MS && fitsFilter(state, event, target),
    );
    return [{ ...stored, waiting: waiting.length }];
  });
  const stopped = found.map((one) => one.stopped).find((why) => why !== null) ?? null;
  const failing = found.map((one) => one.failing).find((why) => why !== null) ?? null;
  const delivered = found.flatMap((one) => one.delivered ?? []);
  return {
    target,
    state: found.length === 0 ? 'new' : stopped !== null ? 'stopped' : failing !== null ? 'failing' : 'ok',
    why: stopped ?? failing,
    waiting: found.reduce((sum, { waiting }) => sum + waiting, 0),
    delivered: delivered.length === 0 ? null : Math.max(...delivered),
  };
}
