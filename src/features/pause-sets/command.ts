import type { GivenWithVerb } from '../../command/feature.ts';
import { rowsToChange } from '../../command/list-reader.ts';
import { allowedOf, warnOfBudget } from '../../command/planned-writes.ts';
import { requireUsable } from '../../command/read-journal.ts';
import { printRequests, sendAll } from '../../command/send.ts';
import type { SendResult } from '../../command/settle.ts';
import { type StoragePaths, storagePaths } from '../../config/paths.ts';
import type { Bid } from '../../contract/bid.ts';
import { openJournal } from '../../journal/journal.ts';
import { sameThread } from '../../journal/same-thread.ts';
import { pauseBid } from '../../resources/bids/writes.ts';
import { serviceResources } from '../../resources/index.ts';
import type { Write } from '../../resources/write.ts';
import { CommandFailure, EXIT, type ExitCode } from '../../system/exit.ts';
import { system } from '../../system/system.ts';
import type { PauseSet } from './journal.ts';
import { leftToResume, memberOf, resuming } from './pause-set.ts';
import { type PauseSetStore, pauseSetStore } from './state.ts';

type SetCommand = Omit<GivenWithVerb, 'settings' | 'names'> & { readonly storage: StoragePaths };

const partsOf = ({ settings, fleet, ...given }: GivenWithVerb): SetCommand => ({
  ...given,
  fleet,
  storage: storagePaths(settings, fleet.connection.baseUrl),
});

/**
 * `spotdeck bid pause --set NAME`. Paused bids stay out, since resuming the set would resume them. @throws
 * {CommandFailure}
 */
export async function pauseSet(name: string, given: GivenWithVerb): Promise<ExitCode> {
  const bids = rowsToChange(given.fleet, 'bids', given.names);
  const parts = partsOf(given);
  const pause = given.fleet.state.features.panes.bids.actions.find(({ groupEffect }) => groupEffect === 'pauses');
  if (pause === undefined || bids.length === 0) return pauseAsSet(name, bids, parts);
  const { allowed, refused } = allowedOf(pause, bids, given.fleet.context, given.say);
  for (const why of refused) given.warn(why);
  const code = allowed.length === 0 ? EXIT.done : await pauseAsSet(name, allowed, parts);
  return code === EXIT.done && refused.length > 0 ? EXIT.refused : code;
}

/** `spotdeck bid resume --set NAME`. @throws {CommandFailure} */
export async function resumeSet(name: string, given: GivenWithVerb): Promise<ExitCode> {
  if (given.names.length > 0) throw new CommandFailure(EXIT.usage, 'Give names or a set, not both.');
  const missing = given.fleet.partial.get('bids');
  if (missing !== undefined)
    throw new CommandFailure(EXIT.refused, [
      `The set ${name} was not resumed: some of its bids may be missing.`,
      missing.sentence,
    ]);
  return resumeNamed(name, partsOf(given));
}

/** Saves the set, then pauses. @throws {CommandFailure} for a taken name. */
async function pauseAsSet(name: string, bids: readonly Bid[], parts: SetCommand): Promise<ExitCode> {
  if (bids.length === 0) throw new CommandFailure(EXIT.usage, 'Say which bids to pause, by name or identifier.');
  const writes = bids.map(pauseBid);
  if (parts.dryRun) return dryRun(writes, parts);
  return withPauseSets(parts, async (pauseSets) => {
    const set: PauseSet = { name, at: system().clock.now(), members: bids.map(memberOf) };
    const result = await pauseSets.begin(set);
    if (result === 'taken')
      throw new CommandFailure(
        EXIT.usage,
        `There is a set ${name} already.`,
        `Resume it with "spotdeck bid resume --set ${name}", or choose another name.`,
      );
    if (result === 'not-kept')
      throw new CommandFailure(EXIT.refused, 'The set could not be saved, so nothing was paused.', 'Try again.');
    const results = await sendAll(writes, { ...parts, ...parts.fleet });
    const paused = doneOf(writes, results);
    pauseSets.change({
      ...set,
      members: set.members.filter(({ fid }) => paused.some((write) => write.fid === fid)),
    });
    return worstOf(results);
  });
}

/** Resumes the bids unchanged since, and reports the others. */
async function resumeNamed(name: string, parts: SetCommand): Promise<ExitCode> {
  return withPauseSets(parts, async (pauseSets, problem) => {
    const all = await pauseSets.all();
    requireUsable(problem());
    const set = all.find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (set === undefined)
      throw new CommandFailure(
        EXIT.usage,
        `There is no set named ${name}.`,
        all.length === 0
          ? 'Pause bids as one with "spotdeck bid pause --set NAME".'
          : `There are: ${all.map((one) => one.name).join(', ')}.`,
      );
    const ready = resuming(set, parts.fleet.context);
    for (const { member, why } of ready.left) parts.warn(`${member.name} is left as it is: ${why}.`);
    warnOfBudget(ready.writes, parts.fleet.context, parts.warn);
    if (parts.dryRun) return dryRun(ready.writes, parts);
    const results = await sendAll(ready.writes, { ...parts, ...parts.fleet });
    const tried = ready.bids.map(({ fid }) => fid);
    pauseSets.change(leftToResume(set, tried, doneOf(ready.writes, results)));
    return worstOf(results);
  });
}

async function withPauseSets(
  { storage: { path, service }, fleet: lists }: SetCommand,
  act: (pauseSets: PauseSetStore, problem: () => string | null) => Promise<ExitCode>,
): Promise<ExitCode> {
  const journal = openJournal(path, system().clock.now, serviceResources, await lists.state.features.tables());
  try {
    return await act(pauseSetStore(sameThread(journal), { service, project: lists.connection.project }), journal.news);
  } finally {
    journal.close();
  }
}

function dryRun(writes: readonly Write[], { fleet: lists, say }: SetCommand): ExitCode {
  printRequests(writes, lists.connection, say);
  return EXIT.done;
}

const doneOf = (writes: readonly Write[], results: readonly SendResult[]): readonly Write[] =>
  writes.filter((_, at) => results[at]?.code === EXIT.done);

const worstOf = (results: readonly SendResult[]): ExitCode =>
  results.reduce<ExitCode>((max, { code }) => (code > max ? code : max), EXIT.done);
