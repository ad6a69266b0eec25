import type { ChainSource } from '../../connectors/chain-rail.ts';
import type { Core } from '../../core/core.ts';
import type { ChainPayment } from '../../ground/database/tables/chains.ts';
import type { Applied } from '../../providers/evidence.ts';
import { countConfirmations } from '../addresses/count-confirmations.ts';
import { lockDepositAndPlayer } from '../deposits/load-deposit.ts';
import { reversePayment } from '../provider-events/reversed-receipt.ts';
import { drop } from './drop-payment.ts';
import { forEachPayment } from './for-each-payment.ts';
import { type Lease, lockCursor } from './lease.ts';
import { findReadHash } from './read-blocks.ts';
import { requireAgreement } from './require-agreement.ts';
import { requiredConfirmations, tellOf } from './settle-payments.ts';

/**
 * Decides about payments whose block was reorganised away: once as many blocks as confirm a payment
 * were built without it, one that was credited is taken back, and one that wasn't is dropped. One
 * that waits for a block again is left alone. All nodes that answer must have the blocks without it.
 */
export async function settleUndone(
  core: Core,
  lease: Lease,
  {
    source,
    tipHeight,
    payments,
  }: { source: ChainSource; tipHeight: number; payments: readonly ChainPayment[] },
): Promise<void> {
  const required = requiredConfirmations(lease.chain.rail.blockchain);
  const due = payments.filter(
    ({ undone_at, height, status }) =>
      undone_at !== null &&
      height === null &&
      status !== 'undone' &&
      countConfirmations(tipHeight, undone_at) >= required,
  );
  await forEachPayment(core, due, async (payment) => {
    const { undone_at: height, status, txid } = payment;
    if (source.isPending !== undefined && (await source.isPending(txid))) return;
    const hash = height === null ? null : await findReadHash(core, lease.chain, height);
    if (height !== null && hash !== null)
      await requireAgreement(core, lease.chain, { height, hash });
    if (status === 'settled') await takeBack(core, lease, payment);
    else if (status === 'parked') await forgetBlock(core, lease, payment);
    else await drop(core, lease, payment);
  });
}

async function takeBack(core: Core, lease: Lease, payment: ChainPayment): Promise<void> {
  const { id, brand_id, account, deposit_id, coin, amount, receipt_reference } = payment;
  if (deposit_id === null || coin === null || receipt_reference === null) return;
  const evidence = {
    brandId: brand_id,
    connector: account,
    source: `reorganisation of ${payment.blockchain}`,
    confirmedBy: 'provider' as const,
  };
  const applied = await core.db.transaction().execute(async (tx): Promise<Applied | null> => {
    await lockCursor(tx, lease);
    const deposit = await lockDepositAndPlayer(tx, { brandId: brand_id }, deposit_id);
    if (deposit === undefined) throw new Error(`The deposit ${deposit_id} of a payment is gone`);
    const isLost = await tx
      .selectFrom('chain_payments')
      .select('id')
      .where('brand_id', '=', brand_id)
      .where('id', '=', id)
      .where('status', '=', 'settled')
      .where('height', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (isLost === undefined) return null;
    const reversed = await reversePayment(core, tx, deposit, evidence, {
      reversal: 'reversal',
      amount: { amount, currency: coin },
      paymentReference: receipt_reference,
      providerReference: `${receipt_reference} undone`,
    });
    // The operator's wallet is still asked to credit it: the next run takes it back.
    if (reversed.outcome === 'tooEarly') return null;
    const isTaken = reversed.outcome === 'reversed' || reversed.outcome === 'duplicate';
    if (!isTaken) {
      const fields = { chainPaymentId: id, depositId: deposit_id, outcome: reversed.outcome };
      core.log.error(fields, 'a payment is gone from its chain and could not be taken back');
    }
    // What could not be taken back stays settled, so that the same money is never credited twice.
    await tx
      .updateTable('chain_payments')
      .set({ undone_at: null, ...(isTaken && { status: 'undone' }) })
      .where('brand_id', '=', brand_id)
      .where('id', '=', id)
      .execute();
    return reversed;
  });
  if (applied?.outcome === 'reversed') {
    core.log.error({ chainPaymentId: id, depositId: deposit_id }, 'a credited payment was undone');
  }
  if (applied !== null) await tellOf(core, applied);
}

/** Stops to wait for the block of a payment that is left to the operator anyway. */
async function forgetBlock(
  core: Pick<Core, 'db'>,
  lease: Lease,
  { id, brand_id }: ChainPayment,
): Promise<void> {
  await core.db.transaction().execute(async (tx) => {
    await lockCursor(tx, lease);
    await tx
      .updateTable('chain_payments')
      .set({ undone_at: null })
      .where('brand_id', '=', brand_id)
      .where('id', '=', id)
      .where('height', 'is', null)
      .execute();
  });
}
