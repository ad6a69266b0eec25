import { type SqlBool, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { ProviderTransfer } from '../../connectors/provider-event.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type {
  BankTransfer,
  RequisiteRow,
  ReviewReason,
} from '../../ground/database/tables/requisites.ts';
import type { Evidence } from '../../providers/evidence.ts';
import type { BookingSpan } from './booking-span.ts';
import { findReferences } from './find-references.ts';
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
}

/**
 * The longest time between the bookings of one transfer in two sources, in milliseconds: a payment
 * of Friday evening stands in the statement under Monday.
 */
const mostApartMs = 3 * 24 * 3600_000;

/** The same over bank holidays: such a report is left to a person. */
const mostDoubtfulMs = 10 * 24 * 3600_000;

/**
 * Lets the reports on one amount in one requisite run one after another until the end of the
 * transaction: two sources may report the same transfer at the same moment. Locked before a deposit.
 */
export async function lockAmount(
  tx: Tx,
  { evidence: { brandId, connector }, transfer: { paid }, requisite }: Report,
): Promise<void> {
  const place = `transfers ${brandId} ${requisite?.id ?? connector} ${paid.currency} `;
  await sql`
    select pg_advisory_xact_lock(
      hashtextextended(${place} || trim_scale(${paid.amount}::numeric)::text, 0))`.execute(tx);
}

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
 * Pairs a report with the same transfer of the other source, which the bank names otherwise there:
 * each row is paired once, so that two equal transfers in both sources stay two. Adds what the first
 * report lacked. Returns the row, locked; undefined if there is none.
 */
export async function pairReport(
  core: Core,
  tx: Tx,
  { transfer, origin, requisite, booked, evidence }: Report,
): Promise<BankTransfer | undefined> {
  if (requisite === null) return undefined;
  const reference = findReferences(transfer.text)[0] ?? null;
  const twin = await tx
    .selectFrom('bank_transfers')
    .selectAll()
    .where('brand_id', '=', evidence.brandId)
    .where('requisite_id', '=', requisite.id)
    .where('amount', '=', transfer.paid.amount)
    .where('currency', '=', transfer.paid.currency)
    .where('source', '=', otherSource(origin.source))
    .where('paired_reference', 'is', null)
    .where('booked_at', '>=', new Date(booked.from.getTime() - mostApartMs))
    .where('booked_at', '<=', new Date(booked.to.getTime() + mostApartMs))
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
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (twin === undefined) return undefined;
  const isOpen = twin.status === 'review';
  return tx
    .updateTable('bank_transfers')
    .set({
      paired_reference: transfer.providerReference,
      reference: twin.reference ?? reference,
      // The details of a transfer that is settled may have been erased.
      ...(isOpen && { details_sealed: addDetails(core, twin, transfer) }),
    })
    .where('brand_id', '=', evidence.brandId)
    .where('id', '=', twin.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Whether a new report may be of a transfer that is known: the other source reported the same money
 * too long before or after to be paired, or a statement in the other format did so for this day, whose
 * references can't be compared.
 */
export async function isPerhapsKnown(
  tx: Tx,
  { transfer, origin, requisite, booked, evidence }: Report,
): Promise<boolean> {
  if (requisite === null) return false;
  const reference = findReferences(transfer.text)[0] ?? null;
  const statementId = origin.source === 'statement' ? origin.statementId : null;
  const { amount, currency } = transfer.paid;
  const found = await sql`
    select from bank_transfers t left join bank_statements s on s.id = t.statement_id
    where t.brand_id = ${evidence.brandId} and t.requisite_id = ${requisite.id}
      and t.amount = ${amount} and t.currency = ${currency}
      and t.booked_at between ${new Date(booked.from.getTime() - mostDoubtfulMs)}
        and ${new Date(booked.to.getTime() + mostDoubtfulMs)}
      and (${reference}::text is null or t.reference is null or t.reference = ${reference})
      and case when t.source = ${origin.source}
        then t.booked_at between ${booked.from}::timestamptz - interval '1 day'
            and ${booked.to}::timestamptz + interval '1 day'
          and s.format <> (select format from bank_statements where id = ${statementId}::uuid)
        else t.paired_reference is null end
    limit 1`.execute(tx);
  return found.rows.length > 0;
}

function addDetails({ vault }: Core, twin: BankTransfer, transfer: ProviderTransfer): string {
  return sealDetails(vault, twin, joinDetails(openDetails(vault, twin), transfer));
}

/**
 * Inserts the row of a transfer. Undefined if its bank reference is that of another amount, which
 * another transaction inserted at the same moment.
 */
export function insertTransfer(
  core: Core,
  tx: Tx,
  { evidence, transfer, origin, requisite }: Report,
  because: ReviewReason | null,
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
      reference: findReferences(transfer.text)[0] ?? null,
      details_sealed: sealDetails(core.vault, key, joinDetails(null, transfer)),
      status: 'review',
      because,
      created_at: core.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}
