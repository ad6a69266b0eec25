import { type Decimal, negateDecimal } from '@kassa/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { Operands, Reader } from '../../ground/database/reader.ts';
import type { PlayerRef } from '../../players/player-row.ts';

/** Loads the balance of a player's account, `0` if the account was never used. */
export async function loadBalance(
  db: Db,
  account: { brandId: string; kind: 'player'; owner: string; currency: string },
): Promise<Decimal> {
  const row = await db
    .selectFrom('ledger_accounts')
    .select('balance')
    .where('brand_id', '=', account.brandId)
    .where('kind', '=', account.kind)
    .where('owner', '=', account.owner)
    .where('currency', '=', account.currency)
    .executeTakeFirst();
  return row?.balance ?? '0';
}

/** What a player owes in a currency. */
export interface Debt {
  /** The sum that is owed now. */
  owed: Decimal;
  /** The sum of all debts ever booked, settled ones included. It only grows. */
  everBooked: Decimal;
}

type DebtOf = PlayerRef & { currency: string };

/**
 * Loads what a player owes in a currency: chargebacks that their balance did not cover (design
 * §3.3), less what later deposits have settled. Debts change only under the player's lock.
 */
export async function loadDebt(db: Db | Tx, of: DebtOf): Promise<Debt> {
  return readDebt(await selectDebt(db, of).executeTakeFirstOrThrow());
}

/** Selects the sums of {@link readDebt}. */
export function selectDebt(query: Reader, { brandId, playerId, currency }: Operands<DebtOf>) {
  return query
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_accounts as a', 'a.id', 'e.account_id')
    .select([
      sql<Decimal>`coalesce(sum(e.amount), 0)`.as('sum'),
      sql<Decimal>`coalesce(sum(e.amount) filter (where e.amount < 0), 0)`.as('booked'),
    ])
    .where('a.brand_id', '=', brandId)
    .where('a.kind', '=', 'receivable')
    .where('a.owner', '=', playerId)
    .where('a.currency', '=', currency);
}

export function readDebt({ sum, booked }: { sum: Decimal; booked: Decimal }): Debt {
  return { owed: negateDecimal(sum), everBooked: negateDecimal(booked) };
}
