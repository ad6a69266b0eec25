import {
  addDecimals,
  type Conversion,
  compareDecimals,
  type Decimal,
  type Money,
  toCurrencyDecimals,
} from '@kassa/contract';
import type { Insertable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import { asPrepared } from '../../ground/database/prepared.ts';
import type { Deposit, Payment, PaymentsTable } from '../../ground/database/tables/money.ts';
import type { OutgoingEvent } from '../../messages/webhooks/record-event.ts';
import { accrueBonus } from '../bonuses/deposit-bonus.ts';
import type { Debt } from '../ledger/balances.ts';
import { conversionLines, feeLines, postTransfer, type Transfer } from '../ledger/transfers.ts';
import {
  coinsOf,
  giveCoinsLines,
  recordPackageGrant,
  salesAccount,
} from '../sweepstake/coin-grants.ts';
import { enqueueOperation, purposeOf } from '../wallet/operations.ts';
import { balanceAccount } from '../wallet/wallets.ts';
import { moveByReceipts, requireMoved } from './move-by-receipts.ts';
import { type Booking, insertReceipt, moveDeposit } from './move-deposit.ts';
import { describePayment, parkPayment } from './park-payment.ts';
import { noSettledDebt, planSettledDebt, restOf, settleDebt } from './settle-debt.ts';
import { splitReceipt } from './split-receipt.ts';

/** The amount to credit for a receipt in the player's currency, with the rate. */
export interface Crediting {
  conversion: Conversion;
  rate: Decimal;
  rateSource: string;
  /** What arrived above the price of a package, in the currency of its arrival: it is parked. */
  rest?: Decimal;
}

/**
 * Credits a receipt to its player: at once in Kassa's own ledger, or as soon as the operator's
 * wallet has credited it. What the player owes is settled first, and the wallet credits only the
 * rest. The caller has locked deposit and player.
 */
export async function creditPayment(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  payment: Payment,
  plan: Crediting,
): Promise<Deposit> {
  if (plan.rest === undefined) return creditWhole(core, tx, deposit, payment, plan);
  const { kept, rest } = await splitReceipt(core, tx, payment, plan.rest);
  const credited = await creditWhole(core, tx, deposit, kept, plan);
  return parkPayment(core, tx, credited, rest, {
    code: 'abovePrice',
    reason: `is above the price of ${kept.amount} ${kept.currency}`,
  });
}

async function creditWhole(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  payment: Payment,
  plan: Crediting,
): Promise<Deposit> {
  // A transfer that the wallet refused stays refused; a retry needs a new transfer id.
  const transferId = payment.transfer_id === null ? payment.id : uuidv7();
  const columns = await planColumns(core, tx, deposit, plan, transferId);
  const crediting = await tx
    .updateTable('payments')
    .set({ ...columns, updated_at: core.now() })
    .where('brand_id', '=', payment.brand_id)
    .where('id', '=', payment.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return isWalletAsked(core, deposit, crediting)
    ? askWallet(core, tx, deposit, crediting)
    : settlePayment(core, tx, deposit, crediting);
}

/**
 * Returns the columns of a receipt that is being credited.
 * @param debt - what its player owes, if it is loaded already
 */
export async function planColumns(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  { conversion: { money, rounding }, rate, rateSource }: Crediting,
  transferId: string,
  debt?: Debt,
) {
  // A package is given in coins; what is owed of these is settled with them.
  const settled = isOfPackage(deposit)
    ? noSettledDebt
    : await planSettledDebt(core, tx, deposit, money, debt);
  return {
    status: 'crediting' as const,
    transfer_id: transferId,
    processed_amount: money.amount,
    processed_currency: money.currency,
    rounding,
    rate,
    rate_source: rateSource,
    ...settled,
  };
}

/** What is read of a receipt that is being credited. */
export type CreditedReceipt = Pick<
  Payment,
  | 'id'
  | 'brand_id'
  | 'connector'
  | 'amount'
  | 'currency'
  | 'fee'
  | 'fee_currency'
  | 'transfer_id'
  | 'processed_amount'
  | 'processed_currency'
  | 'rounding'
  | 'rate'
  | 'rate_source'
  | 'settled_debt'
  | 'debt_transfer_id'
>;

/**
 * Inserts a receipt that has the columns of {@link planColumns}, and credits it. Returns null if another
 * transaction has inserted one with its reference.
 */
export async function creditArriving(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  row: CreditedReceipt & Insertable<PaymentsTable>,
): Promise<Deposit | null> {
  if (isWalletAsked(core, deposit, row)) {
    const inserted = await insertReceipt(tx, row).modifyEnd(asPrepared).executeTakeFirst();
    return inserted === undefined ? null : askWallet(core, tx, deposit, row);
  }
  return settleReceipt(core, tx, deposit, row, { insert: { ...row, status: 'credited' } });
}

/** Whether the operator's wallet has to credit a receipt. Of one that only settles a debt it isn't asked. */
function isWalletAsked(core: Core, deposit: Deposit, crediting: CreditedReceipt): boolean {
  if (core.walletOf(deposit.brand_id).remote === null || isOfPackage(deposit)) return false;
  return compareDecimals(restOf(creditedMoney(crediting), crediting).amount, '0') > 0;
}

async function askWallet(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  crediting: CreditedReceipt,
): Promise<Deposit> {
  await enqueueOperation(core, tx, {
    id: requireTransfer(crediting),
    brandId: deposit.brand_id,
    playerId: deposit.player_id,
    kind: 'credit',
    money: restOf(creditedMoney(crediting), crediting),
    purpose: purposeOf('deposit', deposit),
    depositId: deposit.id,
  });
  return moveByReceipts(core, tx, deposit, 'the money arrived; the wallet is asked to credit it');
}

/** Books a receipt that was credited to the player's balance. */
export async function settlePayment(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  payment: CreditedReceipt,
): Promise<Deposit> {
  const { brand_id, id } = payment;
  const credit = { brand_id, id, updated_at: core.now() };
  return requireMoved(await settleReceipt(core, tx, deposit, payment, { credit }), deposit);
}

/**
 * Books a credited receipt: receipt, ledger, status and event by one statement, then settled debt and
 * bonus. Returns null if the receipt isn't written.
 */
async function settleReceipt(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  payment: CreditedReceipt,
  receipt: Booking['receipt'],
): Promise<Deposit | null> {
  const money = creditedMoney(payment);
  const transferId = requireTransfer(payment);
  const coins = coinsOf(deposit);
  const player = { brandId: deposit.brand_id, playerId: deposit.player_id };
  const given = coins === null ? [] : await giveCoinsLines(core, tx, player, coins);
  const settled = await settleDebt(core, tx, deposit, payment);
  const account = coins === null ? balanceAccount(core, deposit) : salesAccount;
  const transfer: Transfer = {
    id: transferId,
    brandId: deposit.brand_id,
    kind: 'deposit',
    depositId: deposit.id,
    lines: [
      ...conversionLines(
        { amount: payment.amount, currency: payment.currency },
        { money, rounding: payment.rounding },
        { kind: 'clearing', owner: payment.connector },
        [{ account, amount: money.amount }],
      ),
      ...feeLines(payment.connector, feeOf(payment)),
      ...given,
    ],
  };
  const event: OutgoingEvent<'payment.credited'> = {
    ...player,
    type: 'payment.credited',
    data: { paymentId: payment.id, ...describePayment(deposit, payment) },
  };
  const processed = await moveDeposit(core, tx, deposit, 'processed', {
    reason:
      settled === null
        ? 'the player was credited'
        : `the player was credited; ${settled.money.amount} ${settled.money.currency} of it settled a debt`,
    changes: {
      credited_amount: sumUp(deposit.credited_amount, money),
      return_reason: null,
      ...(settled && { settled_debt: sumUp(deposit.settled_debt, settled.money) }),
    },
    events: settled === null ? [event] : [event, settled.event],
    booking: { receipt, transfer },
  });
  if (processed === null) return null;
  if (settled !== null) await postTransfer(tx, settled.transfer);
  if (coins !== null) await recordPackageGrant(core, tx, deposit, transferId);
  await accrueBonus(core, tx, processed);
  return processed;
}

const isOfPackage = ({ box_id }: Deposit) => box_id !== null;

const sumUp = (sum: Decimal, { amount, currency }: Money) =>
  toCurrencyDecimals(addDecimals(sum, amount), currency);

function requireTransfer({ id, transfer_id }: CreditedReceipt): string {
  if (transfer_id === null) throw new Error(`Payment ${id} has no transfer id`);
  return transfer_id;
}

function creditedMoney({ id, processed_amount, processed_currency }: CreditedReceipt): Money {
  if (processed_amount === null || processed_currency === null) {
    throw new Error(`Payment ${id} has no amount to credit`);
  }
  return { amount: processed_amount, currency: processed_currency };
}

function feeOf({ fee, fee_currency }: CreditedReceipt): Money | null {
  return fee === null || fee_currency === null ? null : { amount: fee, currency: fee_currency };
}
