import type { Clock } from '../../src/lib/clock.ts';

/** Requests that get no answer any more: those before its head, and those in the middle of its body. */
export type Hanging = { readonly before: number; readonly during: number };

/** The time that a client gives its requests: it is over as soon as all that are under way hang, whatever the machine's clock says. */
export function createPatience(hanging: () => Hanging) {
  const timeouts = new Set<() => void>();
  let unanswered = 0;
  const after: Clock['after'] = (_, then) => {
    timeouts.add(then);
    return () => timeouts.delete(then);
  };
  const send: typeof fetch = async (...request) => {
    unanswered += 1;
    try {
      return await fetch(...request);
    } finally {
      unanswered -= 1;
    }
  };
  return {
    after,
    fetch: send,
    /** Ends all requests if all hang. */
    look: (): void => {
      const { before, during } = hanging();
      if (timeouts.size === 0 || timeouts.size !== before + during || unanswered !== before) return;
      for (const end of [...timeouts]) end();
      timeouts.clear();
    },
  };
}
