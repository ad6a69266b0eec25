import { type Blockchain, blockchains } from '@kassa/contract';
import { ChainError, type ChainSource } from '../../connectors/chain-rail.ts';
import type { Core } from '../../core/core.ts';
import type { ChainPayment } from '../../ground/database/tables/chains.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import type { Evidence } from '../../providers/evidence.ts';
import { lockDepositAndPlayer } from '../deposits/load-deposit.ts';
import { cancelElsewhere } from '../provider-events/follow-up-deposit.ts';
import { receiveApproved } from '../provider-events/receive-approved.ts';
import { reversePayment } from '../provider-events/reversed-receipt.ts';
import { performOperationsOf } from '../provider-events/wallet-answers.ts';
import { type Lease, lockCursor, placeOf, type WatchedChain } from './lease.ts';
import { ChainPaused } from './pause.ts';
import { publishPayments } from './publish-payments.ts';

/** The number of blocks that confirm a payment of a height: its own block is the first. */
export function countConfirmations(tipHeight: number | null, height: number | null): number {
  return tipHeight === null || height === null ? 0 : Math.max(tipHeight - height + 1, 0);
}

export const requiredConfirmations = (blockchain: Blockchain) =>
  blockchains[blockchain].confirmations;

/** What a run knows of the chain. */
interface Reading {
  lease: Lease;
  source: ChainSource;
  tipHeight: number;
}

/**
 * Hands every payment that has its confirmations to the ledger, once. All nodes that answer must have
 * its block.
 * @throws ChainPaused if two nodes have different blocks; ChainError; LeaseLost
 */
export async function settlePayments(
  core: Core,
  { lease, tipHeight }: Reading,
  payments: readonly ChainPayment[],
): Promise<void> {
  const { blockchain } = lease.chain.rail;
  const due = payments.filter(
    ({ status, height, undone_at }) =>
      status === 'seen' &&
      undone_at === null &&
      countConfirmations(tipHeight, height) >= requiredConfirmations(blockchain),
  );
  const agreed = new Set<number>();
  for (const payment of due) {
    const { height, block_hash: hash } = payment;
    if (height === null || hash === null) continue;
    if (!agreed.has(height)) await requireAgreement(core, lease.chain, { height, hash });
    agreed.add(height);
    await settle(core, lease, payment);
  }
}

/**
 * Requires all nodes that answer to have a block. A node that can't be reached says nothing: the
 * others are believed, as they are where the operator has only one.
 */
async function requireAgreement(
  core: Core,
  chain: WatchedChain,
  { height, hash }: { height: number; hash: string },
): Promise<void> {
  let answers = 0;
  for (const source of chain.rail.sources) {
    let found: string | null;
    try {
      found = await source.hashAt(height);
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
      const { reason, message } = error;
      core.log.warn({ ...placeOf(chain), host: source.host, reason, message }, 'a node fails');
      continue;
    }
    if (found === null) continue;
    answers += 1;
    if (found === hash) continue;
    const detail = `${source.host} has another block at ${height} than the one that was read`;
    throw new ChainPaused('nodesDisagree', detail);
  }
  if (answers === 0) throw new ChainError('unavailable', `no node has block ${height} now`);
}

/** Names a payment among the receipts of an account. */
function referenceOf({ txid, index, round }: ChainPayment): string {
  return round === 1 ? `${txid}:${index}` : `${txid}:${index} (${round})`;
}

function evidenceOf({ brand_id, account, blockchain, height, block_hash }: ChainPayment): Evidence {
  const source = `block ${height} of ${blockchain}, ${block_hash}`;
  return { brandId: brand_id, connector: account, source, confirmedBy: 'provider' };
}

