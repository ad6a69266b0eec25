import { CallError, type FieldValues } from '@kassa/contract';
import type { CatalogMethod } from '../../catalog/catalog-schema.ts';
import { nameForProvider, namesOf } from '../../catalog/fields.ts';
import { drawBy } from '../../catalog/plan-routes.ts';
import type { NameOutcome } from '../../connectors/payout-connector.ts';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import { askProvider, fewRetries } from '../../providers/ask-provider.ts';
import { requireFirstAccount, routePayment } from '../policy/route-payment.ts';

/**
 * Asks the bank of a destination whose account it is, at the account that a payout would go through.
 * Null if the method's banks can't be asked. It moves no money. Called outside of transactions.
 * @throws CallError account.notFound if the bank has no such account; provider.unavailable;
 *   method.unavailable if no account takes the payout
 */
export async function enquireName(
  core: Core,
  caller: Caller,
  method: CatalogMethod,
  fields: FieldValues,
): Promise<string | null> {
  if (method.hasNameEnquiry !== true) return null;
  const { brandId, playerId } = caller;
  const currency = method.coin?.currency ?? caller.currency;
  const payment = { amount: null, currency: caller.currency };
  const plan = routePayment(core, caller, method, payment, drawBy(playerId));
  const provider = {
    brandId,
    connector: requireFirstAccount(plan),
    playerId,
    operation: 'nameEnquiry' as const,
  };
  const outcome = await askProvider<NameOutcome | { kind: 'unasked' }>(
    core,
    provider,
    async ({ payouts }) =>
      payouts?.enquireName?.({
        paymentMethod: method.name,
        currency,
        fields: nameForProvider(namesOf(method.fields ?? []), fields),
      }) ?? { kind: 'unasked' },
    fewRetries,
  );
  switch (outcome.kind) {
    case 'named':
      return outcome.holder;
    case 'unasked':
      return null;
    case 'absent':
      throw new CallError('account.notFound', 'The bank has no such account.');
    case 'error':
      throw new CallError('provider.unavailable', "The account's bank can't be asked now.");
  }
}
