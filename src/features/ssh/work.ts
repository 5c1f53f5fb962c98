import type { OwnWork } from '../../resources/resource.ts';

/** Logs in to the instance, in a window of its own in tmux. */
export const logIn: OwnWork = { needs: 'machine' };
/** Logs in to the instance, in a split of the tmux window. */
export const logInBeside: OwnWork = { needs: 'machine' };
/** Logs in to an instance of the bid. */
export const logInToBid: OwnWork = { needs: 'machine' };
/** Goes to the session, or logs in there again. */
export const backToSession: OwnWork = { needs: 'machine' };
/** Ends the session. */
export const endSession: OwnWork = { needs: 'machine' };
