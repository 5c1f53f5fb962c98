import type { HelpPage } from '../command/help-page.ts';

const parsed: Readonly<Record<string, HelpPage>> = JSON.parse(SPOTDECK_HELP);

/** The help of each command, by its words; the build inserts them. That of the program has none. */
export const pages: ReadonlyMap<string, HelpPage> = new Map(Object.entries(parsed));
