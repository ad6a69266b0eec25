import { CallError, type CallRequest } from '@kassa/contract';
import type { Account } from '../../brands/accounts.ts';
import { ordinaryWithdrawals } from '../../brands/withdrawal-settings.ts';
import type { CatalogMethod } from '../../catalog/catalog-schema.ts';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import { compareNames, type NameMatch, splitName } from '../../players/compare-names.ts';
import { enquireName } from '../saved-details/enquire-name.ts';
import type { ResolvedDetails } from '../saved-details/resolve-details.ts';

/**
 * Asks the destination's bank for the holder. A bank that can't be asked (any more today) holds no
 * withdrawal up: the rule of names has one reviewed whose holder isn't known.
 * @throws CallError account.notFound; account.otherHolder if the brand refuses a holder whom the
 *   player named differently
 */
export async function askHolder(
  core: Core,
  caller: Caller,
  { method, account, details }: Omit<Named, 'bankHolder'> & { account: Pick<Account, 'name'> },
): Promise<string | null> {
  const { fields } = details;
  const bankHolder = await enquireName(core, caller, method, {
    account: account.name,
    fields,
  }).catch((error: unknown) => {
    if (error instanceof CallError && unasked.has(error.code)) return null;
    throw error;
  });
  const { typedHolder } = core.brands.get(caller.brandId)?.withdrawals ?? ordinaryWithdrawals;
  if (typedHolder === 'refuse' && matchTyped({ bankHolder, details }) === 'different') {
    throw new CallError('account.otherHolder', 'The bank names another holder of the account.');
  }
  return bankHolder;
}

const unasked: ReadonlySet<string> = new Set(['provider.unavailable', 'rate.ofDay']);

interface Named {
  method: CatalogMethod;
  /** As the bank names them; null if it wasn't asked. */
  bankHolder: string | null;
  details: Pick<ResolvedDetails, 'fields' | 'holder'>;
}

/** Compares the holder whom the player named with the bank's; null where one of them isn't known. */
function matchTyped({ bankHolder, details: { holder } }: Omit<Named, 'method'>): NameMatch | null {
  if (bankHolder === null || holder === null) return null;
  return compareNames(splitName(holder), bankHolder);
}

/** Whether the player has to confirm the bank's holder, as they may have named another one. */
export function isHolderAsked(plan: Named): boolean {
  const match = matchTyped(plan);
  return match === 'different' || match === 'unclear';
}

/**
 * Requires that the player confirmed the holder whom the bank names, where they may have named
 * another one.
 * @throws CallError holder.unconfirmed
 */
export function requireConfirmedHolder(
  plan: Named,
  { confirmedHolder }: Pick<CallRequest<'withdrawal-create'>, 'confirmedHolder'>,
): void {
  const { bankHolder } = plan;
  if (bankHolder === null || !isHolderAsked(plan)) return;
  // Another provider may spell the same name differently.
  const isConfirmed =
    confirmedHolder !== undefined &&
    compareNames(splitName(confirmedHolder), bankHolder) === 'same';
  if (isConfirmed) return;
  throw new CallError('holder.unconfirmed', 'The bank names another holder than the player.');
}

/**
 * Returns the destination's holder as the bank names them; the player's word counts only where no
 * bank is asked.
 */
export function holderOf({ method, bankHolder, details }: Named): string | null {
  return method.hasNameEnquiry === true ? bankHolder : details.holder;
}
