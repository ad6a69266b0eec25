import { ChainError } from '../../chain-rail.ts';
import { parseJson } from '../../exact-numbers.ts';
import type { NodeAccess } from '../node-access.ts';
import { explainConnection, explainStatus, firstLine } from './core-faults.ts';
import { type RpcReply, rpcRepliesSchema, rpcReplySchema } from './core-schemas.ts';

/** One call of a Core node's JSON-RPC. */
export interface RpcCall {
  method: string;
  params: readonly unknown[];
}

/** What the node answers to a call: a result, or that it refuses. */
export type RpcOutcome =
  | { kind: 'result'; result: unknown }
  /** The message is in the node's own words: it tells faults apart, and goes into no error. */
  | { kind: 'refused'; code: number; message: string };

/** The answer is longer than is read; a batch may be split. */
export class TooLongError extends ChainError {}

/** The longest answer that is read. A full block of Bitcoin with all transactions has 10 to 30 MB. */
const longestAnswerBytes = 64 * 1024 * 1024;

export interface CoreRpc {
  host: string;
  /** Numbers in the result are strings (exact-numbers.ts). Throws a {@link ChainError}. */
  call: (method: string, ...params: unknown[]) => Promise<RpcOutcome>;
  /** Sends calls in one request; answers in their order. */
  batch: (calls: readonly RpcCall[]) => Promise<RpcOutcome[]>;
}

interface CoreRpcOptions {
  node: NodeAccess;
  /** Of one request, its answer included. */
  timeoutMs: number;
  /** Default: {@link longestAnswerBytes}. */
  mostBytes?: number;
}

/**
 * Connects to a node; nothing is sent yet. Errors have neither the node's address, whose path or
 * query may hold a provider's key, nor its own words.
 */
export function connectCoreRpc({ node, timeoutMs, mostBytes }: CoreRpcOptions): CoreRpc {
  const { url, headers } = readAccess(node);
  const limit = mostBytes ?? longestAnswerBytes;

  const post = async (body: unknown): Promise<unknown> => {
    const { status, text } = await send(url, headers, JSON.stringify(body), timeoutMs, limit);
    const parsed = parseJson(text);
    // A Core node sends the reasons of its refusals with status 500 or 404.
    const isReply = status === 200 || ((status === 500 || status === 404) && parsed !== undefined);
    if (!isReply) throw explainStatus(status);
    return parsed;
  };
  const decode = (reply: RpcReply): RpcOutcome =>
    reply.error
      ? { kind: 'refused', code: reply.error.code, message: firstLine(reply.error.message) }
      : { kind: 'result', result: reply.result };

  return {
    host: url.host,
    call: async (method, ...params) => {
      const reply = rpcReplySchema.safeParse(await post(request({ method, params }, 0)));
      if (!reply.success) throw unreadable(`its answer to ${method}`);
      return decode(reply.data);
    },
    batch: async (calls) => {
      if (calls.length === 0) return [];
      const replies = rpcRepliesSchema.safeParse(await post(calls.map(request)));
      if (!replies.success) throw unreadable('its answer to several calls');
      const byId = new Map(replies.data.map((reply) => [reply.id, reply]));
      return calls.map(({ method }, id) => {
        const reply = byId.get(String(id));
        if (!reply) throw unreadable(`it left out the answer to ${method}`);
        return decode(reply);
      });
    },
  };
}

function request({ method, params }: RpcCall, id: number) {
  return { jsonrpc: '1.0', id, method, params };
}

function unreadable(what: string): ChainError {
  return new ChainError('malformed', `unreadable: ${what}`);
}

/** `fetch` takes no password in an address. */
function readAccess(node: NodeAccess) {
  const url = new URL(node.url);
  const user = node.user ?? decodeURIComponent(url.username);
  const password = node.password ?? decodeURIComponent(url.password);
  url.username = '';
  url.password = '';
  const basic = Buffer.from(`${user}:${password}`).toString('base64');
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (user !== '' || password !== '') headers.authorization = `Basic ${basic}`;
  if (node.apiKey !== undefined) headers['x-api-key'] = node.apiKey;
  return { url, headers };
}

async function send(
  url: URL,
  headers: Record<string, string>,
  body: string,
  timeoutMs: number,
  mostBytes: number,
): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(timeoutMs),
      // A redirect would take the password elsewhere.
      redirect: 'manual',
    });
    return { status: response.status, text: await readText(response, mostBytes) };
  } catch (error) {
    if (error instanceof ChainError) throw error;
    throw explainConnection(error);
  }
}

async function readText(response: Response, mostBytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.byteLength;
    if (length > mostBytes) {
      throw new TooLongError('malformed', `its answer is longer than ${mostBytes} bytes`);
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
