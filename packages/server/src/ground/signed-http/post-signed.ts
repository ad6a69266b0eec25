import { Webhook } from 'standardwebhooks';
import type { Endpoint } from './endpoint-settings.ts';

/** What is read of an answer at most; the rest is of no use to anyone. */
const longestAnswerBytes = 64 * 1024;

/** How a request ended that got no whole answer. */
export type NetworkFailure =
  /** No answer, or not all of it, within the time. */
  | 'timeout'
  /** No connection was made: the request never arrived. */
  | 'unreachable'
  /** No safe connection could be made: its certificate is not one to trust. */
  | 'insecure'
  /** The connection broke: the request may have arrived. */
  | 'broken';

export type SignedAnswer =
  | {
      kind: 'answered';
      status: number;
      headers: Headers;
      text: string;
      /** Undefined where the text is no JSON. */
      json: unknown;
    }
  /** `detail` is for the log: it holds no secret. */
  | { kind: 'failed'; failure: NetworkFailure; detail: string };

/** A message to an operator. */
export interface SignedMessage {
  /** `webhook-id`: the same each time that the same thing is said. */
  id: string;
  body: unknown;
}

/**
 * Posts JSON with Standard Webhooks' headers, and reads the answer, whatever its status. A redirect
 * is an answer like any other and isn't followed. Ends within the endpoint's time; never throws.
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

/** A signature of each secret, so that the receiver may know either while they change. */
function signHeaders(
  secrets: string[],
  { id }: SignedMessage,
  body: string,
): Record<string, string> {
  // The machine's time, not the core's: the receiver compares it with its own.
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
    // Leaving the loop cancels the rest.
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

/** fetch() hides the socket's error code in `cause`; only a failed connection proves "not sent". */
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
