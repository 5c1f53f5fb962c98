import type { ListEndpoint } from '../contract/endpoint.ts';
import type { ServiceList, ServiceRows } from '../contract/lists.ts';
import { unreadableCells } from '../contract/unreadable.ts';

/** Fields whose changes are events, by their names in the interface. Never a secret. */
export type TrackedFields = { readonly [field: string]: string | null };

export type TrackedList<Row> = {
  readonly endpoint: ListEndpoint<Row>;
  /** `now` in milliseconds since 1970. */
  readonly trackedFields: (row: Row, now: number) => TrackedFields;
  /** The members behind a tracked field, where they have other names. */
  readonly madeOf?: Readonly<Record<string, readonly string[]>>;
  /** True when time alone changes tracked fields. */
  readonly tracksTime?: true;
};

/** The tracked fields of a row, without unreadable ones. */
export function readFields<Row>(
  { trackedFields, madeOf = {} }: TrackedList<Row>,
  row: Row,
  now: number,
): TrackedFields {
  const fields = trackedFields(row, now);
  const cells = unreadableCells(row);
  if (cells.size === 0) return fields;
  return Object.fromEntries(
    Object.entries(fields).filter(([field]) => (madeOf[field] ?? [field]).every((member) => !cells.has(member))),
  );
}

export type TrackedLists = { readonly [Name in ServiceList]: TrackedList<ServiceRows[Name]> };
