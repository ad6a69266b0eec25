import type { ProviderEvent, StatusOutcome } from '../connectors/connector.ts';
import type { Core } from '../core.ts';
import type { Tx } from '../db/connect.ts';
import { applyProviderEvent } from '../inbox/apply-provider-event.ts';
import { askProvider } from '../providers/ask-provider.ts';
import { requestOf } from '../providers/request-of.ts';
import { performOperationsOf } from '../wallet/perform-operation.ts';
import { isOpen } from './deposit.machine.ts';
import { surprising } from './evidence.ts';
import { type Deposit, moveDeposit } from './move-deposit.ts';
import { publishDeposit } from './publish.ts';

/** Asks the provider about one deposit, and does what follows. */
export async function followUpDeposit(core: Core, deposit: Deposit): Promise<void> {
  const outcome = await askForStatus(core, deposit);
  // Unknown stays unknown: a provider that can't be asked ends nothing.
  if (outcome.kind === 'error') return;
  const changed = await core.db.transaction().execute(async (tx) => {
    const current =
      outcome.kind === 'known'
        ? await applyStatus(core, tx, deposit, outcome.events)
        : { ...deposit, isChanged: false };
    return current.isChanged ? current : expire(core, tx, deposit);
  });
  if (changed === null) return;
  publishDeposit(core, changed);
  await performOperationsOf(core, { brandId: deposit.brand_id, subjectId: deposit.id });
}

function askForStatus(core: Core, deposit: Deposit): Promise<StatusOutcome> {
  const ref = { depositId: deposit.id, providerReference: deposit.provider_reference };
  return askProvider(core, requestOf(deposit, 'status'), (connector) => connector.status(ref));
}

/** Applies all that the provider knows of a deposit. */
async function applyStatus(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  events: readonly ProviderEvent[],
): Promise<Deposit & { isChanged: boolean }> {
  const evidence = {
    brandId: deposit.brand_id,
    connector: deposit.connector,
    source: 'asked the provider',
    confirmedBy: 'provider' as const,
  };
  let current = { ...deposit, isChanged: false };
  for (const event of events) {
    // Another deposit's words are not what was asked for.
    if (event.kind === 'payout' || event.depositId !== deposit.id) continue;
    const { changed, outcome } = await applyProviderEvent(core, tx, evidence, event);
    if (surprising.has(outcome)) {
      core.log.error({ depositId: deposit.id, outcome }, 'the provider contradicts itself');
    }
    if (changed !== null && !('hold_id' in changed)) current = { ...changed, isChanged: true };
  }
  return current;
}

async function expire(core: Core, tx: Tx, deposit: Deposit): Promise<Deposit | null> {
  if (!isOpen(deposit.status) || deposit.expires_at > core.now()) return null;
  return moveDeposit(core, tx, deposit, 'autoCanceled', { reason: 'nobody paid in time' });
}
