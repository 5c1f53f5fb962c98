import type { CommandWords } from '../command/command-words.ts';

/** What `wordsOfResources` makes of the panes; the build inserts it. */
export const words: CommandWords = JSON.parse(SPOTDECK_WORDS);
