import { ChainError, type ChainSource, type ChainTip } from '../../chain-rail.ts';
import type { PayoutState } from '../../hot-wallet.ts';

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

/** What one node shows of a payout; `unknown`: nothing, so that its word counts for nothing. */
export interface NodeState {
  tipHeight: number;
  found: PayoutState['found'] | { kind: 'unknown' };
}

/**
 * Finds a payout by the first node that works. That it is displaced or has failed gives its money
 * back, and no node has a proof of it: all others that answer must say it, too.
 * @throws the `ChainError` of the first node if none works
 */
export async function findByNodes<Client>(
  nodes: readonly PayoutNode<Client>[],
  find: (node: PayoutNode<Client>, tip: ChainTip) => Promise<NodeState>,
): Promise<PayoutState> {
  const { tipHeight, found } = await askFirstNode(nodes, find);
  if (found.kind === 'unknown') return { tipHeight, found: { kind: 'waiting' } };
  const isFailure = found.kind === 'mined' && found.moved === null;
  if (found.kind !== 'displaced' && !isFailure) return { tipHeight, found };
  const asked = await Promise.all(nodes.map((node) => askNode(node, find)));
  const states = asked.filter((state) => state !== null);
  return found.kind === 'mined'
    ? judgeFailure({ tipHeight, found }, states)
    : judgeDisplaced({ tipHeight, found }, states);
}

function judgeDisplaced(first: PayoutState, states: readonly NodeState[]): PayoutState {
  for (const { tipHeight, found } of states) {
    if (found.kind === 'mined' && found.moved !== null) return { tipHeight, found };
  }
  const isDoubted = states.some(({ found }) => found.kind === 'waiting' || found.kind === 'mined');
  return isDoubted ? { ...first, found: { kind: 'waiting' } } : first;
}

type Mined = Extract<PayoutState['found'], { kind: 'mined' }>;

/** A node that has not read the block yet says nothing of it, but confirms nothing either. */
function judgeFailure(
  first: { tipHeight: number; found: Mined },
  states: readonly NodeState[],
): PayoutState {
  const { txid, height } = first.found;
  const isDoubted = states.some(
    ({ tipHeight, found }) =>
      tipHeight >= height &&
      !(found.kind === 'mined' && found.txid === txid && found.moved === null),
  );
  if (isDoubted) return { ...first, found: { kind: 'waiting' } };
  const tips = states.map(({ tipHeight }) => tipHeight);
  return { tipHeight: Math.min(first.tipHeight, ...tips), found: first.found };
}

/** Null: the node doesn't answer. One that contradicts itself shows that nothing is final. */
async function askNode<Client>(
  node: PayoutNode<Client>,
  find: (node: PayoutNode<Client>, tip: ChainTip) => Promise<NodeState>,
): Promise<NodeState | null> {
  try {
    return await find(node, await node.source.tip());
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    return error.reason === 'malformed' ? { tipHeight: 0, found: { kind: 'waiting' } } : null;
  }
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