async function settle(core: Core, lease: Lease, payment: ChainPayment): Promise<void> {
  const { id, brand_id, deposit_id, coin, amount, rate, rate_source } = payment;
  if (deposit_id === null || coin === null) return;
  const evidence = evidenceOf(payment);
  const applied = await core.db.transaction().execute(async (tx) => {
    await lockCursor(tx, lease);
    const deposit = await lockDepositAndPlayer(tx, { brandId: brand_id }, deposit_id);
    if (deposit === undefined) throw new Error(`The deposit ${deposit_id} of a payment is gone`);
    const taken = await tx
      .updateTable('chain_payments')
      .set({
        status: 'settled',
        settled_at: core.now(),
        receipt_reference: referenceOf(payment),
      })
      .where('brand_id', '=', brand_id)
      .where('id', '=', id)
      .where('status', '=', 'seen')
      .where('block_hash', '=', payment.block_hash)
      .returning('id')
      .executeTakeFirst();
    if (taken === undefined) return null;
    return receiveApproved(core, tx, deposit, evidence, {
      providerReference: referenceOf(payment),
      paid: { amount, currency: coin },
      fee: null,
      rate: rate === null ? null : { rate, rateSource: rate_source ?? '' },
    });
  });
  if (applied === null) return;
  if (applied.outcome === 'conflicting') {
    core.log.error({ chainPaymentId: id, depositId: deposit_id }, 'a payment contradicts another');
  }
  const changed = applied.changed as Deposit | null;
  if (changed === null) return;
  await publishPayments(core, [changed]);
  await performOperationsOf(core, { brandId: brand_id, subjectId: changed.id });
  if (applied.isOpenElsewhere) await cancelElsewhere(core, changed);
}

/**
 * Decides about payments whose block was reorganised away: once as many blocks as confirm a payment
 * were built without it, one that was credited is taken back, and one that wasn't is dropped. One
 * that waits for a block again is left alone.
 */
export async function settleUndone(
  core: Core,
  { lease, source, tipHeight }: Reading,
  payments: readonly ChainPayment[],
): Promise<void> {
  const { blockchain } = lease.chain.rail;
  for (const payment of payments) {
    const { undone_at, height, status, txid } = payment;
    if (undone_at === null || height !== null || status === 'undone') continue;
    if (countConfirmations(tipHeight, undone_at) < requiredConfirmations(blockchain)) continue;
    if (source.isPending !== undefined && (await source.isPending(txid))) continue;
    if (status === 'settled') await takeBack(core, lease, payment);
    else await drop(core, lease, payment);
  }
}

async function takeBack(core: Core, lease: Lease, payment: ChainPayment): Promise<void> {
  const { id, brand_id, deposit_id, coin, amount } = payment;
  if (deposit_id === null || coin === null) return;
  const reference = referenceOf(payment);
  const applied = await core.db.transaction().execute(async (tx) => {
    await lockCursor(tx, lease);
    const deposit = await lockDepositAndPlayer(tx, { brandId: brand_id }, deposit_id);
    if (deposit === undefined) throw new Error(`The deposit ${deposit_id} of a payment is gone`);
    const evidence = { ...evidenceOf(payment), source: `reorganisation of ${payment.blockchain}` };
    const reversed = await reversePayment(core, tx, deposit, evidence, {
      reversal: 'reversal',
      amount: { amount, currency: coin },
      paymentReference: reference,
      providerReference: `${reference} undone`,
    });
    // The operator's wallet is still asked to credit it: the next run takes it back.
    if (reversed.outcome === 'tooEarly') return null;
    await tx
      .updateTable('chain_payments')
      .set({ status: 'undone', undone_at: null })
      .where('brand_id', '=', brand_id)
      .where('id', '=', id)
      .where('status', '=', 'settled')
      .execute();
    return reversed;
  });
  if (applied === null) return;
  core.log.error({ chainPaymentId: id, depositId: deposit_id }, 'a credited payment was undone');
  const changed = applied.changed as Deposit | null;
  if (changed === null) return;
  await publishPayments(core, [changed]);
  await performOperationsOf(core, { brandId: brand_id, subjectId: changed.id });
}

/** Marks a payment as gone: no block has it, and it waits for none. */
export async function drop(
  core: Pick<Core, 'db'>,
  lease: Lease,
  { id, brand_id }: ChainPayment,
  replacedBy: string | null = null,
): Promise<void> {
  await core.db.transaction().execute(async (tx) => {
    await lockCursor(tx, lease);
    await tx
      .updateTable('chain_payments')
      .set({
        status: replacedBy === null ? 'dropped' : 'replaced',
        replaced_by: replacedBy,
        undone_at: null,
      })
      .where('brand_id', '=', brand_id)
      .where('id', '=', id)
      .where('status', '=', 'seen')
      .where('height', 'is', null)
      .execute();
  });
}
