import fc from 'fast-check';

// A property plays the same again, of one commit and everywhere (`vitest.shared.ts`).
fc.configureGlobal({ seed: Number(process.env.KASSA_SEED) });
