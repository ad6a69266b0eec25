/**
 * `KASSA_LONG=1`, which `npm run test:long` sets: random tests run at full length, not at the share
 * that each commit runs.
 */
export const isLongRun = process.env.KASSA_LONG === '1';

/** The seed of every random test (`vitest.shared.ts`). The same seed gives the same run. */
export const seed = Number(process.env.KASSA_SEED);

/**
 * Part of the name of every test with random requests, histories or kills, so that a failure shows
 * its seed.
 */
export const seedLabel = `KASSA_SEED=${seed}`;
