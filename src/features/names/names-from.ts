import type { ForeignPath } from '../../api/client.ts';

/** A list of the service with names for identifiers, and the members of its rows that are read. */
export type NamesFrom = {
  /** Its path below the address of the service. */
  readonly path: ForeignPath;
  readonly identifier: string;
  readonly name: string;
  /** What tells rows of the same name apart; null when nothing does. */
  readonly region: string | null;
};

/** Whether both are the same members of the same list; two that are none are the same, too. */
export const isSameList = (a: NamesFrom | null, b: NamesFrom | null): boolean =>
  a?.path === b?.path && a?.identifier === b?.identifier && a?.name === b?.name && a?.region === b?.region;
