import { compareDecimals, convertMoney, type Money } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import type { ProviderPayment } from '../../connectors/connector.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit, Payment } from '../../ground/database/tables/money.ts';
import type { Applied, Evidence } from '../../providers/evidence.ts';
import { bookFee, positiveFee } from '../ledger/fees.ts';
import { type Crediting, creditPayment, parkPayment } from './crediting.ts';

/** A larger amount is never a real payment; its unit is mistaken, or it is an attack. */
const largestAmount = '1000000000000000';

/**
 * Records a receipt once and credits it, or parks it with a reason. The caller has locked deposit
 * and player.
 */
export async function receivePayment(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  evidence: Evidence,
  payment: Pick<ProviderPayment, 'providerReference' | 'fee'> & { paid: Money },
): Promise<Applied> {
  const { paid } = payment;
  const late = { fee: payment.fee, source: evidence.source };
  const known = await findReceipt(tx, deposit, payment.providerReference);
  if (known !== undefined) {
    const compared = compareReceipt(deposit, known, paid);
    if (compared.outcome === 'duplicate') await recordLateFee(core, tx, deposit, known, late);
    return compared;
  }
  const awaited =
    evidence.confirmedBy === 'provider' ? await findUnmatched(tx, deposit) : undefined;
  if (awaited !== undefined && isSameMoney(awaited, paid)) {
    await match(core, tx, awaited, evidence, payment.providerReference);
    await recordLateFee(core, tx, deposit, awaited, late);
    return { outcome: 'duplicate', changed: null };
  }
  const receipt = await insertReceipt(core, tx, deposit, evidence, payment);
  // Only a rare race gets here: the provider names one receipt for two deposits at once.
  if (receipt === undefined) return { outcome: 'conflicting', changed: null };
  const plan =
    awaited === undefined
      ? await planCrediting(core, deposit, paid)
      : `an operator confirmed ${awaited.amount} ${awaited.currency} before: is this the same money?`;
  if (typeof plan === 'string') {
    return { outcome: 'parked', changed: await parkPayment(core, tx, deposit, receipt, plan) };
  }
  return { outcome: 'credited', changed: await creditPayment(core, tx, deposit, receipt, plan) };
}

/** Plans the crediting of a receipt, or returns the reason why it must be parked. */
export async function planCrediting(
  core: Core,
  deposit: Deposit,
  paid: Money,
): Promise<Crediting | string> {
  if (compareDecimals(paid.amount, largestAmount) > 0) return 'is implausibly large';
  const found = await core
    .ratesOf(deposit.brand_id)
    .rate(paid.currency, deposit.account_currency, core.now());
  if (found === null) return `arrived in ${paid.currency}, and there is no rate`;
  const conversion = convertMoney(paid, found.rate, deposit.account_currency);
  if (compareDecimals(conversion.money.amount, '0') <= 0) {
    return 'is less than the smallest unit of the currency';
  }
  return { conversion, rate: found.rate, rateSource: found.source };
}

function findReceipt(
  tx: Tx,
  deposit: Deposit,
  providerReference: string,
): Promise<Payment | undefined> {
  return tx
    .selectFrom('payments')
    .selectAll()
    .where('brand_id', '=', deposit.brand_id)
    .where('connector', '=', deposit.connector)
    .where('provider_payment_id', '=', providerReference)
    .executeTakeFirst();
}

/** Compares a known receipt with the provider's present data of it. */
function compareReceipt(deposit: Deposit, known: Payment, paid: Money): Applied {
  const isSame = known.deposit_id === deposit.id && isSameMoney(known, paid);
  return { outcome: isSame ? 'duplicate' : 'conflicting', changed: null };
}

/**
 * Loads the receipt that an operator confirmed and no event of the provider has matched yet,
 * whatever its status.
 */
function findUnmatched(tx: Tx, deposit: Deposit): Promise<Payment | undefined> {
  return tx
    .selectFrom('payments')
    .selectAll()
    .where('brand_id', '=', deposit.brand_id)
    .where('deposit_id', '=', deposit.id)
    .where('confirmed_by', '=', 'operator')
    .executeTakeFirst();
}

/**
 * Matches the provider's event with a receipt that an operator confirmed, so that both are one
 * receipt.
 */
async function match(
  core: Core,
  tx: Tx,
  awaited: Payment,
  { source }: Evidence,
  providerReference: string,
): Promise<void> {
  await tx
    .updateTable('payments')
    .set({
      provider_payment_id: providerReference,
      confirmed_by: 'provider',
      evidence: `${awaited.evidence}; then ${source}`,
      updated_at: core.now(),
    })
    .where('brand_id', '=', awaited.brand_id)
    .where('id', '=', awaited.id)
    .execute();
}

function insertReceipt(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  evidence: Evidence,
  {
    providerReference,
    paid,
    fee: reported,
  }: Pick<ProviderPayment, 'providerReference' | 'fee'> & {
    paid: Money;
  },
): Promise<Payment | undefined> {
  const fee = positiveFee(reported);
  return tx
    .insertInto('payments')
    .values({
      id: uuidv7(),
      brand_id: deposit.brand_id,
      deposit_id: deposit.id,
      connector: deposit.connector,
      provider_payment_id: providerReference,
      amount: paid.amount,
      currency: paid.currency,
      fee: fee?.amount ?? null,
      fee_currency: fee?.currency ?? null,
      evidence: evidence.source,
      confirmed_by: evidence.confirmedBy,
      created_at: core.now(),
      // Replaced in this same transaction.
      status: 'parked',
      parked_reason: 'just arrived',
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/**
 * Records the fee of a receipt that the provider reports again, or that an operator confirmed
 * first. The fee is booked at once if the receipt is credited, otherwise with the crediting. It is
 * booked once, and not in addition to a fee that a reconciliation has booked. The caller has locked
 * the deposit.
 */
async function recordLateFee(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  receipt: Payment,
  { fee: reported, source }: { fee: Money | null; source: string },
): Promise<void> {
  const fee = positiveFee(reported);
  if (fee === null || receipt.fee !== null) return;
  const { id: paymentId, brand_id: brandId } = receipt;
  await tx
    .updateTable('payments')
    .set({ fee: fee.amount, fee_currency: fee.currency, updated_at: core.now() })
    .where('brand_id', '=', brandId)
    .where('id', '=', paymentId)
    .execute();
  if (receipt.status !== 'credited' || (await isReconciled(tx, receipt))) return;
  await bookFee(tx, {
    brandId,
    connector: receipt.connector,
    deposit: { id: deposit.id, paymentId },
    money: fee,
    reason: `reported after the receipt (${source})`,
  });
}

async function isReconciled(tx: Tx, { brand_id, id }: Payment): Promise<boolean> {
  const booked = await tx
    .selectFrom('settlement_fees')
    .select('transfer_id')
    .where('brand_id', '=', brand_id)
    .where('payment_id', '=', id)
    .executeTakeFirst();
  return booked !== undefined;
}

export function isSameMoney(left: Money, right: Money): boolean {
  return left.currency === right.currency && compareDecimals(left.amount, right.amount) === 0;
}
