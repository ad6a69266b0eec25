import * as z from 'zod/mini';
import { ChainError } from '../../chain-rail.ts';
import { parseJson } from '../../exact-numbers.ts';
import type { NodeAccess } from '../node-access.ts';
import { sendHttp } from '../send-http.ts';

type AskedFields = Readonly<Record<string, number | string | boolean>>;

/** Calls `/wallet/<call>` of a node; the answer is not yet decoded. Throws a {@link ChainError}. */
export type AskNode = (call: string, fields?: AskedFields) => Promise<unknown>;

/**
 * A block has at most 2 MB (Constant.BLOCK_SIZE), which are five times as many in JSON: each
 * transaction is written in words and in hex. Five full blocks fit.
 */
const longestAnswerBytes = 64 * 1024 * 1024;

/** Faults that a node tells in a body of status 200. */
const faultSchema = z.object({ Error: z.string() });

/** A node without history answers this to any question about a block (LiteFnQueryHttpFilter). */
const liteNode = /lite fullnode/;

/**
 * Builds a function that asks a node's HTTP API. Errors have neither the node's address nor its own
 * words.
 */
export function buildAskNode(node: NodeAccess, timeoutMs: number): AskNode {
  const headers = {
    'content-type': 'application/json',
    ...(node.apiKey !== undefined && { 'TRON-PRO-API-KEY': node.apiKey }),
  };
  return async (call, fields = {}) => {
    const url = new URL(node.url);
    url.pathname = `${url.pathname.replace(/\/+$/, '')}/wallet/${call}`;
    const body = JSON.stringify(fields);
    const request = { url, headers, body, timeoutMs, longestAnswerBytes, call };
    const { status, text } = await sendHttp(request);
    if (status !== 200) throw explainStatus(status, call);
    if (text.length < 200 && liteNode.test(text)) {
      throw new ChainError('pruned', `${call}: it is a lite node, which answers for no block`);
    }
    const answer = parseJson(text);
    if (answer === undefined) throw new ChainError('malformed', `${call}: the answer is no JSON`);
    if (faultSchema.safeParse(answer).success) {
      throw new ChainError('unavailable', `${call}: the node tells of an error`);
    }
    return answer;
  };
}

function explainStatus(status: number, call: string): ChainError {
  const detail = `${call}: status ${status}`;
  // 404: the call is switched off in the node's configuration, or the path holds a wrong key.
  if ([401, 403, 404].includes(status)) return new ChainError('misconfigured', detail);
  const isPassing = status === 408 || status === 429 || status >= 500;
  return new ChainError(isPassing ? 'unavailable' : 'malformed', detail);
}
