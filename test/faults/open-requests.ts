import type { Permit } from '../../src/api/list-pages.ts';

/** Counts the calls of a client that are under way. One that waits for its permit is not: only time lets it go on. */
export function countRequests() {
  let open = 0;
  let waiting: (() => void)[] = [];
  const changed = (by: number): void => {
    open += by;
    if (open > 0) return;
    for (const go of waiting) go();
    waiting = [];
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
    /** Returns a permit during whose wait the call is not under way. */
    waitsFor:
      (permit: Permit): Permit =>
      async () => {
        changed(-1);
        const done = await permit();
        changed(1);
        return done;
      },
  };
}
