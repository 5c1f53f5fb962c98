export type Semaphore = {
  readonly acquire: <Result>(act: () => Promise<Result>) => Promise<Result>;
  readonly cancel: () => void;
};

export function createSemaphore(max: number): Semaphore {
  const waiting: (() => void)[] = [];
  let busy = 0;
  const next = (): void => {
    busy -= 1;
    waiting.shift()?.();
  };
  return {
    acquire: (act) =>
      new Promise((done, failed) => {
        const start = (): void => {
          busy += 1;
          act().then(done, failed).finally(next);
        };
        if (busy < max) start();
        else waiting.push(start);
      }),
    cancel: () => {
      waiting.length = 0;
    },
  };
}
