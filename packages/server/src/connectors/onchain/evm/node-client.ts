import * as z from 'zod/mini';
import { ChainError } from '../../chain-rail.ts';
import type { NodeAccess } from '../node-access.ts';
import {
  explainNodeError,
  explainStatus,
  type NodeError,
  nameNetworkError,
  TooMuchError,
} from './explain-error.ts';

/** One function of a node (JSON-RPC). */
export interface NodeCall {
  method: string;
  params: readonly unknown[];
}

export interface NodeClient {
  /** For logs: the address's path may hold a key. */
  host: string;
  /** Calls one function; the result is not yet decoded. */
  call: (method: string, ...params: unknown[]) => Promise<unknown>;
  /** Calls several in one request. If it is refused as such, that is a {@link TooMuchError}. */
  callTogether: (calls: readonly NodeCall[]) => Promise<unknown[]>;
}

/**
 * No block is longer: since Osaka (EIP-7934) one has at most 10 MiB, which are 20 MiB in hex, and
 * its fields' names.
 */
const longestAnswerBytes = 32 * 1024 * 1024;

const errorSchema = z.object({
  code: z.number(),
  message: z.catch(z.string(), ''),
});

const responseSchema = z.object({
  id: z.optional(z.nullable(z.number())),
  result: z.optional(z.unknown()),
  error: z.optional(z.nullable(errorSchema)),
});

type NodeResponse = z.infer<typeof responseSchema>;

/**
 * Builds a client of a node's JSON-RPC. Every function throws a {@link ChainError}, whose text has
 * neither the node's address nor its own words.
 */
export function buildNodeClient(
  node: NodeAccess,
  timeoutMs: number,
  longestBytes = longestAnswerBytes,
): NodeClient {
  const headers = { 'content-type': 'application/json', ...authorization(node) };

  async function post(body: unknown, method: string): Promise<{ status: number; text: string }> {
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    let parts: Uint8Array[] | null;
    let status: number;
    try {
      // Redirects aren't followed: the key would go to the redirect's target.
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await fetch(node.url, { ...init, redirect: 'manual', signal });
      status = response.status;
      parts = await readParts(response, longestBytes);
    } catch (error) {
      throw new ChainError('unavailable', `${method}: ${nameNetworkError(error)}`);
    }
    if (!parts) throw new TooMuchError(`${method}: the answer is too long`);
    return { status, text: Buffer.concat(parts).toString('utf8') };
  }

  return {
    host: new URL(node.url).host,
    call: async (method, ...params) => {
      const { status, text } = await post(toRequest({ method, params }, 0), method);
      const response = responseSchema.safeParse(readJson(text)).data;
      if (status !== 200) throw explainStatus(status, method, response?.error ?? null);
      return resultOf(response, method);
    },
    callTogether: async (calls) => {
      const name = `${calls.length} calls`;
      const { status, text } = await post(calls.map(toRequest), name);
      const body = readJson(text);
      const whole = responseSchema.safeParse(body).data;
      if (status !== 200) throw refuse(explainStatus(status, name, whole?.error ?? null), status);
      if (whole?.error) throw refuse(explainNodeError(whole.error, name), status);
      const responses = z.array(responseSchema).safeParse(body).data ?? [];
      return calls.map(({ method }, id) => {
        const [response, another] = responses.filter((each) => each.id === id);
        return resultOf(another ? undefined : response, method);
      });
    },
  };
}

/** A node that takes no batches says so in many ways; asked one by one, it may answer. */
function refuse(error: ChainError, status: number): ChainError {
  const isOfAll = error.reason === 'misconfigured' || [408, 429].includes(status) || status >= 500;
  return isOfAll ? error : new TooMuchError(error.message);
}

function toRequest({ method, params }: NodeCall, id: number) {
  return { jsonrpc: '2.0', id, method, params };
}

function resultOf(response: NodeResponse | undefined, method: string): unknown {
  const error: NodeError | null = response?.error ?? null;
  if (error) throw explainNodeError(error, method);
  if (response?.result === undefined) {
    throw new ChainError('malformed', `${method}: the answer can't be read`);
  }
  return response.result;
}

function authorization({ user, password = '', apiKey }: NodeAccess): Record<string, string> {
  if (apiKey !== undefined) return { authorization: `Bearer ${apiKey}` };
  if (user === undefined) return {};
  const pair = Buffer.from(`${user}:${password}`).toString('base64');
  return { authorization: `Basic ${pair}` };
}

/**
 * Undefined if it is not JSON. Plain numbers are no amounts here (those are hex texts), so this does
 * without `parseJson`, which takes seven times as long for blocks of many megabytes.
 */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Null if the body is too long. */
async function readParts(response: Response, longestBytes: number): Promise<Uint8Array[] | null> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.byteLength;
    if (length > longestBytes) return null;
    parts.push(part);
  }
  return parts;
}
