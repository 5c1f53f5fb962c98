import * as z from 'zod';
import { errorMessage, warningMessage } from '../api/error-messages.ts';
import { isReadInPart, type Outcome, type ServiceError, type UnreadableRow, type WholeList } from '../api/result.ts';
import type { ServiceList } from '../contract/lists.ts';
import { printableLine } from '../lib/sanitize.ts';
import { counted } from '../lib/words.ts';
import { serviceResources } from './index.ts';

export type MissingPart = {
  readonly sentence: string;
  /** Whether a row of this name may be among the missing ones. */
  readonly mayLack: (name: string) => boolean;
};

/** The refused list, the reason, and the effect of its absence. */
export function refusedListLines(name: ServiceList, error: ServiceError): readonly [string, string] {
  const { title, without } = serviceResources[name];
  return [`${title}: ${errorMessage(error).what}`, `Without this list ${without}.`];
}

/** Null when all of the list was read. */
export function missingOf(name: ServiceList, answer: Outcome<WholeList<unknown>, ServiceError>): MissingPart | null {
  const { title } = serviceResources[name];
  if (!answer.ok) return { sentence: `${title}: ${errorMessage(answer.error).what}`, mayLack: () => true };
  const { warnings, unreadable, rows } = answer.value;
  const cut = warnings.filter((warning) => warning !== 'rows-repeated');
  if (cut.length === 0 && unreadable.length === 0) return null;
  const partly = unreadable.filter((row) => isReadInPart(row, rows));
  const wholly = unreadable.filter((row) => !isReadInPart(row, rows));
  const said = (some: readonly UnreadableRow[], how: string): readonly string[] =>
    some.length === 0 ? [] : [`${counted(some.length, 'row')} could ${how}, because ${some[0]?.why ?? ''}.`];
  const unread = [...said(wholly, 'not be read'), ...said(partly, 'only be read in part')];
  const names = new Set(wholly.map(({ raw }) => nameIn(raw)));
  return {
    sentence: `${title}: ${[...cut.map(warningMessage), ...unread].join(' ')}`,
    mayLack: (labelOf) => cut.length > 0 || names.has(labelOf),
  };
}

const NamedRow = z.object({ name: z.string() });

/** The name of an unreadable row, as a readable row would show it. */
function nameIn(raw: string): string | null {
  const row = NamedRow.safeParse(JSON.parse(raw));
  return row.success ? printableLine(row.data.name) : null;
}
