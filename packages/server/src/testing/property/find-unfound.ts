import { isSettled } from '../../money/withdrawals/withdrawal.machine.ts';
import { surprising } from '../../providers/evidence.ts';
import { type Books, loadBooks } from './load-books.ts';
import type { World } from './world.ts';

/** A last question comes in this time of its moment: what happens after it nobody asks about. */
const slackMs = 2 * 60_000;

/**
 * A lost notification loses no money: what arrived for a deposit, what was taken back of it and what
 * became of a payout is found by asking, before anything lost is sent again. `askedFrom`: deposits
 * made before may not be asked about any more. Returns what was not found, in words.
 */
export async function findUnfound(world: World, askedFrom: Date): Promise<string[]> {
  const books = await loadBooks(world);
  const { provider } = world;
  const asked = books.deposits.filter(({ created_at }) => created_at > askedFrom);
  const payments = new Map(books.payments.map((row) => [row.provider_payment_id, row]));
  // A provider that doesn't say of which receipt: one of the same amount was given back for it.
  const reversals = new Set([
    ...books.reversals.map((row) => row.provider_reversal_id),
    ...books.payments.map((row) => row.returned_reference),
  ]);
  return [
    ...asked.flatMap(({ id, status }) => {
      // A confirmation that the provider's word has not met yet stands for a receipt.
      const isConfirmed = books.payments.some(
        (row) => row.deposit_id === id && row.confirmed_by === 'operator',
      );
      const receipts = provider.deposits.get(id)?.receipts ?? [];
      const missing = receipts.filter((receipt) => !payments.has(receipt.id));
      return isConfirmed ? [] : missing.map((it) => `receipt ${it.id} (${status}) was never found`);
    }),
    ...asked.flatMap(({ id }) => {
      // What an operator gave back is another story: the provider's word may contradict it.
      const isRefunded = books.reversals.some(
        (row) => row.deposit_id === id && row.confirmed_by === 'operator',
      );
      const taken = isRefunded ? [] : (provider.deposits.get(id)?.reversals ?? []);
      return taken
        .filter((it) => payments.get(it.receiptId)?.status === 'credited' && !reversals.has(it.id))
        .filter((it) => !isListed(world, books, it.id))
        .map((it) => `${it.kind} ${it.id} was never found`);
    }),
    ...books.withdrawals.flatMap(({ id, status }) => {
      const payout = provider.payouts.get(id);
      const hasEnded = payout !== undefined && payout.status !== 'sent';
      const isOpen = !isSettled(status) && status !== 'inReview';
      return hasEnded && isOpen ? [`payout of ${id} (${status}) was never found`] : [];
    }),
    ...books.withdrawals
      .filter(({ updated_at }) => updated_at.getTime() > askedFrom.getTime() + slackMs)
      .flatMap(({ id, status }) => {
        const truth = provider.payouts.get(id)?.status;
        const isPaid = truth === 'completed' || truth === 'returned';
        const isMissed = isPaid && isSettled(status) && status !== truth;
        return isMissed ? [`payout of ${id} (${status}) is ${truth}, which was never found`] : [];
      }),
  ];
}

/** Whether a notification of a reversal waits for a person. */
export function isListed(
  { provider }: World,
  { notifications }: Books,
  reversalId: string,
): boolean {
  return notifications.some(({ notification_id, outcome }) => {
    const event = provider.told.get(notification_id.replace(/ again$/, ''))?.event;
    const isIt = event?.kind === 'reversal' && event.providerReference === reversalId;
    return isIt && surprising.has(outcome ?? '');
  });
}
