import type { ProviderEvent, StatusOutcome } from '../../connectors/connector.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import { endFollowUp } from '../../ground/sweeps/find-due.ts';
import { publishDeposit } from '../../messages/realtime/publish.ts';
import { askProvider, requestOf } from '../../providers/ask-provider.ts';
import { isOpen } from '../deposits/deposit.machine.ts';
import { moveDeposit } from '../deposits/move-deposit.ts';
import { planNextCheck } from '../deposits/plan-next-check.ts';
import { applyProviderEvent } from './apply-provider-event.ts';
import { recordUnexpected } from './inbox.ts';
import { performOperationsOf } from './wallet-answers.ts';

/** Requests the status of one deposit from the provider and applies it. */
export async function followUpDeposit(core: Core, deposit: Deposit): Promise<void> {
  const isLast = planNextCheck(deposit, core.now()) === null;
  const outcome = await askForStatus(core, deposit);
  // Without a response nothing is known, so nothing ends, not even the follow-up.
  if (outcome.kind === 'error') {
    const fields = { depositId: deposit.id, connector: deposit.connector };
    if (isLast)
      core.log.error(
        fields,
        'the last status request of a deposit has no outcome yet; it will be retried',
      );
    return;
  }
  const changed = await core.db.transaction().execute(async (tx) => {
    const events = outcome.kind === 'known' ? outcome.events : [];
    if (isLast) await endFollowUp(tx, 'deposits', deposit);
    return (await applyStatus(core, tx, deposit, events)) ?? expire(core, tx, deposit);
  });
  if (changed === null) return;
  publishDeposit(core, changed);
  await performOperationsOf(core, { brandId: deposit.brand_id, subjectId: deposit.id });
}

function askForStatus(core: Core, deposit: Deposit): Promise<StatusOutcome> {
  const ref = { depositId: deposit.id, providerReference: deposit.provider_reference };
  return askProvider(core, requestOf(deposit, 'status'), (connector) => connector.status(ref));
}

/** Applies all events that the provider reports of a deposit; null if none changes anything. */
async function applyStatus(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  events: readonly ProviderEvent[],
): Promise<Deposit | null> {
  const evidence = {
    brandId: deposit.brand_id,
    connector: deposit.connector,
    source: 'status request',
    confirmedBy: 'provider' as const,
  };
  let current: Deposit | null = null;
  for (const event of events) {
    // Events of another deposit were not asked for.
    if (event.kind === 'payout' || event.depositId !== deposit.id) continue;
    const { changed, outcome } = await applyProviderEvent(core, tx, evidence, event);
    await recordUnexpected(core, tx, evidence, event, outcome);
    if (changed !== null && !('hold_id' in changed)) current = changed;
  }
  return current;
}

/** Expires a deposit as it is now: its player may have continued it during the status request. */
async function expire(
  core: Core,
  tx: Tx,
  { id, brand_id: brandId }: Deposit,
): Promise<Deposit | null> {
  const deposit = await tx
    .selectFrom('deposits')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (!isOpen(deposit.status) || deposit.expires_at > core.now()) return null;
  return moveDeposit(core, tx, deposit, 'autoCanceled', { reason: 'nobody paid in time' });
}

/**
 * Cancels a deposit at its provider, too. Best effort: the provider's page may stay open, and its
 * events about money still count. If the provider confirms that nobody can pay there any more, the
 * deposit frees the player's limits at once; otherwise it counts until it expires.
 */
export async function cancelAtProvider(core: Core, deposit: Deposit): Promise<void> {
  const ref = { depositId: deposit.id, providerReference: deposit.provider_reference };
  const outcome = await askProvider(core, requestOf(deposit, 'update'), (connector) =>
    connector.cancel(ref),
  );
  if (outcome.kind === 'error') return;
  await followUpDeposit(core, deposit).catch((error: unknown) => {
    core.log.error(
      { depositId: deposit.id, error },
      'the status request of a canceled deposit failed',
    );
  });
}
