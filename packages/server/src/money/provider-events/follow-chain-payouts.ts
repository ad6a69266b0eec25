import { sql } from 'kysely';
import type { ProviderPayout } from '../../connectors/provider-event.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { ChainPayout } from '../../ground/database/tables/chain-payouts.ts';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';
import { publishWithdrawal } from '../../messages/realtime/publish.ts';
import type { Applied } from '../../providers/evidence.ts';
import { loadPayout } from '../chain-payouts/load-payout.ts';
import { type LookOutcome, lookAtPayout } from '../chain-payouts/look-at-payout.ts';
import { lookEveryMs } from '../chain-payouts/take-place.ts';
import { bookFee } from '../ledger/fees.ts';
import { isSettled } from '../states/withdrawal.machine.ts';
import { lockWithdrawal } from '../withdrawals/load-withdrawal.ts';
import { applyPayout } from './apply-payout.ts';
import { recordUnexpected } from './inbox.ts';
import { leaveDisplaced, nameTransaction, payOnChain } from './pay-on-chain.ts';
import { performOperationsOf } from './wallet-answers.ts';

/** The most payouts of one run that are looked at, in parallel. */
const batchSize = 20;

/**
 * Looks at every payout on a chain that is due, until it is confirmed. Any number of processes may
 * run it in parallel. Returns the number of payouts.
 */
export async function followChainPayouts(core: Core): Promise<number> {
  const due = await claimDue(core);
  await Promise.all(
    due.map((payout) =>
      followOne(core, payout).catch((error: unknown) => {
        const fields = { withdrawalId: payout.withdrawal_id, error };
        core.log.error(fields, 'following up a payout on a chain failed');
      }),
    ),
  );
  return due.length;
}

/** Claims due payouts by setting the time of their next look. */
async function claimDue(core: Core): Promise<ChainPayout[]> {
  const now = core.now();
  const { rows } = await sql<ChainPayout>`
    update chain_payouts set next_look_at = ${new Date(now.getTime() + lookEveryMs)}
    where withdrawal_id in (
      select withdrawal_id from chain_payouts
      where status in ('reserved', 'signed') and next_look_at <= ${now}
      order by next_look_at limit ${batchSize}
      for update skip locked)
    returning *`.execute(core.db);
  return rows;
}

async function followOne(core: Core, payout: ChainPayout): Promise<void> {
  const withdrawal = await core.db
    .selectFrom('withdrawals')
    .selectAll()
    .where('brand_id', '=', payout.brand_id)
    .where('id', '=', payout.withdrawal_id)
    .executeTakeFirstOrThrow();
  const changed = await followWithdrawal(core, withdrawal, payout);
  if (changed === null) return;
  publishWithdrawal(core, changed);
  await performOperationsOf(core, { brandId: changed.brand_id, subjectId: changed.id });
}

/**
 * Goes on with the payout of a withdrawal on a chain. Returns the withdrawal if its player sees
 * anything new.
 */
export async function followOnChain(
  core: Core,
  withdrawal: Withdrawal,
): Promise<Withdrawal | null> {
  const payout = await loadPayout(core.db, withdrawal);
  if (payout !== undefined) return followWithdrawal(core, withdrawal, payout);
  return withdrawal.status === 'sending' ? payOnChain(core, withdrawal) : null;
}

async function followWithdrawal(
  core: Core,
  withdrawal: Withdrawal,
  payout: ChainPayout,
): Promise<Withdrawal | null> {
  if (payout.status === 'reserved' && isSettled(withdrawal.status)) {
    await forget(core, payout);
    return null;
  }
  const sent = withdrawal.status === 'sending' ? await payOnChain(core, withdrawal) : null;
  const current = sent ?? withdrawal;
  const signed = await loadPayout(core.db, current);
  if (signed?.status !== 'signed') return sent;
  const outcome = await lookAtPayout(core, current, signed);
  if (outcome.kind === 'open') return outcome.isChanged ? current : sent;
  return (await settle(core, signed, outcome)) ?? sent;
}

/** An operator has decided about a withdrawal whose payout has nothing signed that could be sent. */
async function forget(core: Core, { withdrawal_id }: ChainPayout): Promise<void> {
  await core.db
    .deleteFrom('chain_payouts')
    .where('withdrawal_id', '=', withdrawal_id)
    .where('status', '=', 'reserved')
    .execute();
}

/** Hands a payout that is decided to the ledger, once. */
function settle(
  core: Core,
  payout: ChainPayout,
  outcome: Exclude<LookOutcome, { kind: 'open' }>,
): Promise<Withdrawal | null> {
  return core.db.transaction().execute(async (tx) => {
    const withdrawal = await lockWithdrawal(tx, payout.brand_id, payout.withdrawal_id);
    if (withdrawal === undefined) return null;
    const isOwn = await markSettled(core, tx, payout, outcome);
    if (!isOwn) return null;
    if (outcome.kind === 'confirmed') return applyConfirmed(core, tx, withdrawal, payout, outcome);
    core.log.error({ withdrawalId: withdrawal.id }, 'a payout on a chain was displaced');
    return leaveDisplaced(core, tx, withdrawal, outcome.detail);
  });
}

async function markSettled(
  core: Core,
  tx: Tx,
  { withdrawal_id }: ChainPayout,
  outcome: Exclude<LookOutcome, { kind: 'open' }>,
): Promise<boolean> {
  const ended = outcome.kind === 'confirmed' && outcome.moved === null ? 'failed' : outcome.kind;
  const settled = await tx
    .updateTable('chain_payouts')
    .set({ status: ended, settled_at: core.now() })
    .where('withdrawal_id', '=', withdrawal_id)
    .where('status', '=', 'signed')
    .returning('withdrawal_id')
    .executeTakeFirst();
  // What a displaced payout was to spend is free again, but for what the other one has spent.
  if (settled !== undefined && ended === 'displaced') {
    await tx.deleteFrom('chain_payout_inputs').where('withdrawal_id', '=', withdrawal_id).execute();
  }
  return settled !== undefined;
}

async function applyConfirmed(
  core: Core,
  tx: Tx,
  withdrawal: Withdrawal,
  { blockchain }: ChainPayout,
  { txid, height, blockHash, moved, fee }: Extract<LookOutcome, { kind: 'confirmed' }>,
): Promise<Withdrawal | null> {
  const { brand_id: brandId, connector } = withdrawal;
  await nameTransaction(tx, withdrawal, txid);
  const evidence = {
    brandId,
    connector,
    source: `block ${height} of ${blockchain}, ${blockHash}`,
    confirmedBy: 'provider' as const,
  };
  const payout: ProviderPayout = {
    kind: 'payout',
    providerReference: txid,
    withdrawalId: withdrawal.id,
    status: moved === null ? 'failed' : 'completed',
    paid: moved,
    fee: moved === null ? null : fee,
  };
  // The network takes its fee for a payment that failed, too.
  if (moved === null) {
    const reason = `the fee of the failed transaction ${txid}`;
    await bookFee(tx, { brandId, connector, withdrawalId: withdrawal.id, money: fee, reason });
  }
  // It is confirmed once only: a withdrawal that is `returned` before was declared so by a mistake.
  const { changed, outcome }: Applied =
    withdrawal.status === 'returned' && moved !== null
      ? { changed: null, outcome: 'contradicting' }
      : await applyPayout(core, tx, evidence, payout);
  await recordUnexpected(core, tx, evidence, payout, outcome);
  return changed !== null && 'hold_id' in changed ? changed : null;
}
