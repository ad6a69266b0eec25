import { createHash } from 'node:crypto';
import { type Blockchain, blockchains } from '@kassa/contract';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { ChainPayment } from '../../ground/database/tables/chains.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import type { Applied, Evidence } from '../../providers/evidence.ts';
import { countConfirmations } from '../addresses/count-confirmations.ts';
import { lockDepositAndPlayer } from '../deposits/load-deposit.ts';
import { findConfirmedOfChain } from '../provider-events/confirmed-receipts.ts';
import { cancelElsewhere } from '../provider-events/follow-up-deposit.ts';
import { lockMoney } from '../provider-events/lock-money.ts';
import { receiveApproved } from '../provider-events/receive-approved.ts';
import { performOperationsOf } from '../provider-events/wallet-answers.ts';
import { forEachPayment } from './for-each-payment.ts';
import { type Lease, lockCursor } from './lease.ts';
import { publishPayments } from './publish-payments.ts';
import { requireAgreement } from './require-agreement.ts';

export const requiredConfirmations = (blockchain: Blockchain) =>
  blockchains[blockchain].confirmations;

/**
 * Hands every payment that has its confirmations to the ledger, once. All nodes that answer must have
 * its block.
 * @throws ChainPaused if two nodes have different blocks; ChainError; LeaseLost
 */
export async function settlePayments(
  core: Core,
  lease: Lease,
  { tipHeight, payments }: { tipHeight: number; payments: readonly ChainPayment[] },
): Promise<void> {
  const required = requiredConfirmations(lease.chain.rail.blockchain);
  const due = payments.filter(
    ({ status, height, undone_at }) =>
      status === 'seen' && undone_at === null && countConfirmations(tipHeight, height) >= required,
  );
  const agreed = new Set<number>();
  await forEachPayment(core, due, async (payment) => {
    const { height, block_hash: hash } = payment;
    if (height === null || hash === null) return;
    if (!agreed.has(height)) await requireAgreement(core, lease.chain, { height, hash });
    agreed.add(height);
    await settle(core, lease, payment);
  });
}

/**
 * Names a payment among the receipts of an account: the same transaction may stand on two chains, and
 * pay something else after a reorganisation.
 */
function referenceOf({ blockchain, txid, index, content, round }: ChainPayment): string {
  const mark = createHash('sha256').update(`${blockchain} ${content}`).digest('hex').slice(0, 8);
  return `${txid}:${index}:${mark}${round === 1 ? '' : ` (${round})`}`;
}

function evidenceOf({ brand_id, account, blockchain, height, block_hash }: ChainPayment): Evidence {
  const source = `block ${height} of ${blockchain}, ${block_hash}`;
  return { brandId: brand_id, connector: account, source, confirmedBy: 'provider' };
}

async function settle(core: Core, lease: Lease, payment: ChainPayment): Promise<void> {
  const { id, brand_id, deposit_id, coin, amount, rate, rate_source, seen_at } = payment;
  if (deposit_id === null || coin === null) return;
  const providerReference = referenceOf(payment);
  const applied = await core.db.transaction().execute(async (tx) => {
    await lockCursor(tx, lease);
    const money = { amount, currency: coin };
    await lockMoney(tx, { brandId: brand_id, account: payment.account, ...money });
    const deposit = await lockDepositAndPlayer(tx, { brandId: brand_id }, deposit_id);
    if (deposit === undefined) throw new Error(`The deposit ${deposit_id} of a payment is gone`);
    const ofPayment = tx
      .updateTable('chain_payments')
      .where('brand_id', '=', brand_id)
      .where('id', '=', id);
    if (await isConfirmedElsewhere(tx, payment)) {
      const parked = await ofPayment
        .set({ status: 'parked', because: 'perhapsKnown', receipt_reference: null })
        .where('status', '=', 'seen')
        .where('block_hash', '=', payment.block_hash)
        .returning('id')
        .executeTakeFirst();
      if (parked !== undefined) {
        core.log.warn({ chainPaymentId: id, depositId: deposit_id }, 'a payment may be known');
      }
      return null;
    }
    const taken = await ofPayment
      .set({ status: 'settled', settled_at: core.now(), receipt_reference: providerReference })
      .where('status', '=', 'seen')
      .where('block_hash', '=', payment.block_hash)
      .returning('id')
      .executeTakeFirst();
    if (taken === undefined) return null;
    const received = await receiveApproved(core, tx, deposit, evidenceOf(payment), {
      providerReference,
      paid: money,
      fee: null,
      rate: rate === null ? null : { rate, rateSource: rate_source ?? '' },
      seenAt: seen_at,
    });
    if (received.outcome !== 'conflicting') return received;
    core.log.error(
      { chainPaymentId: id, depositId: deposit_id },
      'a payment contradicts a receipt',
    );
    await ofPayment
      .set({ status: 'parked', because: 'conflicting', receipt_reference: null })
      .execute();
    return received;
  });
  if (applied !== null) await tellOf(core, applied);
}

/** Whether an operator has confirmed the same money for another deposit, and nobody said that it is other money. */
async function isConfirmedElsewhere(tx: Tx, payment: ChainPayment): Promise<boolean> {
  const receipts = await findConfirmedOfChain(tx, payment);
  return receipts.some(({ deposit_id }) => deposit_id !== payment.deposit_id);
}

/** Pushes what a payment has changed, and asks the operator's wallet, after the commit. */
export async function tellOf(core: Core, { changed, isOpenElsewhere }: Applied): Promise<void> {
  if (changed === null) return;
  const deposit = changed as Deposit;
  await publishPayments(core, [deposit]);
  await performOperationsOf(core, { brandId: deposit.brand_id, subjectId: deposit.id });
  if (isOpenElsewhere) await cancelElsewhere(core, deposit);
}
