import { addDecimals, coinsSchema, negateDecimal, parkedCodeSchema } from '@kassa/contract';
import type { Selectable } from 'kysely';
import * as z from 'zod/mini';
import type { Core } from '../../core/core.ts';
import type { Db } from '../../ground/database/connect.ts';
import type { PaymentsTable, ReversalsTable } from '../../ground/database/tables/money.ts';
import { maskValue } from '../../ground/encryption/mask-value.ts';
import { nullIfUnreadable } from '../../ground/encryption/vault.ts';
import { openInstrument } from '../../money/deposits/instruments.ts';
import { instantSchema } from '../request-fields.ts';
import type { Entry, Subject } from './timeline.ts';

type PaymentRow = Selectable<PaymentsTable>;
type ReversalRow = Selectable<ReversalsTable>;

/** A receipt as operators see it. */
export const paymentSchema = z.object({
  id: z.string(),
  depositId: z.string(),
  connector: z.string(),
  providerPaymentId: z.string(),
  status: z.enum(['crediting', 'credited', 'parked', 'returned']),
  amount: z.string(),
  currency: z.string(),
  /** What the provider reported, of a payment above the price of a package: it is two receipts. */
  receivedAmount: z.nullable(z.string()),
  /** The receipt of which this one is the rest. */
  partOf: z.nullable(z.string()),
  processedAmount: z.nullable(z.string()),
  processedCurrency: z.nullable(z.string()),
  rate: z.nullable(z.string()),
  rateSource: z.nullable(z.string()),
  fee: z.nullable(z.string()),
  feeCurrency: z.nullable(z.string()),
  parkedReason: z.nullable(z.string()),
  /** The code of the reason; null for receipts of releases without codes. */
  parkedCode: z.nullable(parkedCodeSchema),
  resolvedReason: z.nullable(z.string()),
  /** `operator` also if only a file says so that an operator uploaded. */
  confirmedBy: z.enum(['provider', 'operator']),
  /** Who uploaded that file. */
  uploadedBy: z.nullable(z.string()),
  evidence: z.string(),
  /** What it was paid with; null if the provider didn't say, or the data was deleted. */
  instrument: z.nullable(
    z.object({
      kind: z.enum(['card', 'bankAccount', 'wallet', 'other']),
      /** As the provider masks it: `•••• 4242`. */
      masked: z.nullable(z.string()),
      /** Masked. */
      payerName: z.nullable(z.string()),
    }),
  ),
  /**
   * Whether the payer has the player's name; `unnamed`: the provider named no payer; `unknown`: the
   * player's name wasn't known. Null: nothing was reported, or it isn't compared yet.
   */
  payerMatch: z.nullable(z.enum(['unnamed', 'same', 'different', 'unclear', 'unknown'])),
  /** When a person cleared the payer. */
  payerClearedAt: z.nullable(instantSchema),
  createdAt: instantSchema,
});

