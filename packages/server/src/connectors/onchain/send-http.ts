import { ChainError } from '../chain-rail.ts';

interface NodeRequest {
  url: URL;
  headers: Record<string, string>;
  /** It is sent as a POST; without it the request is a GET. */
  body?: string;
  timeoutMs: number;
  /** A longer answer is refused. */
  longestAnswerBytes: number;
  /** Names the request in errors, which have neither the node's address nor its own words. */
  call: string;
}

/**
 * Sends a request to a node's HTTP API. Returns the answer, whatever its status.
 * @throws ChainError unavailable without an answer; malformed if it is too long
 */
export async function sendHttp({
  url,
  headers,
  body,
  timeoutMs,
  longestAnswerBytes,
  call,
}: NodeRequest): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, {
      headers,
      ...(body !== undefined && { method: 'POST', body }),
      // Redirects aren't followed: the key would go to the redirect's target.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, text: await readText(response, longestAnswerBytes, call) };
  } catch (error) {
    if (error instanceof ChainError) throw error;
    throw new ChainError('unavailable', `${call}: ${nameNetworkError(error)}`);
  }
}

async function readText(response: Response, longest: number, call: string): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.byteLength;
    if (length > longest) throw new ChainError('malformed', `${call}: the answer is too long`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Returns the code of a failed connection, or the error's name; `fetch` puts it in `cause`. */
function nameNetworkError(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (typeof cause === 'object' && cause !== null && 'code' in cause) return String(cause.code);
  return error instanceof Error ? error.name : 'no answer';
}
