import { sql } from 'kysely';
import type { StatusOutcome } from '../connectors/connector.ts';
import type { Core } from '../core.ts';
import { applyProviderPayment } from './apply-provider-payment.ts';
import { firstCheckMs } from './begin-deposit.ts';
import { isOpen } from './deposit.machine.ts';
import { type Deposit, moveDeposit } from './move-deposit.ts';
import { publishDeposit } from './publish-deposit.ts';

/** Asked at once; a provider that hangs holds up its own deposits, for one time-out. */
const batchSize = 20;
const longestPauseMs = 6 * 3600_000;
/** What ended without money is asked about for this long; after it only a notification counts. */
const giveUpAfterMs = 3 * 24 * 3600_000;

/**
 * Asks the providers about every deposit that has waited too long: a lost notification loses no
 * money, and what the player never paid expires. Any number of processes may run it at once.
 * Returns how many deposits were looked at.
 */
export async function followUpDeposits(core: Core): Promise<number> {
  const due = await claimDue(core);
  await Promise.all(
    due.map((deposit) =>
      followUp(core, deposit).catch((error: unknown) => {
        // Its next check is already set.
        core.log.error({ depositId: deposit.id, error }, 'following up a deposit failed');
      }),
    ),
  );
  return due.length;
}

/** Takes due deposits by moving their next check on; a crash only delays them. */
async function claimDue(core: Core): Promise<Deposit[]> {
  const now = core.now();
  return core.db.transaction().execute(async (tx) => {
    const due = await tx
      .selectFrom('deposits')
      .selectAll()
      .where('next_check_at', '<=', now)
      .orderBy('next_check_at')
      .limit(batchSize)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const deposit of due) {
      await tx
        .updateTable('deposits')
        .set({
          next_check_at: planNextCheck(deposit, now),
          check_count: sql<number>`check_count + 1`,
        })
        .where('id', '=', deposit.id)
        .execute();
    }
    return due;
  });
}

/** Doubling pauses, but never past the moment at which the deposit expires. */
function planNextCheck(
  deposit: Pick<Deposit, 'status' | 'check_count' | 'expires_at' | 'created_at'>,
  now: Date,
): Date | null {
  const ageMs = now.getTime() - deposit.created_at.getTime();
  if (!isOpen(deposit.status) && ageMs > giveUpAfterMs) return null;
  const pauseMs = Math.min(firstCheckMs * 2 ** deposit.check_count, longestPauseMs);
  const next = new Date(now.getTime() + pauseMs);
  return deposit.expires_at > now && deposit.expires_at < next ? deposit.expires_at : next;
}

async function followUp(core: Core, deposit: Deposit): Promise<void> {
  const connector = core.brands.get(deposit.brand_id)?.connectors.get(deposit.connector);
  if (connector === undefined) {
    core.log.error(
      { depositId: deposit.id },
      `there is no connector ${deposit.connector} any more`,
    );
    return;
  }
  const outcome = await connector.status(deposit.id);
  const changed = await applyStatus(core, deposit, outcome);
  if (changed !== null) publishDeposit(core, changed);
}

async function applyStatus(
  core: Core,
  deposit: Deposit,
  outcome: StatusOutcome,
): Promise<Deposit | null> {
  if (outcome.kind === 'failure') {
    // Unknown stays unknown: a provider that can't be asked ends nothing.
    core.log.warn({ depositId: deposit.id, detail: outcome.detail }, 'the provider gave no status');
    return null;
  }
  return core.db.transaction().execute(async (tx) => {
    if (outcome.kind === 'known') {
      const { changed, outcome: effect } = await applyProviderPayment(core, tx, {
        brandId: deposit.brand_id,
        connector: deposit.connector,
        source: 'asked the provider',
        payment: outcome.payment,
      });
      if (effect === 'conflicting' || effect === 'contradicting') {
        core.log.error({ depositId: deposit.id, effect }, 'the provider contradicts itself');
      }
      if (changed !== null) return changed;
    }
    const now = core.now();
    if (!isOpen(deposit.status) || deposit.expires_at > now) return null;
    return moveDeposit(tx, deposit, 'autoCanceled', { reason: 'nobody paid in time', now });
  });
}
