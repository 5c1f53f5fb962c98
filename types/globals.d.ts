/** Version of the package; the build inserts it. */
declare var SPOTDECK_VERSION: string;
