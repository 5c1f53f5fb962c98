/** Lets a few things happen at once; others wait for their turn. */
export type Turns = {
  readonly take: <Result>(act: () => Promise<Result>) => Promise<Result>;
  /** Forgets what waits; it never begins. */
  readonly drop: () => void;
};

export function createTurns(most: number): Turns {
  const waiting: (() => void)[] = [];
  let busy = 0;
  const next = (): void => {
    busy -= 1;
    waiting.shift()?.();
  };
  return {
    take: (act) =>
      new Promise((done, failed) => {
        const start = (): void => {
          busy += 1;
          act().then(done, failed).finally(next);
        };
        if (busy < most) start();
        else waiting.push(start);
      }),
    drop: () => {
      waiting.length = 0;
    },
  };
}
