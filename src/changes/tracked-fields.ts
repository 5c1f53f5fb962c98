import type { ListEndpoint } from '../contract/endpoint.ts';
import type { ServiceList, ServiceRows } from '../contract/lists.ts';
import { unreadableCells } from '../contract/unreadable.ts';

/** Fields of a row whose changes are events, by their names in the interface; null where the row has no value. Never a secret. */
export type TrackedFields = { readonly [field: string]: string | null };

/** How to find changes in the rows of a list. */
export type TrackedList<Row> = {
  readonly endpoint: ListEndpoint<Row>;
  /** `now` in milliseconds since 1970. */
  readonly trackedFields: (row: Row, now: number) => TrackedFields;
  /** The members of a row that a tracked field is made of, where it is not the member of its name. */
  readonly madeOf?: Readonly<Record<string, readonly string[]>>;
  /** True when time alone changes tracked fields, so that an unchanged list is compared too. */
  readonly tracksTime?: true;
};

/** The tracked fields of a row; those that can't be read are left out, because nothing is known of them. */
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
