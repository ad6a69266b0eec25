/** The last payout of each wallet that this process makes. */
const last = new Map<string, Promise<unknown>>();

/**
 * Runs one payout of a wallet after the other in this process. So those that are due together don't
 * get into each other's way; the wallet's row alone decides between processes.
 */
export async function inTurn<Result>(wallet: string, run: () => Promise<Result>): Promise<Result> {
  const before = last.get(wallet) ?? Promise.resolve();
  const own = before.then(run, run);
  last.set(wallet, own);
  try {
    return await own;
  } finally {
    if (last.get(wallet) === own) last.delete(wallet);
  }
}
