import type { ListEndpoint } from '../contract/endpoint.ts';
import type { ServiceList, ServiceRows } from '../contract/lists.ts';

/** Fields of a row whose changes are events, by their names in the interface; null where the row has no value. Never a secret. */
export type TrackedFields = { readonly [field: string]: string | null };

/** How to find changes in the rows of a list. */
export type TrackedList<Row> = {
  readonly endpoint: ListEndpoint<Row>;
  /** `now` in milliseconds since 1970. */
  readonly trackedFields: (row: Row, now: number) => TrackedFields;
  /** True when time alone changes tracked fields, so that an unchanged list is compared too. */
  readonly tracksTime?: true;
};

export type TrackedLists = { readonly [Name in ServiceList]: TrackedList<ServiceRows[Name]> };
