import type { CancelOutcome } from '../../connectors/connector.ts';
import type { StatusOutcome } from '../../connectors/connector-outcome.ts';
import type { ProviderEvent } from '../../connectors/provider-event.ts';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import { retryDeadlock } from '../../ground/database/retry-deadlock.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import { endFollowUp } from '../../ground/sweeps/find-due.ts';
import { publishDeposit } from '../../messages/realtime/publish.ts';
import { askProvider, requestOf } from '../../providers/ask-provider.ts';
import {
  endDeposit,
  endLateWindow,
  isCancelDue,
  isCreationOutstanding,
  recordCancel,
} from '../deposits/end-deposit.ts';
import { planNextCheck } from '../deposits/plan-next-check.ts';
import { isOpen } from '../states/deposit.machine.ts';
import { applyProviderEvent } from './apply-provider-event.ts';
import { endIfForbidden } from './end-if-forbidden.ts';
import { recordUnexpected } from './inbox.ts';
import { performOperationsOf } from './wallet-answers.ts';

/**
 * Follows up one deposit: ends it if its player may no longer pay, asks its provider to cancel it if
 * that is due, and applies the status that the provider reports.
 */
export async function followUpDeposit(core: Core, claimed: Deposit): Promise<void> {
  const deposit = (await endIfForbidden(core, claimed)) ?? claimed;
  if (isCancelDue(deposit, core.now())) await askToCancel(core, deposit);
  await applyStatusOf(core, deposit);
}

/** Requests the status of a deposit from its providers and applies it. */
async function applyStatusOf(core: Core, deposit: Deposit): Promise<void> {
  const askedAt = core.now();
  const isLast = planNextCheck(deposit, askedAt) === null;
  const isKnownElsewhere = await applyStatusElsewhere(core, deposit);
  const outcome = await askForStatus(core, deposit);
  // Without a response nothing is known, so nothing ends, not even the follow-up.
  if (isLast && (outcome.kind === 'error' || !isKnownElsewhere)) {
    core.log.error(
      { depositId: deposit.id, connector: deposit.connector },
      'the last status request of a deposit has no outcome yet; it will be retried',
    );
  }
  if (outcome.kind === 'error') return;
  const apply = async (tx: Tx): Promise<Deposit | null> => {
    if (isLast && isKnownElsewhere) await endFollowUp(tx, 'deposits', deposit);
    if (outcome.kind === 'absent') return expire(core, tx, deposit, { absentAt: askedAt });
    const moved = await applyStatus(core, tx, deposit, outcome.events);
    return moved ?? expire(core, tx, deposit, { absentAt: null });
  };
  const changed = await retryDeadlock(() => core.db.transaction().execute(apply));
  if (changed === null) return;
  await announce(core, changed);
  const hasExpired = changed.status === 'autoCanceled' && outcome.kind === 'known';
  if (hasExpired) await cancelAtProvider(core, changed);
}

/**
 * Requests the status from the other accounts where money of the deposit arrived, and applies it: a
 * chargeback is reported where the money is. Returns false if one gave no response.
 */
async function applyStatusElsewhere(core: Core, deposit: Deposit): Promise<boolean> {
  if (deposit.attempt === 1) return true;
  const accounts = await listOtherAccounts(core.db, deposit);
  let isKnown = true;
  for (const connector of accounts) {
    // The provider's reference is that of the attempt under way.
    const there = { ...deposit, connector, provider_reference: null };
    const outcome = await askForStatus(core, there);
    isKnown &&= outcome.kind !== 'error';
    if (outcome.kind !== 'known') continue;
    const apply = (tx: Tx) => applyStatus(core, tx, there, outcome.events);
    const changed = await retryDeadlock(() => core.db.transaction().execute(apply));
    if (changed !== null) await announce(core, changed);
  }
  return isKnown;
}

/** Lists the accounts that have receipts of a deposit, but for that of the attempt under way. */
async function listOtherAccounts(db: Db, { brand_id, id, connector }: Deposit): Promise<string[]> {
  const rows = await db
    .selectFrom('payments')
    .select('connector')
    .distinct()
    .where('brand_id', '=', brand_id)
    .where('deposit_id', '=', id)
    .where('connector', '<>', connector)
    .orderBy('connector')
    .execute();
  return rows.map((row) => row.connector);
}

async function announce(core: Core, changed: Deposit): Promise<void> {
  publishDeposit(core, changed);
  await performOperationsOf(core, { brandId: changed.brand_id, subjectId: changed.id });
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
    if (!('depositId' in event) || event.depositId !== deposit.id) continue;
    const { changed, outcome } = await applyProviderEvent(core, tx, evidence, event);
    await recordUnexpected(core, tx, evidence, event, outcome);
    if (changed !== null && !('hold_id' in changed)) current = changed;
  }
  return current;
}

/**
 * Expires a deposit as it is now: its player may have continued it during the status request.
 * `absentAt`: the time at which the provider didn't know it, if it doesn't, so that nobody can pay.
 */
async function expire(
  core: Core,
  tx: Tx,
  asked: Deposit,
  { absentAt }: { absentAt: Date | null },
): Promise<Deposit | null> {
  const deposit = await tx
    .selectFrom('deposits')
    .selectAll()
    .where('brand_id', '=', asked.brand_id)
    .where('id', '=', asked.id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (isOpen(deposit.status) && deposit.expires_at <= core.now()) {
    return endDeposit(core, tx, deposit, 'autoCanceled', { reason: 'nobody paid in time' });
  }
  if (absentAt !== null && !isCreationOutstanding(deposit, absentAt)) {
    await endLateWindow(core, tx, deposit);
  }
  return null;
}

/**
 * Cancels a deposit that has ended at its provider, too. The provider's events about money still
 * count. If nobody can pay there any more, the deposit frees the player's limits at once; otherwise
 * it counts until its late window ends. A request without an answer is repeated by the follow-up.
 */
export async function cancelAtProvider(core: Core, deposit: Deposit): Promise<void> {
  if ((await askToCancel(core, deposit)) !== 'canceled') return;
  await applyStatusOf(core, deposit).catch((error: unknown) => {
    core.log.error(
      { depositId: deposit.id, error },
      'the status request of a canceled deposit failed',
    );
  });
}

/**
 * Cancels a deposit that was paid at another account at the account under way. Best effort: what is
 * paid there nevertheless is parked.
 */
export async function cancelElsewhere(core: Core, deposit: Deposit): Promise<void> {
  await cancelAtProvider(core, deposit).catch((error: unknown) => {
    const fields = { depositId: deposit.id, connector: deposit.connector, error };
    core.log.error(fields, 'a deposit that was paid at another account was not canceled');
  });
}

async function askToCancel(core: Core, deposit: Deposit): Promise<CancelOutcome['kind']> {
  const ref = { depositId: deposit.id, providerReference: deposit.provider_reference };
  // The payment may still be on its way to a provider that therefore knows nothing to cancel.
  const isTooEarly = isCreationOutstanding(deposit, core.now());
  const { kind } = await askProvider(core, requestOf(deposit, 'cancel'), (connector) =>
    connector.cancel(ref),
  );
  const isFinal = kind === 'cannotCancel' || (kind === 'canceled' && !isTooEarly);
  if (isFinal) await recordCancel(core, core.db, deposit, kind);
  return kind;
}
