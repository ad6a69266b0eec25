import {
  addDecimals,
  compareDecimals,
  type Decimal,
  type Money,
  negateDecimal,
  padToCurrency,
  toCurrencyDecimals,
} from '@kassa/contract';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit, Payment } from '../../ground/database/tables/money.ts';
import type { OutgoingEvent } from '../../messages/webhooks/record-event.ts';
import { type Debt, loadDebt } from '../ledger/balances.ts';
import { type AccountRef, moveMoney, type Transfer } from '../ledger/transfers.ts';
import { balanceAccount } from '../wallet/wallets.ts';

/** The part of a receipt that settles a debt, in the account's currency, and its transfer. */
export type SettledDebt = Pick<Payment, 'settled_debt' | 'debt_transfer_id'>;

export const noSettledDebt: SettledDebt = { settled_debt: null, debt_transfer_id: null };

/**
 * Plans the part of a credit that settles what the player owes, unless the brand has switched that
 * off. Debts that other receipts have reserved, whose credit the operator's wallet has not answered
 * yet, are left out. The caller has locked deposit and player.
 * @param known - what the player owes in that currency, if it is loaded already
 */
export async function planSettledDebt(
  core: Core,
  tx: Tx,
  { brand_id: brandId, player_id: playerId }: Deposit,
  { amount, currency }: Money,
  known?: Debt,
): Promise<SettledDebt> {
  if (core.brands.get(brandId)?.deposits.settleDebts !== true) return noSettledDebt;
  const debt = { brandId, playerId, currency };
  const { owed } = known ?? (await loadDebt(tx, debt));
  if (compareDecimals(owed, '0') <= 0) return noSettledDebt;
  const open = addDecimals(owed, negateDecimal(await loadReserved(tx, debt)));
  if (compareDecimals(open, '0') <= 0) return noSettledDebt;
  const settled_debt = compareDecimals(open, amount) < 0 ? open : amount;
  return { settled_debt, debt_transfer_id: uuidv7() };
}

/** Loads the sum of the player's debts that receipts have reserved. */
async function loadReserved(
  tx: Tx,
  { brandId, playerId, currency }: { brandId: string; playerId: string; currency: string },
): Promise<Decimal> {
  const { reserved } = await tx
    .selectFrom('payments as p')
    .innerJoin('deposits as d', 'd.id', 'p.deposit_id')
    .select(sql<Decimal>`coalesce(sum(p.settled_debt), 0)`.as('reserved'))
    .where('d.brand_id', '=', brandId)
    .where('d.player_id', '=', playerId)
    .where('p.status', '=', 'crediting')
    .where('p.settled_debt', 'is not', null)
    .where('p.processed_currency', '=', currency)
    .executeTakeFirstOrThrow();
  return reserved;
}

/** Returns the part of a credit that reaches the player's balance; `0` if all of it is settled. */
export function restOf({ amount, currency }: Money, { settled_debt }: SettledDebt): Money {
  const rest = addDecimals(amount, negateDecimal(settled_debt ?? '0'));
  return { amount: toCurrencyDecimals(rest, currency), currency };
}

/** The settled part of a credit, its transfer and the operator's event of it. */
interface DebtSettlement {
  money: Money;
  transfer: Transfer;
  event: OutgoingEvent;
}

/**
 * Builds the transfer that settles the debt of a receipt, to be posted after that of its credit: from the
 * player's balance to what they owe. Returns null if the receipt settles nothing.
 */
export async function settleDebt(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  payment: SettledDebt & Pick<Payment, 'id'>,
): Promise<DebtSettlement | null> {
  const { id: paymentId, settled_debt, debt_transfer_id: transferId } = payment;
  if (settled_debt === null || transferId === null) return null;
  const { brand_id: brandId, player_id: playerId, account_currency: currency } = deposit;
  const money = { amount: toCurrencyDecimals(settled_debt, currency), currency };
  const { owed } = await loadDebt(tx, { brandId, playerId, currency });
  const event: OutgoingEvent<'debt.settled'> = {
    brandId,
    playerId,
    type: 'debt.settled',
    data: {
      transferId,
      depositId: deposit.id,
      reference: deposit.reference,
      paymentId,
      amount: padToCurrency(money.amount, currency),
      currency,
      owed: padToCurrency(addDecimals(owed, negateDecimal(money.amount)), currency),
    },
  };
  const receivable: AccountRef = { kind: 'receivable', owner: playerId };
  const transfer: Transfer = {
    id: transferId,
    brandId,
    kind: 'debtSettled',
    depositId: deposit.id,
    lines: moveMoney(money, balanceAccount(core, deposit), receivable),
  };
  return { money, transfer, event };
}
