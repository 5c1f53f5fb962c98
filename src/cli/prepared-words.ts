import type { CommandWords } from './words-of-resources.ts';

/** The result of `wordsOfResources`, from the build. */
export const words: CommandWords = JSON.parse(SPOTDECK_WORDS);
