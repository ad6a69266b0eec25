import { askAgreement } from '../../connectors/ask-agreement.ts';
import { ChainError } from '../../connectors/chain-rail.ts';
import type { Core } from '../../core/core.ts';
import { placeOf, type WatchedChain } from './lease.ts';
import { ChainPaused } from './pause.ts';

/**
 * Requires all nodes that answer to have a block. A node that can't be reached says nothing: the
 * others are believed, as they are where the operator has only one.
 * @throws ChainPaused if a node has another block; ChainError if none has any at the height
 */
export async function requireAgreement(
  core: Pick<Core, 'log'>,
  chain: WatchedChain,
  block: { height: number; hash: string },
): Promise<void> {
  const { height } = block;
  const { answers, dissenter, failures } = await askAgreement(chain.rail.sources, block);
  for (const { host, error } of failures) {
    const { reason, message } = error;
    core.log.warn({ ...placeOf(chain), host, reason, message }, 'a node fails');
  }
  if (dissenter !== null) {
    const detail = `${dissenter} has another block at ${height} than the one that was read`;
    throw new ChainPaused('nodesDisagree', detail);
  }
  if (answers === 0) throw new ChainError('unavailable', `no node has block ${height} now`);
}
