export type FilterFault = 'refused' | 'not-honoured';

export type Filter = readonly string[];

/** A single row may have slipped between two pages. */
const MAX_CONTRADICTIONS = 3;

type Support = {
  honoured: boolean;
  fault: FilterFault | null;
  doubtedSince: number | null;
  contradictions: number;
};

/** `onFault` is called once for each kind given up. */
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
    /** None of these parameters was given up, alone or with others of them. */
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
     * Nothing came despite expected rows. Gives up when a later complete list still has them. Returns whether it takes
     * a complete list to know.
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
    contradicted: (filter: Filter): void => {
      const support = of(filter);
      support.contradictions += 1;
      if (support.contradictions >= MAX_CONTRADICTIONS) giveUp(filter, 'not-honoured');
    },
  };
}
