import { ChainError } from '../../chain-rail.ts';

/** The node won't answer so much at once; it may answer a smaller question. */
export class TooMuchError extends ChainError {
  constructor(detail: string) {
    super('unavailable', detail);
  }
}

/** The contract that is called refuses. */
export class RevertedError extends ChainError {
  constructor(detail: string) {
    super('malformed', detail);
  }
}

/** The error of a JSON-RPC response. */
export interface NodeError {
  code: number;
  message: string;
}

/*
 * Nodes and their providers share few codes, so the text decides. The order counts: a used-up quota
 * is told in the words of an excessive range ("count exceeded").
 */
const prunedWords = /missing trie node|pruned|histor\w* .*(unavailable|not available)/;
const keyWords = /api.?key|unauthori[sz]ed|authenticat|forbidden|project id|access token/;
const quotaWords = /rate.?limit|too many requests|request count|compute units|capacity|quota/;
const revertedWords = /execution reverted/;
const tooMuchWords =
  /block range|more than \d|range .*(large|wide|limit)|too (large|many|big)|exceed|time.?out|timed out/;

/**
 * Returns what a node's error means. Its text is left out: some providers repeat the key in it.
 */
export function explainNodeError({ code, message }: NodeError, method: string): ChainError {
  const text = message.toLowerCase();
  const detail = `${method}: error ${code}`;
  // 3 is the code of geth and of those that follow it; a contract's own words may stand behind.
  if (code === 3 || revertedWords.test(text)) return new RevertedError(detail);
  if (prunedWords.test(text)) return new ChainError('pruned', detail);
  if (keyWords.test(text)) return new ChainError('misconfigured', detail);
  if (quotaWords.test(text)) return new ChainError('unavailable', detail);
  if (code === -32_005 || tooMuchWords.test(text)) return new TooMuchError(detail);
  if (code === -32_601) return new ChainError('malformed', `${method}: the node doesn't offer it`);
  return new ChainError('unavailable', detail);
}

/** Returns what an HTTP status other than 200 means. */
export function explainStatus(status: number, method: string, error: NodeError | null): ChainError {
  const detail = `${method}: status ${status}`;
  switch (status) {
    case 401:
    case 403:
      return new ChainError('misconfigured', detail);
    case 408:
    case 429:
      return new ChainError('unavailable', detail);
    case 413:
      return new TooMuchError(detail);
  }
  if (error) return explainNodeError(error, method);
  // Providers take the key from the path: a wrong one leads nowhere.
  if (status === 404) return new ChainError('misconfigured', detail);
  return new ChainError(status >= 500 ? 'unavailable' : 'malformed', detail);
}

/** Returns the code of a failed connection, or the error's name; `fetch` puts it in `cause`. */
export function nameNetworkError(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (typeof cause === 'object' && cause !== null && 'code' in cause) return String(cause.code);
  return error instanceof Error ? error.name : 'no answer';
}
