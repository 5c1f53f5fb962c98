import type { HelpPage } from '../command/help-page.ts';

const parsed: Readonly<Record<string, HelpPage>> = JSON.parse(SPOTDECK_HELP);

/** The help of each command by its words, from the build. */
export const pages: ReadonlyMap<string, HelpPage> = new Map(Object.entries(parsed));
