import type { CommandWords } from '../command/command-words.ts';

/** The result of `wordsOfResources`, from the build. */
export const words: CommandWords = JSON.parse(SPOTDECK_WORDS);
