import { CallError, type Payee } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { RequisiteRow, RequisitesTable } from '../../ground/database/tables/requisites.ts';
import {
  digestOfAccount,
  digestsOfAccount,
  numberOf,
} from '../../ground/encryption/account-digest.ts';
import { maskAccount } from './account-number.ts';

type Plain = Pick<
  RequisitesTable,
  | 'account'
  | 'kind'
  | 'country'
  | 'currency'
  | 'methods'
  | 'bank'
  | 'owner'
  | 'has_reference'
  | 'min_amount'
  | 'max_amount'
  | 'day_amount_limit'
  | 'day_count_limit'
  | 'opens_at'
  | 'closes_at'
  | 'time_zone'
  | 'cooldown_minutes'
>;

/** One of the operator's own accounts to be added to a brand's pool. */
export interface NewRequisite extends Plain {
  id?: string;
  payee: Payee;
}

/**
 * Adds an account to the pool of a brand.
 * @throws CallError request.invalid if the payee has no number; requisites.taken if the account is
 * in a pool already, of this brand or another: a transfer to it could be either's
 */
export async function addRequisite(
  { vault }: Pick<Core, 'vault'>,
  tx: Tx,
  brandId: string,
  { payee, id = uuidv7(), ...row }: NewRequisite,
): Promise<RequisiteRow> {
  const number = numberOf(payee);
  if (number === null) {
    throw new CallError('request.invalid', 'payee: has no number', { field: 'payee' });
  }
  const taken = await tx
    .selectFrom('requisites')
    .select('id')
    .where('digest', 'in', digestsOfAccount(vault, number))
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  const added =
    taken === undefined
      ? await tx
          .insertInto('requisites')
          .values({
            ...row,
            id,
            brand_id: brandId,
            payee_sealed: vault.seal(JSON.stringify(payee), { table: 'requisites', brandId, id }),
            digest: digestOfAccount(vault, number),
            masked: maskAccount(number),
          })
          .onConflict((conflict) =>
            conflict.columns(['digest']).where('removed_at', 'is', null).doNothing(),
          )
          .returningAll()
          .executeTakeFirst()
      : undefined;
  if (added !== undefined) return added;
  throw new CallError('requisites.taken', 'This account is in a pool of this server already.');
}
