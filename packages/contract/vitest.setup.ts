import fc from 'fast-check';

// A fixed seed per commit makes every property repeatable everywhere (`vitest.shared.ts`).
fc.configureGlobal({ seed: Number(process.env.KASSA_SEED) });
