import {
  type CallResponse,
  fallbackLocale,
  type Receipt,
  resolveLocale,
  resolveName,
} from '@kassa/contract';
import { signReceipt } from '../../brands/receipt-keys.ts';
import { findBrandMethod } from '../../catalog/select-methods.ts';
import type { Core } from '../../core/core.ts';
import type { Deposit, Payment } from '../../ground/database/tables/money.ts';
import { credited } from '../../messages/realtime/publish.ts';
import { openInstrument } from './instruments.ts';

/**
 * Builds and signs the receipt of a deposit, with the method's name in the language of a BCP 47 tag;
 * without a receipt if it isn't processed.
 */
export async function issueReceipt(
  core: Core,
  deposit: Deposit,
  language: string = fallbackLocale,
): Promise<CallResponse<'deposit-receipt'>> {
  const brand = core.brands.get(deposit.brand_id);
  if (brand === undefined || deposit.status !== 'processed') return { receipt: null, signed: null };
  const [payments, processed] = await Promise.all([
    loadCredited(core, deposit),
    core.db
      .selectFrom('deposit_transitions')
      .select('created_at')
      .where('deposit_id', '=', deposit.id)
      .where('to_status', '=', 'processed')
      .orderBy('created_at')
      .limit(1)
      .executeTakeFirst(),
  ]);
  const method = findBrandMethod(core.catalogOf(brand.id), deposit.payment_method);
  const locale = resolveLocale(language);
  const creditedAt = processed?.created_at ?? deposit.updated_at;
  const { settledDebt, takenBack } = credited(deposit);
  const receipt: Receipt = {
    kind: 'kassa.receipt.v1',
    brand: brand.id,
    brandName: brand.name,
    keysUrl: `${core.publicUrl}/${brand.id}/.well-known/jwks.json`,
    reference: deposit.reference,
    paymentMethod: deposit.payment_method,
    methodName: method === undefined ? deposit.payment_method : resolveName(method.text, locale),
    locale,
    requested: { amount: deposit.amount, currency: deposit.currency },
    ...payerFee(deposit),
    payments: payments.map((payment) => describePayment(core, payment)),
    credited: { amount: deposit.credited_amount, currency: deposit.account_currency },
    ...(settledDebt !== undefined && { settledDebt }),
    ...(takenBack !== undefined && { takenBack }),
    createdAt: deposit.created_at.toISOString(),
    paidAt: (payments[0]?.created_at ?? creditedAt).toISOString(),
    creditedAt: creditedAt.toISOString(),
    issuedAt: core.now().toISOString(),
  };
  return { receipt, signed: await signReceipt(brand.receipts, receipt) };
}

function loadCredited({ db }: Pick<Core, 'db'>, { id }: Deposit): Promise<Payment[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('deposit_id', '=', id)
    .where('status', '=', 'credited')
    .orderBy('created_at')
    .execute();
}

function describePayment({ vault }: Pick<Core, 'vault'>, payment: Payment): Receipt['payments'][0] {
  const { amount, currency, processed_amount, processed_currency, rate } = payment;
  const own = { amount: processed_amount ?? amount, currency: processed_currency ?? currency };
  // The payer's name isn't a part of the receipt, which may be shared.
  const masked = openInstrument(vault, payment)?.masked ?? null;
  return {
    paid: { amount, currency },
    credited: own,
    ...(own.currency !== currency && rate !== null && { rate }),
    ...(masked !== null && { instrument: masked }),
  };
}

/** Returns the fee that the player paid on top, in rows that state it. */
function payerFee(deposit: Deposit): Pick<Receipt, 'fee'> {
  if (!('payer_fee' in deposit) || typeof deposit.payer_fee !== 'string') return {};
  return { fee: deposit.payer_fee };
}
