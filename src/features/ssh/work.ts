import type { OwnWork } from '../../resources/resource.ts';

/** Logs in to the instance, in a window of its own in tmux. */
export const logIn: OwnWork = { needs: 'instance' };
/** Logs in to the instance, in a split of the tmux window. */
export const logInBeside: OwnWork = { needs: 'instance' };
/** Logs in to an instance of the bid. */
export const logInToBid: OwnWork = { needs: 'instance' };
/** Goes to the session, or logs in there again. */
export const backToSession: OwnWork = { needs: 'instance' };
/** Ends the session. */
export const endSession: OwnWork = { needs: 'instance' };
