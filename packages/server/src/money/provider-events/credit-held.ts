import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { BankTransfer } from '../../ground/database/tables/requisites.ts';
import type { Applied, Evidence } from '../../providers/evidence.ts';
import { resolveBookingSpan } from './booking-span.ts';
import { isHeld } from './held-transfers.ts';
import { lockMoney } from './lock-money.ts';
import { credit, findMatch } from './receive-transfer.ts';
import type { Report } from './record-transfer.ts';
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
  const found = await loadTransfer(tx, evidence.brandId, transferId);
  if (!isHeld(found)) return null;
  const report = await buildReport(core, tx, evidence, found);
  // In the order of other reports: the money, then the row.
  const { brandId, connector: account } = evidence;
  await lockMoney(tx, { brandId, account, amount: found.amount, currency: found.currency });
  const row = await loadTransfer(tx, evidence.brandId, transferId, true);
  if (!isHeld(row)) return null;
  // What a notification left in review was named by the line.
  const named = { ...row, because: null };
  const first = row.source === 'notification' ? named : undefined;
  const match = await findMatch(core, tx, report, first);
  // Another source may have reported the money since the line was held.
  const isDoubtful = match.kind === 'deposit' && (await resemblesOther(core, tx, row));
  if (match.kind === 'deposit' && !isDoubtful) {
    const applied = await credit(core, tx, evidence, row, match);
    if (applied.outcome !== 'review') return applied;
  }
  const doubt = isDoubtful ? 'perhapsKnown' : 'conflicting';
  await tx
    .updateTable('bank_transfers')
    .set(
      match.kind === 'review'
        ? { because: match.because, proposed_deposit_id: match.proposed }
        : { because: doubt, proposed_deposit_id: match.depositId },
    )
    .where('brand_id', '=', brandId)
    .where('id', '=', transferId)
    .execute();
  return { outcome: 'review', changed: null };
}

function loadTransfer(
  db: Db | Tx,
  brandId: string,
  transferId: string,
  isLocked = false,
): Promise<BankTransfer> {
  return db
    .selectFrom('bank_transfers')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('id', '=', transferId)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirstOrThrow();
}

/** Builds the report again from which the transfer was stored. */
async function buildReport(
  core: Core,
  tx: Tx,
  evidence: Evidence,
  row: BankTransfer,
): Promise<Report> {
  const requisite = await tx
    .selectFrom('requisites')
    .selectAll()
    .where('brand_id', '=', evidence.brandId)
    .where('id', '=', row.requisite_id)
    .executeTakeFirstOrThrow();
  const details = openDetails(core.vault, row);
  return {
    evidence,
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
    origin: { source: 'notification' },
    requisite,
    booked: resolveBookingSpan(row.booked_at, requisite.time_zone),
  };
}
