import { execFileSync } from 'node:child_process';

/**
 * Returns the seed of random tests: `KASSA_SEED`, or the commit's. The same seed repeats the same
 * tests.
 */
export function readSeed(): number {
  const asked = process.env.KASSA_SEED;
  if (asked === undefined) return readCommitSeed();
  if (/^\d{1,9}$/.test(asked)) return Number(asked);
  throw new Error(`KASSA_SEED must be a whole number of at most nine digits, but is "${asked}"`);
}

/** Returns a seed that differs between commits, and is the same on every machine. */
function readCommitSeed(): number {
  try {
    const hash = execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return Number.parseInt(hash.slice(0, 7), 16);
  } catch {
    const chosen = Date.now() % 1_000_000_000;
    console.log(`There is no commit to take a seed from: KASSA_SEED=${chosen}`);
    return chosen;
  }
}
