import { ChainError, type ChainSource } from './chain-rail.ts';

/** What the nodes of a chain say about a block. */
export interface Agreement {
  /** The nodes that have a block at its height. */
  answers: number;
  /** The first one that has another block there; null if all have the same. */
  dissenter: string | null;
  /** The nodes that failed: they say nothing. */
  failures: { host: string; error: ChainError }[];
}

/** Asks all nodes for the block at a height. */
export async function askAgreement(
  sources: readonly Pick<ChainSource, 'host' | 'hashAt'>[],
  { height, hash }: { height: number; hash: string },
): Promise<Agreement> {
  const agreement: Agreement = { answers: 0, dissenter: null, failures: [] };
  for (const { host, hashAt } of sources) {
    try {
      const found = await hashAt(height);
      if (found === null) continue;
      agreement.answers += 1;
      if (found !== hash) agreement.dissenter ??= host;
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
      agreement.failures.push({ host, error });
    }
  }
  return agreement;
}
