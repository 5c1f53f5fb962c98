import type { ListOptions } from '../../src/api/client.ts';

/** Counts the calls of a client that are under way. One that waits for its permit, or to try again, is not: only time lets it go on. */
export function countRequests() {
  let open = 0;
  let waiting: (() => void)[] = [];
  const changed = (by: number): void => {
    open += by;
    if (open > 0) return;
    for (const go of waiting) go();
    waiting = [];
  };
  /** A function during whose wait the call is not under way. */
  const pausing =
    <Given extends readonly unknown[], Done>(wait: (...given: Given) => Promise<Done>) =>
    async (...given: Given): Promise<Done> => {
      changed(-1);
      const done = await wait(...given);
      changed(1);
      return done;
    };
  return {
    areOpen: (): boolean => open > 0,
    /** Waits until no call is under way. */
    ended: (): Promise<void> =>
      new Promise((go) => {
        if (open === 0) go();
        else waiting.push(go);
      }),
    follow: <Kind>(answer: Promise<Kind>): Promise<Kind> => {
      changed(1);
      void answer.finally(() => changed(-1));
      return answer;
    },
    /** Options during whose waits the call is not under way. */
    waitsIn: <Row>(how: ListOptions<Row> = {}): ListOptions<Row> => ({
      ...how,
      ...(how.permit && { permit: pausing(how.permit) }),
      ...(how.retry && { retry: pausing(how.retry) }),
    }),
  };
}
