import type { ChainSource, ChainSpend } from '../../connectors/chain-rail.ts';
import type { Core } from '../../core/core.ts';
import type { ChainPayment } from '../../ground/database/tables/chains.ts';
import { drop } from './drop-payment.ts';
import type { Lease } from './lease.ts';
import { findPayments, recordPending } from './record-transfers.ts';

/**
 * Which transaction was first seen to spend an output, for the outputs that pay the operator's
 * addresses and are in no block yet: another transaction that spends one of them replaces it. It
 * lives as long as its process reads the chain; after a restart the node tells everything again.
 */
export class PendingSpends {
  readonly #spentBy = new Map<string, string>();
  readonly #replacedBy = new Map<string, string>();

  /** Notes what new transactions spend. */
  note(spends: readonly ChainSpend[], watched: ReadonlySet<string>): void {
    for (const { txid, index, spentBy } of spends) {
      const output = `${txid}:${index}`;
      const first = this.#spentBy.get(output);
      if (first !== undefined && first !== spentBy) this.#replacedBy.set(first, spentBy);
      if (watched.has(spentBy)) this.#spentBy.set(output, spentBy);
    }
  }

  /** Returns the transaction that replaced another one. */
  replacementOf(txid: string): string | null {
    return this.#replacedBy.get(txid) ?? null;
  }

  /** Forgets the transactions that are no longer waited for. */
  keepOnly(watched: ReadonlySet<string>): void {
    for (const [output, txid] of this.#spentBy) {
      if (!watched.has(txid)) this.#spentBy.delete(output);
    }
    for (const txid of this.#replacedBy.keys()) {
      if (!watched.has(txid)) this.#replacedBy.delete(txid);
    }
  }
}

/** Records the payments of transactions that are in no block yet. */
export async function readPending(
  core: Core,
  lease: Lease,
  source: ChainSource,
  spends: PendingSpends,
): Promise<void> {
  if (source.pending === undefined) return;
  const { transfers, spends: spent } = await source.pending();
  const placed = transfers.map((transfer) => ({ transfer, block: null }));
  const rows = await findPayments(core, lease.chain, { placed, spends: spent }, source.hasMoved);
  spends.note(spent, new Set(rows.map(({ txid }) => txid)));
  await recordPending(core, lease, rows);
}

/**
 * Marks payments as replaced or dropped that wait for a block no longer. The caller has read all
 * blocks up to `tipHash`: one that came meanwhile may have them, and nothing is decided then.
 */
export async function dropVanished(
  core: Core,
  lease: Lease,
  source: ChainSource,
  {
    payments,
    spends,
    tipHash,
  }: { payments: readonly ChainPayment[]; spends: PendingSpends; tipHash: string },
): Promise<ChainPayment[]> {
  const { isPending } = source;
  const waiting = payments.filter(
    ({ status, height, undone_at }) => status === 'seen' && height === null && undone_at === null,
  );
  spends.keepOnly(new Set(waiting.map(({ txid }) => txid)));
  if (isPending === undefined) return [];
  const gone: ChainPayment[] = [];
  for (const payment of waiting) if (!(await isPending(payment.txid))) gone.push(payment);
  if (gone.length === 0 || (await source.tip()).hash !== tipHash) return [];
  for (const payment of gone) await drop(core, lease, payment, spends.replacementOf(payment.txid));
  return gone;
}
