import { type SqlBool, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { ProviderTransfer } from '../../connectors/provider-event.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { BankTransfer, RequisiteRow } from '../../ground/database/tables/requisites.ts';
import type { Evidence } from '../../providers/evidence.ts';
import type { BookingSpan } from './booking-span.ts';
import { findConfirmedReceipts } from './confirmed-receipts.ts';
import type { Match } from './match-transfer.ts';
import { arePayersDifferent } from './payers-different.ts';
import { type Compared, findResemblingTransfers, toCompared } from './resembling-transfers.ts';
import { joinDetails, openDetails, sealDetails } from './transfer-details.ts';

/** Where a transfer was reported. */
export type TransferOrigin =
  | { source: 'notification' }
  | {
      source: 'statement';
      statementId: string;
      /** From 1. */
      line: number;
      requisiteId: string;
      /** Whether its uploader's lines are credited only once the whole file is matched. */
      isHeld?: boolean;
    };

/** One report on a transfer. */
export interface Report {
  evidence: Evidence;
  transfer: ProviderTransfer;
  origin: TransferOrigin;
  requisite: RequisiteRow | null;
  booked: BookingSpan;
  /** The deposits that it names (named-deposits.ts). */
  references: readonly string[];
}

/**
 * The longest time between the bookings of one transfer in two sources, in milliseconds: a payment
 * of Friday evening stands in the statement under Monday.
 */
const mostPairedMs = 3 * 24 * 3600_000;

/** Finds the row of a transfer that this source has reported before. */
export async function findReported(
  tx: Tx,
  { evidence, transfer, origin, requisite }: Report,
): Promise<BankTransfer | undefined> {
  const { source } = origin;
  return tx
    .selectFrom('bank_transfers')
    .selectAll()
    .where('brand_id', '=', evidence.brandId)
    .where('account', '=', evidence.connector)
    .where('requisite_id', requisite === null ? 'is' : '=', requisite?.id ?? null)
    .where(({ or, and, eb }) =>
      or([
        and([eb('source', '=', source), eb('bank_reference', '=', transfer.providerReference)]),
        and([
          eb('source', '=', otherSource(source)),
          eb('paired_reference', '=', transfer.providerReference),
        ]),
      ]),
    )
    .executeTakeFirst();
}

const otherSource = (source: BankTransfer['source']) =>
  source === 'statement' ? 'notification' : 'statement';

/**
 * Pairs a report with the same transfer of the other source, which the bank names otherwise there, unless the
 * payer is known to be another. Each row is paired once, so that two equal transfers in both sources stay two.
 * Adds what the first report lacked. Returns the row, locked; undefined if there is none.
 * @param isOwnMoney - whether it is the operator's own money, which is never paired with a credited transfer
 */
export async function pairReport(
  core: Core,
  tx: Tx,
  { transfer, origin, requisite, booked, evidence, references }: Report,
  { isOwnMoney = false } = {},
): Promise<BankTransfer | undefined> {
  if (requisite === null) return undefined;
  const reference = references[0] ?? null;
  const alike = await tx
    .selectFrom('bank_transfers')
    .selectAll()
    .where('brand_id', '=', evidence.brandId)
    .where('requisite_id', '=', requisite.id)
    .where('amount', '=', transfer.paid.amount)
    .where('currency', '=', transfer.paid.currency)
    .where('source', '=', otherSource(origin.source))
    .where('paired_reference', 'is', null)
    .$if(isOwnMoney, (query) => query.where('deposit_id', 'is', null))
    .where('booked_at', '>=', new Date(booked.from.getTime() - mostPairedMs))
    .where('booked_at', '<=', new Date(booked.to.getTime() + mostPairedMs))
    .where(
      // What a person assigned to another deposit, or dismissed, is no payment of the named one.
      sql<SqlBool>`(${reference}::text is null or reference = ${reference}
        or (reference is null and (status = 'review' or exists (
          select from deposits d
          where d.brand_id = bank_transfers.brand_id and d.id = bank_transfers.deposit_id
            and d.reference = ${reference}))))`,
    )
    .orderBy(sql`reference is not distinct from ${reference}`, 'desc')
    .orderBy(sql`abs(extract(epoch from booked_at - ${transfer.bookedAt}::timestamptz))`)
    .orderBy('id')
    .execute();
  const details = joinDetails(null, transfer);
  const nearest = alike.find((row) => !arePayersDifferent(details, toCompared(core, row).details));
  if (nearest === undefined) return undefined;
  // No other report pairs it: their amount is locked.
  const twin = await lockTransfer(tx, nearest);
  const isOpen = twin.status === 'review';
  return tx
    .updateTable('bank_transfers')
    .set({
      paired_reference: transfer.providerReference,
      ...(origin.source === 'statement' && { paired_statement_id: origin.statementId }),
      reference: twin.reference ?? reference,
      // The details of a transfer that is settled may have been erased.
      ...(isOpen && {
        details_sealed: addDetails(core, twin, transfer, await isUploadersWord(tx, twin)),
      }),
    })
    .where('brand_id', '=', evidence.brandId)
    .where('id', '=', twin.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Whether a new report that has no twin may be of money that is known: it resembles another transfer, or an
 * operator has confirmed the money for another deposit.
 * @param depositId - the deposit that it would be credited to
 */
export async function isPerhapsKnown(
  core: Core,
  tx: Tx,
  report: Report,
  depositId: string,
): Promise<boolean> {
  const { evidence, transfer, origin, requisite, references } = report;
  const isStatement = origin.source === 'statement';
  const reference = references[0] ?? null;
  const compared: Compared = {
    id: uuidv7(),
    requisite_id: requisite?.id ?? null,
    source: origin.source,
    statement_id: isStatement ? origin.statementId : null,
    notification_id: evidence.notificationId ?? null,
    bank_reference: transfer.providerReference,
    paired_reference: null,
    paired_statement_id: null,
    ...transfer.paid,
    booked_at: transfer.bookedAt,
    reference,
    details: joinDetails(null, transfer),
  };
  const { brandId, connector: account } = evidence;
  const found = await findResemblingTransfers(core, tx, brandId, [compared]);
  const others = found.get(compared.id) ?? [];
  // Two payments with the same reference are the deposit's, whichever adapter reports them.
  const isOwn = (it: BankTransfer) =>
    reference !== null && it.reference === reference && it.source === origin.source && !isStatement;
  if (others.some((it) => !isOwn(it))) return true;
  // The bank's own name of a deposit counts more than an operator's word for another one.
  if (reference !== null) return false;
  const place = { key: '', account, requisiteId: requisite?.id ?? null };
  const reported = { ...place, money: transfer.paid, at: report.booked.from };
  const receipts = await findConfirmedReceipts(tx, brandId, [reported]);
  return receipts.some(({ deposit_id }) => deposit_id !== depositId);
}

/** Locks a transfer, and reads it anew. */
export function lockTransfer(tx: Tx, { brand_id, id }: BankTransfer): Promise<BankTransfer> {
  return tx
    .selectFrom('bank_transfers')
    .selectAll()
    .where('brand_id', '=', brand_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

function addDetails(
  { vault }: Core,
  twin: BankTransfer,
  transfer: ProviderTransfer,
  isUploaders: boolean,
): string {
  const first = openDetails(vault, twin);
  // Who uploads a file may have typed the payer: the bank's own report says who it is, or nobody does.
  const known = first && isUploaders ? { ...first, payerName: null, payerAccount: null } : first;
  return sealDetails(vault, twin, joinDetails(known, transfer));
}

/** Whether a transfer was first reported by a file that is its uploader's word. */
async function isUploadersWord(tx: Tx, { brand_id, statement_id }: BankTransfer): Promise<boolean> {
  if (statement_id === null) return false;
  const statement = await tx
    .selectFrom('bank_statements')
    .select('word')
    .where('brand_id', '=', brand_id)
    .where('id', '=', statement_id)
    .executeTakeFirst();
  return statement?.word === 'uploader';
}

/**
 * Inserts the row of a transfer. Undefined if its bank reference is that of another amount, which
 * another transaction inserted at the same moment.
 * @param withdrawalId - the withdrawal whose payout may have come back
 */
export function insertTransfer(
  core: Core,
  tx: Tx,
  { evidence, transfer, origin, requisite, references }: Report,
  match: Match,
  withdrawalId: string | null = null,
): Promise<BankTransfer | undefined> {
  const key = { id: uuidv7(), brand_id: evidence.brandId };
  const { paid, providerReference, bookedAt } = transfer;
  return tx
    .insertInto('bank_transfers')
    .values({
      ...key,
      account: evidence.connector,
      requisite_id: requisite?.id ?? null,
      source: origin.source,
      statement_id: origin.source === 'statement' ? origin.statementId : null,
      line: origin.source === 'statement' ? origin.line : null,
      notification_id: evidence.notificationId ?? null,
      bank_reference: providerReference,
      paired_reference: null,
      amount: paid.amount,
      currency: paid.currency,
      booked_at: bookedAt,
      reference: references[0] ?? null,
      details_sealed: sealDetails(core.vault, key, joinDetails(null, transfer)),
      status: 'review',
      because: match.kind === 'review' ? match.because : null,
      proposed_deposit_id: match.kind === 'review' ? match.proposed : null,
      withdrawal_id: withdrawalId,
      created_at: core.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}
