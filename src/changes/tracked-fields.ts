import type { ListEndpoint } from '../contract/endpoint.ts';
import type { ServiceList, ServiceRows } from '../contract/lists.ts';

/** The fields of a row whose changes are events, by their names in the interface; null where the row has none. Never a secret. */
export type TrackedFields = { readonly [field: string]: string | null };

/** How changes of a list's rows are found. */
export type TrackedList<Row> = {
  readonly endpoint: ListEndpoint<Row>;
  /** `now` in milliseconds since 1970. */
  readonly trackedFields: (row: Row, now: number) => TrackedFields;
  /** Whether time alone changes tracked fields, so that a list that came unchanged is compared too. */
  readonly tracksTime?: true;
};

export type TrackedLists = { readonly [Name in ServiceList]: TrackedList<ServiceRows[Name]> };
