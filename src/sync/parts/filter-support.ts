/** Why a kind of query is no longer sent: the service refused it, or answered with other rows than it selects. */
export type FilterFault = 'refused' | 'not-honoured';

/** A kind of query, by the parameters that it uses. */
export type Filter = readonly string[];

/** Contradictions after which a filter is given up: a single row may have slipped between two pages. */
const MAX_CONTRADICTIONS = 3;

type Support = {
  /** Whether rows have come and all of them were selected. */
  honoured: boolean;
  fault: FilterFault | null;
  /** The first request to which nothing came where rows are expected, by its sequence. */
  doubtedSince: number | null;
  contradictions: number;
};

/** Creates the knowledge about how a service answers queries over one connection. `onFault` is called once for each that is given up. */
export function createFilterSupport(onFault: (filter: Filter, fault: FilterFault) => void) {
  const known = new Map<string, Support & { readonly filter: Filter }>();
  const of = (filter: Filter): Support => {
    const key = filter.toSorted().join(' ');
    const support = known.get(key) ?? { filter, honoured: false, fault: null, doubtedSince: null, contradictions: 0 };
    known.set(key, support);
    return support;
  };
  const giveUp = (filter: Filter, fault: FilterFault): void => {
    const support = of(filter);
    if (support.fault === null) onFault(filter, fault);
    support.fault = fault;
  };
  return {
    /** Whether a query with these parameters can be sent: none of them was given up, alone or with others of them. */
    isUsable: (filter: Filter): boolean =>
      [...known.values()].every(
        (other) => other.fault === null || !other.filter.every((name) => filter.includes(name)),
      ),
    giveUp,
    honoured: (filter: Filter): void => {
      of(filter).honoured = true;
    },
    isHonoured: (filter: Filter): boolean => of(filter).honoured,
    /**
     * Nothing came where rows are expected: whether they are gone is not known. Gives the filter up when a complete list that was
     * requested since the first such answer still has them. Returns whether a complete list is needed to know.
     */
    cameEmpty: (filter: Filter, sequence: number, completeList: number): boolean => {
      const support = of(filter);
      if (support.doubtedSince === null) {
        support.doubtedSince = sequence;
        return true;
      }
      if (completeList > support.doubtedSince) giveUp(filter, 'not-honoured');
      return false;
    },
    /** A complete list has a row that the query should have selected and did not. */
    contradicted: (filter: Filter): void => {
      const support = of(filter);
      support.contradictions += 1;
      if (support.contradictions >= MAX_CONTRADICTIONS) giveUp(filter, 'not-honoured');
    },
  };
}
