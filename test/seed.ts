import fc from 'fast-check';

/** Seed of all property tests: a run repeats itself. `SPOTDECK_SEED=$RANDOM npm test` tries other cases. */
const SEED = Number(process.env['SPOTDECK_SEED'] ?? 20_261);

fc.configureGlobal({ seed: SEED });