export function describePayment(
  core: Pick<Core, 'vault'>,
  row: PaymentRow,
): z.infer<typeof paymentSchema> {
  return {
    id: row.id,
    depositId: row.deposit_id,
    connector: row.connector,
    providerPaymentId: row.provider_payment_id,
    status: row.status,
    amount: row.amount,
    currency: row.currency,
    receivedAmount: row.received_amount,
    partOf: row.part_of,
    processedAmount: row.processed_amount,
    processedCurrency: row.processed_currency,
    rate: row.rate,
    rateSource: row.rate_source,
    fee: row.fee,
    feeCurrency: row.fee_currency,
    // The row has a reason also if the receipt was credited at once.
    parkedReason: wasParked(row) ? row.parked_reason : null,
    parkedCode: wasParked(row) ? row.parked_code : null,
    resolvedReason: row.resolved_reason,
    confirmedBy: row.uploaded_by === null ? row.confirmed_by : 'operator',
    uploadedBy: row.uploaded_by,
    evidence: row.evidence,
    instrument: describeInstrument(core, row),
    payerMatch: row.payer_match,
    payerClearedAt: row.payer_cleared_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}

function describeInstrument({ vault }: Pick<Core, 'vault'>, row: PaymentRow) {
  const instrument = nullIfUnreadable(() => openInstrument(vault, row));
  if (instrument === null) return null;
  const { kind, masked, payerName } = instrument;
  return { kind, masked, payerName: payerName === null ? null : maskValue(payerName) };
}

const wasParked = ({ status, resolved_reason }: PaymentRow) =>
  status === 'parked' || status === 'returned' || resolved_reason !== null;

/** A reversal as operators see it. */
export const reversalSchema = z.object({
  id: z.string(),
  kind: z.string(),
  providerReversalId: z.string(),
  amount: z.string(),
  currency: z.string(),
  accountAmount: z.string(),
  accountCurrency: z.string(),
  covered: z.nullable(z.string()),
  receivable: z.nullable(z.string()),
  /** Of a package: the coins taken from the player's balance, and those that the player owes. */
  coins: z.nullable(z.object({ covered: coinsSchema, receivable: coinsSchema })),
  status: z.enum(['pending', 'done']),
  evidence: z.string(),
  createdAt: instantSchema,
});

export function describeReversal(row: ReversalRow): z.infer<typeof reversalSchema> {
  return {
    id: row.id,
    kind: row.kind,
    providerReversalId: row.provider_reversal_id,
    amount: row.amount,
    currency: row.currency,
    accountAmount: row.account_amount,
    accountCurrency: row.account_currency,
    covered: row.covered,
    receivable: row.receivable,
    coins: describeReversedCoins(row),
    status: row.status,
    evidence: row.evidence,
    createdAt: row.created_at.toISOString(),
  };
}

/** Returns the coins that a reversal of a package took; null if it is of no package. */
function describeReversedCoins(row: ReversalRow) {
  const { gold_amount: gold, sweep_amount: sweep } = row;
  if (gold === null || sweep === null) return null;
  const [goldCovered, sweepCovered] = [row.gold_covered ?? '0', row.sweep_covered ?? '0'];
  return {
    covered: { gcAmount: goldCovered, scAmount: sweepCovered },
    receivable: {
      gcAmount: addDecimals(gold, negateDecimal(goldCovered)),
      scAmount: addDecimals(sweep, negateDecimal(sweepCovered)),
    },
  };
}

export function loadPayments(db: Db, { brandId, id }: Subject): Promise<PaymentRow[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('deposit_id', '=', id)
    .orderBy('created_at')
    .execute();
}

export function loadReversals(db: Db, { brandId, kind, id }: Subject): Promise<ReversalRow[]> {
  return db
    .selectFrom('reversals')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where(kind === 'deposit' ? 'deposit_id' : 'withdrawal_id', '=', id)
    .orderBy('created_at')
    .execute();
}

export function toPaymentEntry(row: PaymentRow): Entry {
  const credited =
    row.processed_amount === null
      ? ''
      : `, ${row.processed_amount} ${row.processed_currency} credited`;
  const parked = row.status === 'parked' ? `: ${row.parked_reason}` : '';
  const part = row.received_amount === null ? '' : ` of ${row.received_amount}`;
  return {
    at: row.created_at.toISOString(),
    kind: 'payment',
    text: `${row.amount}${part} ${row.currency} arrived (${row.evidence}), ${row.status}${parked}${credited}${describePayer(row)}`,
    id: row.id,
  };
}

const payers: Partial<Record<NonNullable<PaymentRow['payer_match']>, string>> = {
  different: "the payer doesn't have the player's name",
  unclear: "the payer's name can't be compared with the player's",
  unknown: "the payer was named, the player's name wasn't known",
};

function describePayer({ payer_match: match, payer_cleared_at: clearedAt }: PaymentRow): string {
  const text = match === null ? undefined : payers[match];
  if (text === undefined) return '';
  return `; ${text}${clearedAt === null ? '' : ` (cleared ${clearedAt.toISOString()})`}`;
}

export function toReversalEntry(row: ReversalRow): Entry {
  const owed =
    row.receivable === null || Number(row.receivable) === 0
      ? ''
      : `, of which the player owes ${row.receivable} ${row.account_currency}`;
  return {
    at: row.created_at.toISOString(),
    kind: 'reversal',
    text: `${row.kind} of ${row.amount} ${row.currency} (${row.evidence}), ${row.status}${owed}`,
    id: row.id,
  };
}
