import type { PayoutFileConnector } from '../connectors/payout-connector.ts';
import type { Core } from '../core/core.ts';
import type { ProviderRef } from './ask-provider.ts';

/** Returns the files of an account whose payouts are made by file; null for any other account. */
export function findPayoutFile(
  { brands }: Pick<Core, 'brands'>,
  { brandId, connector }: ProviderRef,
): PayoutFileConnector | null {
  return brands.get(brandId)?.accounts.get(connector)?.connector.payoutFile ?? null;
}
