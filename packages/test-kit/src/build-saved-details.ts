import type { SavedDetails } from '@kassa/contract';

/** Details that the player used for a card in April 2026, and may remove. */
export function buildSavedDetails(overrides: Partial<SavedDetails> = {}): SavedDetails {
  return {
    detailsId: 'details-1',
    paymentMethod: 'card',
    masked: '•••• 1234',
    lastUsedAt: Date.UTC(2026, 3, 17, 12),
    isRemovable: true,
    ...overrides,
  };
}
