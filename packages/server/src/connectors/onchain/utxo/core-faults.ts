import { ChainError } from '../../chain-rail.ts';

/** The codes of Core's refusals that are told apart. */
export const rpcCodes = {
  misc: -1,
  wrongType: -3,
  notFound: -5,
  invalidParameter: -8,
  initialDownload: -10,
  warmup: -28,
  invalidParams: -32602,
} as const;

interface Refusal {
  code: number;
  message: string;
}

/**
 * Explains a call that the node refused. Its words are left out: some providers repeat the key in
 * them.
 */
export function explainRefusal(method: string, { code, message }: Refusal): ChainError {
  const detail = `${method}: error ${code}`;
  if (code === rpcCodes.warmup || code === rpcCodes.initialDownload) {
    return new ChainError('syncing', detail);
  }
  if (/pruned/i.test(message)) return new ChainError('pruned', detail);
  // The header is there before the block.
  if (/not fully downloaded|not found on disk/i.test(message)) {
    return new ChainError('unavailable', detail);
  }
  if (/txindex/i.test(message)) {
    return new ChainError('misconfigured', `${detail}; this node needs txindex=1`);
  }
  return new ChainError('malformed', detail);
}

/** Whether a node doesn't know this form of a call's parameters. */
export function isUnknownForm({ code, message }: Refusal): boolean {
  const isAboutForm =
    code === rpcCodes.misc ||
    code === rpcCodes.wrongType ||
    code === rpcCodes.invalidParameter ||
    code === rpcCodes.invalidParams;
  return isAboutForm && !/not found|not available|not fully|on disk|pruned/i.test(message);
}

/** Whether it says that there is no such transaction: Core with -5, bcoin with -1. */
export function isNoTransaction({ code, message }: Refusal): boolean {
  if (code === rpcCodes.notFound) return true;
  return code === rpcCodes.misc && /not in mempool|transaction not found/i.test(message);
}

/** Explains a status of HTTP that isn't an answer of the RPC. */
export function explainStatus(status: number): ChainError {
  const detail = `status ${status}`;
  if (status === 401 || status === 403) return new ChainError('misconfigured', detail);
  if (status === 429 || status >= 500) return new ChainError('unavailable', detail);
  if (status >= 300 && status < 400) {
    return new ChainError('malformed', `${detail}: redirects are not followed`);
  }
  return new ChainError('malformed', detail);
}

/** Explains an error of `fetch`, whose message may hold the address: only its code is said. */
export function explainConnection(error: unknown): ChainError {
  const cause = error instanceof Error ? error.cause : undefined;
  const code =
    typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
  const name = error instanceof Error ? error.name : 'no answer';
  return new ChainError('unavailable', code || name);
}

/** A node's message without the help that may follow it, whose words would mean other faults. */
export function firstLine(message: string): string {
  return (message.split('\n', 1)[0] ?? '').slice(0, 200);
}
