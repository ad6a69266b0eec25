import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { BankTransfer } from '../../ground/database/tables/requisites.ts';
import type { Applied, Evidence } from '../../providers/evidence.ts';
import { resolveBookingSpan } from './booking-span.ts';
import { isHeld } from './held-transfers.ts';
import { lockMoney } from './lock-money.ts';
import { doubt } from './match-transfer.ts';
import { readReferences } from './named-deposits.ts';
import { credit, findMatch, leaveInReview } from './receive-transfer.ts';
import { lockTransfer, type Report } from './record-transfer.ts';
import { resemblesOther } from './resembling-transfers.ts';
import { openDetails } from './transfer-details.ts';

/**
 * Matches a held transfer again, now that it may be credited, and credits it as its report would have.
 * Null if it isn't held any more: the bank has reported it, or a person has assigned or dismissed it.
 */
export async function creditHeld(
  core: Core,
  tx: Tx,
  evidence: Evidence,
  transferId: string,
): Promise<Applied | null> {
  await tx.deleteFrom('held_transfers').where('transfer_id', '=', transferId).execute();
  const stored = await tx
    .selectFrom('bank_transfers')
    .selectAll()
    .where('brand_id', '=', evidence.brandId)
    .where('id', '=', transferId)
    .executeTakeFirstOrThrow();
  if (!isHeld(stored)) return null;
  // In the order of other reports: the money, then the row.
  const { brandId, connector: account } = evidence;
  await lockMoney(tx, { brandId, account, amount: stored.amount, currency: stored.currency });
  const row = await lockTransfer(tx, stored);
  if (!isHeld(row)) return null;
  const report = await buildReport(core, tx, evidence, row);
  // A notification's row has its deposit from the line: the amount isn't searched.
  const twin = row.source === 'notification' ? row : undefined;
  const found = await findMatch(core, tx, report, twin);
  // Another source may have reported the money since the line was held.
  const isKnown = found.kind === 'deposit' && (await resemblesOther(core, tx, row));
  const match = isKnown ? doubt(found) : found;
  if (match.kind === 'deposit') return credit(core, tx, evidence, row, match);
  await leaveInReview(tx, row, match);
  return { outcome: 'review', changed: null };
}

/** Builds the report again from which the transfer was stored. */
async function buildReport(
  core: Core,
  tx: Tx,
  evidence: Evidence,
  row: BankTransfer,
): Promise<Omit<Report, 'origin'>> {
  const requisite = await tx
    .selectFrom('requisites')
    .selectAll()
    .where('brand_id', '=', evidence.brandId)
    .where('id', '=', row.requisite_id)
    .executeTakeFirstOrThrow();
  const details = openDetails(core.vault, row);
  const named = await readReferences(tx, evidence.brandId, {
    text: details?.text ?? null,
    ids: details?.ids ?? null,
  });
  return {
    evidence,
    // What named the row's deposit may be unreadable by now.
    references: named.length === 0 && row.reference !== null ? [row.reference] : named,
    transfer: {
      kind: 'transfer',
      providerReference: row.bank_reference,
      accountNumber: details?.accountNumber ?? '',
      paid: { amount: row.amount, currency: row.currency },
      bookedAt: row.booked_at,
      text: details?.text ?? null,
      payerName: details?.payerName ?? null,
      payerAccount: details?.payerAccount ?? null,
    },
    requisite,
    booked: resolveBookingSpan(row.booked_at, requisite.time_zone),
  };
}
