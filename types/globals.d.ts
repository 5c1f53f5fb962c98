/** Version of the package; the build inserts it, as what follows. */
declare var SPOTDECK_VERSION: string;
/** What `wordsOfResources` makes of all panes, as JSON. */
declare var SPOTDECK_WORDS: string;
/** The help of each command, by the words of the command, as JSON. */
declare var SPOTDECK_HELP: string;
