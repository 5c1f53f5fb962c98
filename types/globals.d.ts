/** The version of the package, put in by the build. */
declare var SPOTDECK_VERSION: string;
