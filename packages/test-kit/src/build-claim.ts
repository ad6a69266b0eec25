import type { Claim } from '@kassa/contract';

/** A claim that was opened an hour ago, and is answered within another 23 hours. */
export function buildClaim(overrides: Partial<Claim> = {}): Claim {
  const hourMs = 3_600_000;
  const now = Date.now();
  return {
    claimId: 'claim-1',
    status: 'open',
    openedAt: new Date(now - hourMs).toISOString(),
    dueAt: new Date(now + 23 * hourMs).toISOString(),
    proofs: 1,
    ...overrides,
  };
}
