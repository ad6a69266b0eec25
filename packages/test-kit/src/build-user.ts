import type { User } from '@kassa/contract';

/** A signed-in player from Germany with 120 euros. */
export function buildUser(overrides: Partial<User> = {}): User {
  return {
    id: 'player-1',
    currency: 'EUR',
    country: 'de',
    balanceData: { primary: { amount: '120.00', currency: 'EUR' } },
    ...overrides,
  };
}
