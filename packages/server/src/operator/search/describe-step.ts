import type { PlayerStep } from '../../connectors/connector.ts';
import type { Core } from '../../core/core.ts';
import { SealError } from '../../ground/encryption/vault.ts';
import { readStep } from '../../money/deposits/player-step.ts';

/**
 * Which kind of step a deposit's player was given, and nothing of what it says: it may hold accounts to
 * pay into. `unreadable` where its key isn't in the ring any more.
 */
export function describeStep(
  core: Pick<Core, 'vault'>,
  deposit: Parameters<typeof readStep>[1],
): PlayerStep['kind'] | 'unreadable' | null {
  try {
    return readStep(core, deposit)?.kind ?? null;
  } catch (error) {
    if (error instanceof SealError) return 'unreadable';
    throw error;
  }
}
