import { sql } from 'kysely';
import type { Core } from '../core.ts';
import { publish } from '../deposits/publish.ts';
import { loadExternalId } from '../players/load-external-id.ts';
import { finishOperation } from './finish-operation.ts';
import type { Operation } from './mark-answered.ts';
import type { RemoteWallet, WalletAnswer } from './wallet-port.ts';

const batchSize = 20;
const firstPauseMs = 2_000;
const longestPauseMs = 15 * 60_000;
/** Until then an operation is left to the process that took it: longer than a wallet is waited for. */
const leaseMs = 30_000;

/**
 * Asks the operators' wallets for everything that waits, oldest first: right after a commit, and by
 * the sweep for what a crash or an unknown answer left. The same transfer is asked for until there
 * is an answer. Any number of processes may run it at once. Returns how many were asked for.
 */
export async function performDueOperations(core: Core): Promise<number> {
  const due = await claimDue(core);
  await Promise.all(
    due.map((operation) =>
      perform(core, operation).catch((error: unknown) => {
        // Its next attempt is already set.
        core.log.error({ transferId: operation.id, error }, 'a wallet operation failed');
      }),
    ),
  );
  return due.length;
}

/** Takes due operations by moving their next attempt on; a crash only delays them. */
async function claimDue(core: Core): Promise<Operation[]> {
  const isNeeded = [...core.brands.keys()].some((id) => core.walletOf(id).remote !== null);
  if (!isNeeded) return [];
  const now = core.now();
  const { rows } = await sql<Operation>`
    update wallet_operations set next_attempt_at = ${new Date(now.getTime() + leaseMs)},
      attempts = attempts + 1, updated_at = ${now}
    where id in (
      select id from wallet_operations o where status = 'pending' and next_attempt_at <= ${now}
        -- The hold itself comes before what is done with it.
        and not exists (
          select 1 from wallet_operations h where h.id = o.hold_id and h.status = 'pending')
      order by next_attempt_at limit ${batchSize} for update skip locked)
    returning *`.execute(core.db);
  return rows;
}

async function perform(core: Core, operation: Operation): Promise<void> {
  const wallet = core.walletOf(operation.brand_id).remote;
  if (wallet === null) throw new Error(`${operation.brand_id} has no wallet of its own any more`);
  const externalId = await loadExternalId(core.db, {
    brandId: operation.brand_id,
    playerId: operation.player_id,
  });
  const answer = await ask(wallet, operation, externalId);
  if (answer.kind === 'unknown') {
    await postpone(core, operation, answer.detail);
    return;
  }
  const changed = await core.db
    .transaction()
    .execute((tx) => finishOperation(core, tx, operation, answer));
  if (changed !== null) publish(core, changed);
}

function ask(
  wallet: RemoteWallet,
  operation: Operation,
  externalId: string,
): Promise<WalletAnswer> {
  const { id, brand_id: brandId, amount, currency, hold_id: holdId, kind } = operation;
  const subjectId = operation.deposit_id ?? operation.withdrawal_id ?? operation.reversal_id ?? id;
  const request = { transferId: id, brandId, externalId, money: { amount, currency }, subjectId };
  if (kind === 'credit' || kind === 'hold') return wallet[kind](request);
  if (holdId === null) throw new Error(`Operation ${id} has no hold`);
  return wallet[kind]({ ...request, holdId });
}

/** Nobody knows whether it was done: the same transfer is asked for again, ever more seldom. */
async function postpone(core: Core, operation: Operation, detail: string): Promise<void> {
  core.log.warn({ transferId: operation.id, detail }, 'a wallet gave no clear answer');
  const pauseMs = Math.min(firstPauseMs * 2 ** operation.attempts, longestPauseMs);
  await core.db
    .updateTable('wallet_operations')
    .set({ next_attempt_at: new Date(core.now().getTime() + pauseMs), detail })
    .where('brand_id', '=', operation.brand_id)
    .where('id', '=', operation.id)
    .where('status', '=', 'pending')
    .execute();
}
