import type { PaymentInstrument } from '../../connectors/provider-event.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import type { BankTransfer, MatchedBy } from '../../ground/database/tables/requisites.ts';
import { isErased } from '../../players/player-row.ts';
import type { Applied, Evidence, Outcome } from '../../providers/evidence.ts';
import { rememberPayer } from './known-payers.ts';
import { receiveApproved } from './receive-approved.ts';
import { openDetails } from './transfer-details.ts';

/** The outcomes of money that belongs to its deposit from now on. */
const settled: ReadonlySet<Outcome> = new Set(['credited', 'parked', 'duplicate']);

/**
 * Credits a transfer to its deposit by the rules of every receipt, and records the deposit. A
 * transfer that an operator has confirmed before is that receipt (`duplicate`). One that contradicts
 * another receipt stays in review. The payer of what is credited is remembered. The caller has locked the
 * transfer, then deposit and player.
 */
export async function creditTransfer(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  evidence: Evidence,
  transfer: BankTransfer,
  by: MatchedBy,
): Promise<Applied> {
  const { id, brand_id: brandId, amount, currency } = transfer;
  const details = openDetails(core.vault, transfer);
  const payerName = details?.payerName ?? null;
  const applied = await receiveApproved(core, tx, deposit, evidence, {
    // The bank has a reference of its own for each source.
    providerReference: id,
    paid: { amount, currency },
    fee: null,
    instrument: payerName === null ? null : toInstrument(payerName),
  });
  if (!settled.has(applied.outcome)) return applied;
  const hasForgotten = await isErased(tx, { brandId, playerId: deposit.player_id });
  await tx
    .updateTable('bank_transfers')
    .set({
      status: 'matched',
      matched_by: by,
      deposit_id: deposit.id,
      ...(hasForgotten && { details_sealed: null }),
    })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where('status', '=', 'review')
    .execute();
  // Who uploads a file may have typed the payer.
  const isPayerProven = evidence.uploadedBy == null || by === 'operator';
  if (applied.outcome === 'credited' && details !== null && isPayerProven && !hasForgotten) {
    await rememberPayer(core, tx, deposit, details);
  }
  return { ...applied, depositId: deposit.id };
}

/** A bank names the payer; it doesn't say what kind of account theirs is. */
const toInstrument = (payerName: string): PaymentInstrument => ({
  kind: 'other',
  token: null,
  masked: null,
  payerName,
});
