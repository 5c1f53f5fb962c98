import type { ForeignReads } from '../../api/client.ts';
import type { TypedValues } from '../../lib/typed-key.ts';
import type { ConsoleState } from '../../store/state.ts';
import { system } from '../../system/system.ts';
import { allowedExtras } from './all-extras.ts';
import type { ExtraName } from './extra.ts';
import type { WantedExtras } from './wanted.ts';

/** For all answers together, in milliseconds. */
const TIME_MS = 5000;

/**
 * For a command that ends at once: the state with what the service answers of these extras, each asked once. Without an
 * answer in time it is as before.
 */
export async function withAnswers(
  state: ConsoleState,
  { own, reads }: { readonly own: TypedValues; readonly reads: ForeignReads },
  names: readonly ExtraName[],
  wanted: WantedExtras = {},
): Promise<ConsoleState> {
  const { clock } = system();
  const late = new AbortController();
  const stopWaiting = clock.after(TIME_MS, () => late.abort());
  const { features } = state;
  let next: ConsoleState = { ...state, features: { ...features, parts: [{ demands: () => ({ extras: wanted }) }] } };
  for (const { name, path, asks } of allowedExtras({ own })) {
    for (const { send } of names.includes(name) ? asks(next) : []) {
      const readAt = clock.now();
      const answer = late.signal.aborted ? null : await send(reads, path, late.signal);
      if (answer?.ok === true) next = answer.value(readAt)(next);
    }
  }
  stopWaiting();
  return { ...next, features };
}
