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
  const accounts = await resolveAccounts(tx, transfer);
  await tx
    .insertInto('ledger_transfers')
    .values({ id, brand_id: brandId, kind, deposit_id: depositId })
    .execute();
  const entry = { transfer_id: id, brand_id: brandId, currency: money.currency };
  await tx
    .insertInto('ledger_entries')
    .values([
      { ...entry, line: 1, account_id: accounts.from, amount: negateDecimal(money.amount) },
      { ...entry, line: 2, account_id: accounts.to, amount: money.amount },
    ])
    .execute();
}

type AccountIds = Record<'from' | 'to', string>;

/** The ids of both accounts; opens an account at its first use. */
async function resolveAccounts(tx: Tx, transfer: Transfer): Promise<AccountIds> {
  const found = await findAccounts(tx, transfer);
  if (found !== null) return found;
  await tx
    .insertInto('ledger_accounts')
    .values([transfer.from, transfer.to].map((account) => openAccount(transfer, account)))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // Another transaction may have opened them first; then its rows are the accounts.
  const opened = await findAccounts(tx, transfer);
  if (opened === null) throw new Error(`No accounts for transfer ${transfer.id}`);
  return opened;
}

async function findAccounts(tx: Tx, transfer: Transfer): Promise<AccountIds | null> {
  const { brandId, money, from, to } = transfer;
  const rows = await tx
    .selectFrom('ledger_accounts')
    .select(['id', 'kind', 'owner'])
    .where('brand_id', '=', brandId)
    .where('currency', '=', money.currency)
    .where(({ eb, or }) => or([from, to].map(({ kind, owner }) => eb.and({ kind, owner }))))
    .execute();
  const idOf = (account: AccountRef) =>
    rows.find(({ kind, owner }) => kind === account.kind && owner === account.owner)?.id;
  const ids = { from: idOf(from), to: idOf(to) };
  return ids.from !== undefined && ids.to !== undefined ? { from: ids.from, to: ids.to } : null;
}

function openAccount({ brandId, money }: Transfer, { kind, owner }: AccountRef) {
  const balance = kind === 'player' ? '0' : null;
  return { id: uuidv7(), brand_id: brandId, kind, owner, currency: money.currency, balance };
}
