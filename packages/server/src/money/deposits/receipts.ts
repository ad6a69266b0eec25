import type { Money } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import type { PaymentInstrument, ProviderPayment } from '../../connectors/provider-event.ts';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import { paymentColumns } from '../../ground/database/tables/columns.ts';
import type { Deposit, Payment } from '../../ground/database/tables/money.ts';
import { nullIfUnreadable } from '../../ground/encryption/vault.ts';
import type { Applied, Evidence } from '../../providers/evidence.ts';
import { bookFee, positiveFee } from '../ledger/fees.ts';
import { type ArrivalFacts, loadFacts } from './arrival.ts';
import { creditArriving, creditPayment, planColumns } from './crediting.ts';
import { keepInstrument, openInstrument } from './instruments.ts';
import { canGiveWay, findDoubt, findSame, match, takeReference } from './known-receipt.ts';
import { insertReceipt } from './move-deposit.ts';
import { parkPayment } from './park-payment.ts';
import { planReceipt } from './plan-receipt.ts';
import { isParked, type TakenRate } from './receipt-plan.ts';

/** A report on money that arrived. */
export type Receipt = Pick<ProviderPayment, 'providerReference' | 'fee' | 'instrument'> & {
  paid: Money;
  /** The rate to the account's currency, if it was taken before; left out: the present one. */
  rate?: TakenRate | null;
  /** When the money was seen; left out: now. */
  seenAt?: Date | undefined;
};

/**
 * Records a receipt once and credits it, or parks it with a reason. The first report of the provider
 * on money that an operator has confirmed is the same receipt, whatever its reference. The caller has
 * locked deposit and player.
 * @param loaded - what decides about it, if it was loaded under these locks
 */
export async function receivePayment(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  evidence: Evidence,
  receipt: Receipt,
  loaded?: ArrivalFacts,
): Promise<Applied> {
  const { paid, providerReference } = receipt;
  const facts = loaded ?? (await loadFacts(core, tx, deposit, evidence, providerReference));
  const rows = facts.receipts;
  const others = rows.filter((row) => row.deposit_id === deposit.id);
  const strange = rows.find((row) => row.deposit_id !== deposit.id);
  // The reference is that of another deposit's payment.
  if (strange !== undefined && !canGiveWay(strange, evidence)) {
    return { outcome: 'conflicting', changed: null };
  }
  const known = findSame(others, evidence, receipt);
  if (known === 'another') return { outcome: 'conflicting', changed: null };
  if (strange !== undefined) await takeReference(core, tx, strange);
  if (known !== undefined) {
    await match(core, tx, known, evidence, providerReference);
    await recordLateFee(core, tx, deposit, known, { fee: receipt.fee, source: evidence.source });
    await recordLateInstrument(core, tx, deposit, known, receipt);
    return { outcome: 'duplicate', changed: null };
  }
  const doubt = findDoubt(strange === undefined ? others : [strange, ...others], evidence);
  const plan = await planReceipt(core, tx, deposit, {
    paid,
    account: evidence.connector,
    others,
    doubt,
    rate: receipt.rate ?? null,
    seenAt: receipt.seenAt ?? null,
    standing: facts.standing,
  });
  const row = await buildReceipt(core, tx, deposit, evidence, receipt);
  const conflicting = { outcome: 'conflicting', changed: null } as const;
  if (!isParked(plan) && plan.rest === undefined) {
    const columns = await planColumns(core, tx, deposit, plan, row.id, facts.debt);
    const changed = await creditArriving(core, tx, deposit, { ...row, ...columns });
    return changed === null ? conflicting : { outcome: 'credited', changed };
  }
  const inserted = await insertReceipt(tx, { ...row, ...justArrived })
    .returning(paymentColumns)
    .executeTakeFirst();
  // Only a rare race gets here: the provider names one receipt for two deposits at once.
  if (inserted === undefined) return conflicting;
  return isParked(plan)
    ? { outcome: 'parked', changed: await parkPayment(core, tx, deposit, inserted, plan) }
    : { outcome: 'credited', changed: await creditPayment(core, tx, deposit, inserted, plan) };
}

/** Replaced in the same transaction. */
const justArrived = { status: 'parked', parked_reason: 'just arrived' } as const;

/** Whether money of a deposit arrived at an account. */
export async function hasReceiptAt(
  db: Db | Tx,
  { brand_id, id }: Deposit,
  account: string,
): Promise<boolean> {
  const receipt = await db
    .selectFrom('payments')
    .select('id')
    .where('brand_id', '=', brand_id)
    .where('deposit_id', '=', id)
    .where('connector', '=', account)
    .executeTakeFirst();
  return receipt !== undefined;
}

/** Builds the row of a receipt, without its status. */
async function buildReceipt(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  evidence: Evidence,
  { providerReference, paid, fee: reported, instrument, seenAt }: Receipt,
) {
  const fee = positiveFee(reported);
  const key = { id: uuidv7(), brand_id: deposit.brand_id };
  return {
    ...key,
    ...(await keepInstrument(core, tx, deposit, key, instrument)),
    deposit_id: deposit.id,
    connector: evidence.connector,
    provider_payment_id: providerReference,
    amount: paid.amount,
    currency: paid.currency,
    fee: fee?.amount ?? null,
    fee_currency: fee?.currency ?? null,
    evidence: evidence.source,
    uploaded_by: evidence.uploadedBy ?? null,
    confirmed_by: evidence.confirmedBy,
    operator_reference: evidence.confirmedBy === 'operator' ? providerReference : null,
    seen_at: seenAt ?? null,
    created_at: core.now(),
    updated_at: core.now(),
  };
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

/** Records the instrument of a receipt whose first report lacked it, or didn't name the payer. */
async function recordLateInstrument(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  known: Payment,
  { instrument }: Receipt,
): Promise<void> {
  const isPayerKnown = known.payer_match !== null && known.payer_match !== 'unnamed';
  if (instrument == null || isPayerKnown) return;
  if (known.instrument_sealed !== null && instrument.payerName === null) return;
  const before = nullIfUnreadable(() => openInstrument(core.vault, known));
  const whole: PaymentInstrument = {
    kind: before?.kind ?? instrument.kind,
    token: before?.token ?? instrument.token,
    masked: before?.masked ?? instrument.masked,
    payerName: before?.payerName ?? instrument.payerName,
  };
  const kept = await keepInstrument(core, tx, deposit, known, whole);
  if (kept === null) return;
  const update = tx
    .updateTable('payments')
    .where('brand_id', '=', known.brand_id)
    .set({ updated_at: core.now() });
  await update.set(kept).where('id', '=', known.id).execute();
  if (known.received_amount === null) return;
  const { payer_match, payer_cleared_at } = kept;
  await update.set({ payer_match, payer_cleared_at }).where('part_of', '=', known.id).execute();
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
