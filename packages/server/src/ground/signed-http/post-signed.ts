import { Webhook } from 'standardwebhooks';
import type { Endpoint } from './endpoint-settings.ts';

/** Response bodies are read up to this size; the rest is ignored. */
const longestAnswerBytes = 64 * 1024;

/** How a request without a complete response failed. */
export type NetworkFailure =
  /** No response, or no complete one, within the timeout. */
  | 'timeout'
  /** No connection was made: the request never arrived. */
  | 'unreachable'
  /** No secure connection was made: the certificate is not trusted. */
  | 'insecure'
  /** The connection broke: the request may have arrived. */
  | 'broken';

export type SignedAnswer =
  | {
      kind: 'answered';
      status: number;
      headers: Headers;
      text: string;
      /** Undefined if the text is not JSON. */
      json: unknown;
    }
  /** `detail` is for the log: it holds no secret. */
  | { kind: 'failed'; failure: NetworkFailure; detail: string };

/** A message to an operator. */
export interface SignedMessage {
  /** `webhook-id`: the same for every attempt to send the same message. */
  id: string;
  body: unknown;
}

/**
 * Posts JSON with Standard Webhooks' headers and reads the response, whatever its status. A
 * redirect is returned like any other response and isn't followed. Ends within the endpoint's
 * timeout; never throws.
 */
export async function postSigned(
  endpoint: Endpoint,
  message: SignedMessage,
): Promise<SignedAnswer> {
  const body = JSON.stringify(message.body);
  try {
    const response = await fetch(endpoint.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Kassa',
        ...signHeaders(endpoint.secrets, message, body),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(endpoint.timeoutMs),
    });
    const { status, headers } = response;
    const text = await readStart(response);
    return { kind: 'answered', status, headers, text, json: parseJson(text) };
  } catch (error) {
    return describeFailure(error);
  }
}

/** Signs with each secret, so that the receiver can verify with either during a rotation. */
function signHeaders(
  secrets: string[],
  { id }: SignedMessage,
  body: string,
): Record<string, string> {
  // The machine's time, not the core's: the receiver compares it with its own clock.
  const sentAt = new Date();
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': secrets
      .map((secret) => new Webhook(secret).sign(id, sentAt, body))
      .join(' '),
  };
}

async function readStart(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk.subarray(0, longestAnswerBytes - length), { stream: true });
    length += chunk.length;
    // Leaving the loop cancels the rest of the body.
    if (length >= longestAnswerBytes) break;
  }
  return text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * fetch() puts the socket's error code in `cause`. Only a failed connection proves that nothing was
 * sent.
 */
function describeFailure(error: unknown): SignedAnswer {
  const name = error instanceof Error ? error.name : 'unknown';
  if (name === 'TimeoutError') return { kind: 'failed', failure: 'timeout', detail: 'timeout' };
  const cause = error instanceof Error ? error.cause : undefined;
  const code =
    typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
  return { kind: 'failed', failure: classify(code), detail: code || name };
}

const unsent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function classify(code: string): NetworkFailure {
  if (unsent.has(code)) return 'unreachable';
  return /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code) ? 'insecure' : 'broken';
}
