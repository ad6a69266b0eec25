import { ChainError, type ChainSource, type ChainTip } from '../../chain-rail.ts';

/** A node that a wallet asks, with its client. */
export interface PayoutNode<Client> {
  source: Pick<ChainSource, 'host' | 'tip' | 'hashAt'>;
  client: Client;
}

/**
 * Asks the first node that works and serves the right network.
 * @throws the `ChainError` of the first node if none does
 */
export async function askFirstNode<Client, Answer>(
  nodes: readonly PayoutNode<Client>[],
  ask: (node: PayoutNode<Client>, tip: ChainTip) => Promise<Answer>,
): Promise<Answer> {
  let fault: ChainError | null = null;
  for (const node of nodes) {
    try {
      const tip = await node.source.tip();
      return await ask(node, tip);
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
      fault ??= error;
    }
  }
  throw fault ?? new ChainError('unavailable', 'no node is set');
}

/** Sends a signed transaction to all nodes; one that takes it passes it on. */
export async function sendToAll<Client>(
  nodes: readonly PayoutNode<Client>[],
  send: (client: Client) => Promise<boolean>,
): Promise<{ isTaken: boolean; detail: string }> {
  const answers = await Promise.all(
    nodes.map(async ({ source, client }) => {
      try {
        const isTaken = await send(client);
        return { isTaken, detail: isTaken ? '' : `${source.host} refuses it` };
      } catch (error) {
        if (!(error instanceof ChainError)) throw error;
        return { isTaken: false, detail: `${source.host}: ${error.message}` };
      }
    }),
  );
  const isTaken = answers.some((answer) => answer.isTaken);
  const details = answers.map(({ detail }) => detail).filter((detail) => detail !== '');
  return { isTaken, detail: isTaken ? '' : details.join('; ') };
}
