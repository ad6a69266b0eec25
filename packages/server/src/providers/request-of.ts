import type { ProviderRequest } from './ask-provider.ts';

/** What a provider is asked about one deposit or withdrawal. */
export function requestOf(
  subject: { brand_id: string; connector: string; player_id: string },
  operation: ProviderRequest['operation'],
): ProviderRequest {
  const { brand_id: brandId, connector, player_id: playerId } = subject;
  return { brandId, connector, operation, playerId };
}
