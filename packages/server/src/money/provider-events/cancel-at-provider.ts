import type { Core } from '../../core/core.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import { askProvider } from '../../providers/ask-provider.ts';
import { requestOf } from '../../providers/request-of.ts';
import { followUpDeposit } from './follow-up-deposit.ts';

/**
 * Gives a deposit up at its provider too. Best effort: the provider's page may stay open, and its
 * word of money still counts. Where it says that nobody can pay there any more, the deposit leaves
 * the player's limits free at once; else it counts until it expires.
 */
export async function cancelAtProvider(core: Core, deposit: Deposit): Promise<void> {
  const ref = { depositId: deposit.id, providerReference: deposit.provider_reference };
  const outcome = await askProvider(core, requestOf(deposit, 'update'), (connector) =>
    connector.cancel(ref),
  );
  if (outcome.kind === 'error') return;
  await followUpDeposit(core, deposit).catch((error: unknown) => {
    core.log.error({ depositId: deposit.id, error }, 'asking about a canceled deposit failed');
  });
}
