import type { ChainCoin } from '../chain-coin.ts';
import { ChainError, type ChainRail, type ChainSource } from '../chain-rail.ts';

/** A node that can be asked for more than its blocks. */
export interface TokenNode {
  source: Pick<ChainSource, 'tip'>;
  /**
   * The decimals that a token's contract tells; null if it tells none, or isn't there.
   * @throws a {@link ChainError}
   */
  askDecimals: (contract: string) => Promise<number | null>;
}

interface Token extends ChainCoin {
  contract: string;
}

/** Builds the check of a rail's tokens. The first node that answers for all of them decides. */
export function buildCheckCoins(
  nodes: readonly TokenNode[],
  coins: ChainRail['coins'],
): () => Promise<void> {
  const tokens = [...coins.values()].filter((coin): coin is Token => coin.contract !== null);
  return async () => {
    if (tokens.length === 0) return;
    let failure = new ChainError('unavailable', 'no node is set');
    for (const node of nodes) {
      try {
        return requireSame(tokens, await askNode(node, tokens));
      } catch (error) {
        if (!(error instanceof ChainError) || error instanceof TokenError) throw error;
        failure = error;
      }
    }
    throw failure;
  };
}

/** The settings contradict a contract; another node would tell the same. */
class TokenError extends ChainError {}

async function askNode(
  { source, askDecimals }: TokenNode,
  tokens: readonly Token[],
): Promise<(number | null)[]> {
  // A node of another network, or one that still loads the chain, has no contract or another one.
  await source.tip();
  const told: (number | null)[] = [];
  for (const { contract } of tokens) told.push(await askDecimals(contract));
  return told;
}

function requireSame(tokens: readonly Token[], told: readonly (number | null)[]): void {
  const problems = tokens.flatMap(({ currency, contract, shownContract, decimals }, place) => {
    const ofContract = told[place] ?? null;
    if (ofContract === decimals) return [];
    const name = shownContract ?? contract;
    return ofContract === null
      ? `${currency}: at ${name} no contract tells its decimals; ${decimals} are set`
      : `${currency}: its contract ${name} has ${ofContract} decimals; ${decimals} are set`;
  });
  if (problems.length > 0) throw new TokenError('misconfigured', problems.join('; '));
}
