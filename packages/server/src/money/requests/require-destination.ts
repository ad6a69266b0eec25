import { CallError, type FieldValues } from '@kassa/contract';
import type { Account } from '../../brands/accounts.ts';
import type { CatalogMethod } from '../../catalog/catalog-schema.ts';
import { nameForProvider, namesOf } from '../../catalog/fields.ts';
import type { WrongDestination } from '../../connectors/payout-connector.ts';
import type { Core } from '../../core/core.ts';
import { checkChainDestination } from '../chain-payouts/check-destination.ts';

/** Where a withdrawal goes, before it exists. Payment details: never log. */
interface Destination {
  method: CatalogMethod;
  account: Account;
  /** What arrives. */
  currency: string;
  /** By the names of the method's fields. */
  fields: FieldValues;
}

/**
 * Requires that a destination can be paid. The connector makes no request for that, but a chain's
 * node may be asked: called outside of transactions.
 * @throws CallError banking.paymentMethodRegex, which names the field
 */
export async function requireDestination(
  core: Core,
  brandId: string,
  { method, account, currency, fields }: Destination,
): Promise<void> {
  const names = namesOf(method.fields ?? []);
  const { name: paymentMethod } = method;
  const wrong =
    account.connector.payouts?.checkDestination?.({
      paymentMethod,
      currency,
      fields: nameForProvider(names, fields),
    }) ?? null;
  if (wrong !== null) {
    const [own = wrong.field] = Object.entries(names).find(([, its]) => its === wrong.field) ?? [];
    throw refuse({ ...wrong, field: own });
  }
  const place = { brandId, account: account.name, paymentMethod, fields };
  const onChain = await checkChainDestination(core, place);
  if (onChain !== null) throw refuse(onChain);
}

function refuse({ field, problem }: WrongDestination): CallError {
  const message = `fields.${field}: ${problem}`;
  return new CallError('banking.paymentMethodRegex', message, { field, problem: 'rule' });
}
