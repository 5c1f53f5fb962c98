/** Resolves when a journal of this thread has answered everything that it was asked up to now. */
export const journalAnswered = (): Promise<void> => new Promise((answered) => setImmediate(answered));
