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
import { hasNumber, maskAccount } from './account-number.ts';

/** The part of a requisite that its operator decides, apart from the payee. */
export type RequisiteSettings = Pick<
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
export interface NewRequisite extends RequisiteSettings {
  id?: string;
  payee: Payee;
}

/**
 * The account to be added is in a pool already, or was in another one until a moment ago: a transfer
 * to it could be of either.
 */
export class RequisiteTaken extends Error {}

/**
 * Adds an account to the pool of a brand. One that was removed from this pool comes back under its
 * id, so that late transfers still find its invoices. Only once the invoices and late windows of
 * another pool are over can that pool's removed account be added here.
 * @throws CallError request.invalid if the payee has no number
 * @throws RequisiteTaken
 */
export async function addRequisite(
  core: Pick<Core, 'vault' | 'now'>,
  tx: Tx,
  brandId: string,
  { payee, id = uuidv7(), ...settings }: NewRequisite,
): Promise<RequisiteRow> {
  const { vault } = core;
  const number = numberOf(payee);
  if (number === null) {
    throw new CallError('request.invalid', 'payee: has no number', { field: 'payee' });
  }
  const removed = await findRemoved(core, tx, { brandId, account: settings.account }, number);
  const rowId = removed?.id ?? id;
  const row = {
    ...settings,
    payee_sealed: vault.seal(JSON.stringify(payee), { table: 'requisites', brandId, id: rowId }),
    digest: digestOfAccount(vault, number),
    masked: maskAccount(number),
  };
  if (removed !== undefined) {
    return tx
      .updateTable('requisites')
      .set({
        ...row,
        // What was given out today counts on, unless it is money of another currency.
        ...(removed.currency !== row.currency && { day: null, day_amount: '0', day_count: 0 }),
        is_on: true,
        removed_at: null,
        updated_at: core.now(),
      })
      .where('id', '=', removed.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  }
  const added = await tx
    .insertInto('requisites')
    .values({ ...row, id, brand_id: brandId })
    .onConflict((conflict) =>
      conflict.columns(['digest']).where('removed_at', 'is', null).doNothing(),
    )
    .returningAll()
    .executeTakeFirst();
  if (added === undefined) throw new RequisiteTaken();
  return added;
}

/**
 * Finds the row of an account that was removed from this pool.
 * @throws RequisiteTaken if another row has the account, or may still get money for its invoices
 */
async function findRemoved(
  { vault, now }: Pick<Core, 'vault' | 'now'>,
  tx: Tx,
  { brandId, account }: { brandId: string; account: string },
  number: string,
): Promise<Pick<RequisiteRow, 'id' | 'currency'> | undefined> {
  const digests = digestsOfAccount(vault, number);
  // Of two additions at the same time the second one waits here, and then sees the first one's row.
  await tx
    .selectFrom('requisites')
    .select('id')
    .where('digest', 'in', digests)
    .orderBy('id')
    .forUpdate()
    .execute();
  const found = await tx
    .selectFrom('requisites')
    .select(['id', 'brand_id', 'account', 'kind', 'currency', 'payee_sealed', 'removed_at'])
    .where('digest', 'in', digests)
    .orderBy('id', 'desc')
    .execute();
  const rows = found.filter((row) => hasNumber({ vault }, row, number));
  if (rows.some(({ removed_at }) => removed_at === null)) throw new RequisiteTaken();
  const own = rows.find((row) => row.brand_id === brandId && row.account === account);
  const others = rows.filter(({ id }) => id !== own?.id).map(({ id }) => id);
  if (others.length > 0 && (await mayBePaid(tx, others, now()))) throw new RequisiteTaken();
  return own;
}

/** Whether an invoice of these requisites is live or within its cooldown or late window. */
export async function mayBePaid(tx: Tx, requisiteIds: string[], now: Date): Promise<boolean> {
  const found = await tx
    .selectFrom('requisite_reservations as r')
    .innerJoin('deposits as d', (join) =>
      join.onRef('d.brand_id', '=', 'r.brand_id').onRef('d.id', '=', 'r.deposit_id'),
    )
    .select('r.deposit_id')
    .where('r.requisite_id', 'in', requisiteIds)
    .where(({ or, eb }) =>
      or([
        eb('r.freed_at', 'is', null),
        eb('r.cooling_until', '>', now),
        eb('d.late_until', '>', now),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
