/** `KASSA_LONG=1`, as `npm run test:long` sets it: random tests play at full length, not a commit's share. */
export const isLongRun = process.env.KASSA_LONG === '1';

/** What every random test plays from (`vitest.shared.ts`). The same seed plays the same. */
export const seed = Number(process.env.KASSA_SEED);

/** Stands in the name of every test of random requests, histories or kills: its failure says how it is played again. */
export const seedLabel = `KASSA_SEED=${seed}`;
