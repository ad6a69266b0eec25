import { compareDecimals, convertMoney, type Money } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import type { ProviderPayment } from '../../connectors/connector.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit, Payment } from '../../ground/database/tables/money.ts';
import type { Applied, Evidence } from '../../providers/evidence.ts';
import { bookFee, feeOrNone } from '../ledger/fees.ts';
import { type Crediting, creditPayment, parkPayment } from './crediting.ts';

/** More than this no one pays; it is a unit mistaken for another, or an attack. */
const largestAmount = '1000000000000000';

/**
 * Records what arrived, once per receipt, and credits it; what can't be credited is parked with its
 * reason. The caller has locked deposit and player.
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
    if (compared.outcome === 'duplicate') await takeLateFee(core, tx, deposit, known, late);
    return compared;
  }
  const awaited =
    evidence.confirmedBy === 'provider' ? await findUnmatched(tx, deposit) : undefined;
  if (awaited !== undefined && isSameMoney(awaited, paid)) {
    await match(core, tx, awaited, evidence, payment.providerReference);
    await takeLateFee(core, tx, deposit, awaited, late);
    return { outcome: 'duplicate', changed: null };
  }
  const receipt = await insertReceipt(core, tx, deposit, evidence, payment);
  // Only the wildest race gets here: the provider names one receipt for two deposits at once.
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

/** How money that arrived is credited, or why it can't be by itself. */
export async function planCrediting(
  core: Core,
  deposit: Deposit,
  paid: Money,
): Promise<Crediting | string> {
  if (compareDecimals(paid.amount, largestAmount) > 0) return 'is more than can be believed';
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

/** The provider named this receipt before: did it say the same? */
function compareReceipt(deposit: Deposit, known: Payment, paid: Money): Applied {
  const isSame = known.deposit_id === deposit.id && isSameMoney(known, paid);
  return { outcome: isSame ? 'duplicate' : 'conflicting', changed: null };
}

/** What an operator confirmed and the provider has not spoken of yet, whatever became of it since. */
function findUnmatched(tx: Tx, deposit: Deposit): Promise<Payment | undefined> {
  return tx
    .selectFrom('payments')
    .selectAll()
    .where('brand_id', '=', deposit.brand_id)
    .where('deposit_id', '=', deposit.id)
    .where('confirmed_by', '=', 'operator')
    .executeTakeFirst();
}

/** The provider's word for money that an operator had confirmed: one receipt, not two. */
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
    fee: told,
  }: Pick<ProviderPayment, 'providerReference' | 'fee'> & {
    paid: Money;
  },
): Promise<Payment | undefined> {
  const fee = feeOrNone(told);
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
      // Until it is decided, in this same transaction.
      status: 'parked',
      parked_reason: 'just arrived',
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/**
 * Takes in what the provider kept of a receipt that it tells of again, or that an operator confirmed
 * first. It is booked at once where the receipt is credited, else together with it; once, and not
 * beside what a reconciliation has booked. The caller has locked the deposit.
 */
async function takeLateFee(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  receipt: Payment,
  { fee: told, source }: { fee: Money | null; source: string },
): Promise<void> {
  const fee = feeOrNone(told);
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
    reason: `told of after the money (${source})`,
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
