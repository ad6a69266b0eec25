import { type Money, negateDecimal } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../db/connect.ts';
import type { LedgerTransfersTable } from '../db/schema.ts';

export interface AccountRef {
  kind: 'player' | 'clearing';
  /** A player's id, or the name of the house account. */
  owner: string;
}

export interface Transfer {
  /** Unique for ever; posting the same id again violates a constraint. */
  id: string;
  brandId: string;
  kind: LedgerTransfersTable['kind'];
  depositId: string;
  money: Money;
  from: AccountRef;
  to: AccountRef;
}

/**
 * Moves money between two accounts. The database itself keeps entries immutable, transfers at zero
 * per currency and players' balances equal to their entries and never negative.
 */
export async function postTransfer(tx: Tx, transfer: Transfer): Promise<void> {
  const { id, brandId, kind, depositId, money } = transfer;
  const from = await resolveAccount(tx, brandId, transfer.from, money.currency);
  const to = await resolveAccount(tx, brandId, transfer.to, money.currency);
  await tx
    .insertInto('ledger_transfers')
    .values({ id, brand_id: brandId, kind, deposit_id: depositId })
    .execute();
  const entry = { transfer_id: id, brand_id: brandId, currency: money.currency };
  await tx
    .insertInto('ledger_entries')
    .values([
      { ...entry, line: 1, account_id: from, amount: negateDecimal(money.amount) },
      { ...entry, line: 2, account_id: to, amount: money.amount },
    ])
    .execute();
}

/** The account's id; opens the account at its first use. */
async function resolveAccount(
  tx: Tx,
  brandId: string,
  { kind, owner }: AccountRef,
  currency: string,
): Promise<string> {
  const find = () =>
    tx
      .selectFrom('ledger_accounts')
      .select('id')
      .where('brand_id', '=', brandId)
      .where('kind', '=', kind)
      .where('owner', '=', owner)
      .where('currency', '=', currency);
  const found = await find().executeTakeFirst();
  if (found !== undefined) return found.id;
  const balance = kind === 'player' ? '0' : null;
  await tx
    .insertInto('ledger_accounts')
    .values({ id: uuidv7(), brand_id: brandId, kind, owner, currency, balance })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // Another transaction may have opened it first; then its row is the account.
  return (await find().executeTakeFirstOrThrow()).id;
}
