/** The version of the package, put in by the build. */
declare const SPOTDECK_VERSION: string;
