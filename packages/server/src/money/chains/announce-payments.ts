import type { Core } from '../../core/core.ts';
import type { ChainPayment } from '../../ground/database/tables/chains.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import { lockDepositAndPlayer } from '../deposits/load-deposit.ts';
import { moveDeposit } from '../deposits/move-deposit.ts';
import { publishPayments } from './publish-payments.ts';

/**
 * How long a deposit stays open after its payment was seen: a fee that is too low keeps a payment
 * waiting for a block.
 */
const openForMs = 72 * 3600_000;

/**
 * Keeps the deposits of seen payments from expiring, and pushes the state of their payments to the
 * players.
 */
export async function announcePayments(
  core: Core,
  brandId: string,
  payments: readonly ChainPayment[],
): Promise<void> {
  const ids = [...new Set(payments.flatMap(({ deposit_id }) => deposit_id ?? []))];
  if (ids.length === 0) return;
  const deposits = await core.db
    .selectFrom('deposits')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('id', 'in', ids)
    .execute();
  const expected = new Set(
    payments.filter(({ status }) => status === 'seen').map(({ deposit_id }) => deposit_id),
  );
  const changed: Deposit[] = [];
  for (const deposit of deposits) {
    const isNew = deposit.status === 'awaitingPlayer' && expected.has(deposit.id);
    changed.push((isNew && (await keepOpen(core, deposit))) || deposit);
  }
  await publishPayments(core, changed);
}

async function keepOpen(core: Core, { id, brand_id }: Deposit): Promise<Deposit | null> {
  return core.db.transaction().execute(async (tx) => {
    const deposit = await lockDepositAndPlayer(tx, { brandId: brand_id }, id);
    if (deposit?.status !== 'awaitingPlayer') return null;
    return moveDeposit(core, tx, deposit, 'awaitingConfirmation', {
      reason: 'a payment was seen on the chain',
      changes: { expires_at: new Date(core.now().getTime() + openForMs) },
    });
  });
}
