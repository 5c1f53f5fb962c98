import type { FetchedLists } from '../../command/list-reader.ts';
import { warnOfBudget } from '../../command/planned-writes.ts';
import { printRequests, type SendResult, sendAll } from '../../command/send.ts';
import type { StoragePaths } from '../../config/paths.ts';
import type { Bid } from '../../contract/bid.ts';
import { openJournal } from '../../journal/journal.ts';
import { pauseBid } from '../../resources/bids/writes.ts';
import { serviceResources } from '../../resources/index.ts';
import type { Write } from '../../resources/write.ts';
import { CommandFailure, EXIT, type ExitCode } from '../../system/exit.ts';
import { pauseSetJournal } from './journal.ts';
import { memberOf, type PauseGroup, resumedPart, resuming, withoutResumed } from './pause-set.ts';
import { type PauseGroupStore, pauseGroupStore } from './state.ts';

type Parts = {
  readonly fleet: FetchedLists;
  readonly storage: StoragePaths;
  readonly dryRun: boolean;
  readonly say: (line: string) => void;
  readonly warn: (line: string) => void;
};

/** `spotdeck bid pause --set NAME`: saves a set of bids, then pauses them. @throws {CommandFailure} when the name is taken. */
export async function pauseAsGroup(name: string, bids: readonly Bid[], parts: Parts): Promise<ExitCode> {
  if (bids.length === 0) throw new CommandFailure(EXIT.usage, 'Say which bids to pause, by name or identifier.');
  const writes = bids.map(pauseBid);
  if (parts.dryRun) return dryRun(writes, parts);
  return withPauseGroups(parts, async (pauseGroups) => {
    const group: PauseGroup = { name, at: Date.now(), members: bids.map(memberOf) };
    const result = pauseGroups.begin(group);
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
    pauseGroups.change({
      ...group,
      members: group.members.filter(({ fid }) => paused.some((write) => write.fid === fid)),
    });
    return worstOf(results);
  });
}

/** `spotdeck bid resume --set NAME`: resumes the bids of a set that are unchanged since, and reports the others. */
export async function resumeGroup(name: string, parts: Parts): Promise<ExitCode> {
  return withPauseGroups(parts, async (pauseGroups) => {
    const all = pauseGroups.all();
    const group = all.find((pauseGroup) => pauseGroup.name.toLowerCase() === name.toLowerCase());
    if (group === undefined)
      throw new CommandFailure(
        EXIT.usage,
        `There is no set named ${name}.`,
        all.length === 0
          ? 'Pause bids as one with "spotdeck bid pause --set NAME".'
          : `There are: ${all.map((pauseGroup) => pauseGroup.name).join(', ')}.`,
      );
    const ready = resuming(group, parts.fleet.context);
    for (const { member, why } of ready.left) parts.warn(`${member.name} is left as it is: ${why}.`);
    warnOfBudget(ready.writes, parts.fleet.context);
    if (parts.dryRun) return dryRun(ready.writes, parts);
    const results = await sendAll(ready.writes, { ...parts, ...parts.fleet });
    pauseGroups.change(
      withoutResumed(
        resumedPart(
          group,
          ready.bids.map(({ fid }) => fid),
        ),
        doneOf(ready.writes, results),
      ),
    );
    return worstOf(results);
  });
}

async function withPauseGroups(
  { storage: { path, service }, fleet: lists }: Parts,
  act: (pauseGroups: PauseGroupStore) => Promise<ExitCode>,
): Promise<ExitCode> {
  const journal = pauseSetJournal(openJournal(path, Date.now, serviceResources, lists.state.features.tables));
  try {
    return await act(pauseGroupStore(journal, { service, project: lists.connection.project }));
  } finally {
    journal.close();
  }
}

function dryRun(writes: readonly Write[], { fleet: lists, say }: Parts): ExitCode {
  printRequests(writes, lists.connection, say);
  return EXIT.done;
}

const doneOf = (writes: readonly Write[], results: readonly SendResult[]): readonly Write[] =>
  writes.filter((_, at) => results[at]?.code === EXIT.done);

const worstOf = (results: readonly SendResult[]): ExitCode =>
  results.reduce<ExitCode>((max, { code }) => (code > max ? code : max), EXIT.done);
