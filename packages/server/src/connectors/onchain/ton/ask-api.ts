import type * as z from 'zod/mini';
import { ChainError } from '../../chain-rail.ts';
import { parseJson } from '../../exact-numbers.ts';
import type { NodeAccess } from '../node-access.ts';
import { sendHttp } from '../send-http.ts';

/** Asks `/api/v3/<path>` and decodes the answer. Throws a {@link ChainError}. */
export type AskApi = <T extends z.ZodMiniType>(
  path: string,
  query: Record<string, string | number | bigint | readonly string[]>,
  schema: T,
) => Promise<z.output<T>>;

/** A page of 500 blocks has 600 kB; 50 transactions with the largest messages have 18 MB. */
const longestAnswerBytes = 32 * 1024 * 1024;

/**
 * Builds a function that asks the index. Errors have neither its address nor its own words.
 * @param node - its URL is the host's; `/api/v3` is added unless the URL ends with it
 */
export function buildAskApi(node: NodeAccess, timeoutMs: number): AskApi {
  const headers: Record<string, string> =
    node.apiKey === undefined ? {} : { 'X-API-Key': node.apiKey };
  return async (path, query, schema) => {
    const url = new URL(node.url);
    const base = url.pathname.replace(/\/+$/, '').replace(/\/api\/v3$/, '');
    url.pathname = `${base}/api/v3/${path}`;
    for (const [name, value] of Object.entries(query)) {
      for (const each of Array.isArray(value) ? value : [value]) {
        url.searchParams.append(name, String(each));
      }
    }
    const request = { url, headers, timeoutMs, longestAnswerBytes, call: path };
    const { status, text } = await sendHttp(request);
    if (status !== 200) throw explainStatus(status, path);
    const result = schema.safeParse(parseJson(text));
    if (result.success) return result.data;
    const [issue] = result.error.issues;
    throw new ChainError('malformed', `${path}: ${issue?.path.join('.') || 'the answer'} is wrong`);
  };
}

function explainStatus(status: number, path: string): ChainError {
  const detail = `${path}: status ${status}`;
  if (status === 401 || status === 403) return new ChainError('misconfigured', detail);
  const isPassing = status === 408 || status === 429 || status >= 500;
  return new ChainError(isPassing ? 'unavailable' : 'malformed', detail);
}
