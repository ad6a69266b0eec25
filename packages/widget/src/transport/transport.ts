import {
  type CallName,
  type CallRequest,
  type CallResponse,
  calls,
  type DepositStatusPush,
  errorBodySchema,
  type User,
} from '@kassa/contract';
import { isRetryable, malformedAnswer, TransportError } from './transport-error.ts';

/** What the server says unasked. */
export type Push =
  | { name: 'deposit.status'; data: DepositStatusPush }
  | { name: 'login.token'; data: User };

export interface CallOptions {
  /** Required by calls that create something; kept over all attempts. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** The way to the server. HTTP and socket are its adapters and behave alike. */
export interface Transport {
  /** Calls the server. Rejects with {@link TransportError}, or with the signal's reason. */
  call<Name extends CallName>(
    name: Name,
    request: CallRequest<Name>,
    options?: CallOptions,
  ): Promise<CallResponse<Name>>;
  /** Listens to pushes, where the transport has any. Returns the way to stop. */
  onPush(listener: (push: Push) => void): () => void;
  /** Calls back on every connect: pushes may have been missed before it. */
  onConnect(listener: () => void): () => void;
  /** Uses another token for whatever is sent from now on. */
  updateToken(token: string): void;
  close(): void;
}

/** One attempt of one call, as it goes over the wire. */
export interface Exchange {
  name: CallName;
  method: 'GET' | 'POST';
  request: Record<string, unknown>;
  headers: Record<string, string>;
  signal: AbortSignal | undefined;
}

/** What differs between the adapters: carrying one exchange, and pushes. */
export interface Channel extends Pick<Transport, 'onPush' | 'onConnect' | 'updateToken' | 'close'> {
  /** Carries one exchange. Rejects with a `network` {@link TransportError} where no answer came. */
  exchange(exchange: Exchange): Promise<{ status: number; body: unknown }>;
  /** Calls back when the server refuses the token outside of a call. */
  onRefused(listener: () => void): () => void;
}

export interface TransportOptions {
  /** The server refused the token; called once per token. */
  onUnauthorized: () => void;
}

/**
 * The pauses before further tries: §8's three after network errors, growing ones after an answer
 * that asks for patience. Their sum outlasts the 15 s for which a call that a crash left half done
 * stays in flight.
 */
const retryDelaysMs: Record<TransportError['kind'], readonly number[]> = {
  network: [2000, 2000, 2000],
  refused: [2000, 4000, 10_000],
};

/** Makes a transport of a channel: retries (§8), the contract's schemas and typed errors. */
export function createTransport(channel: Channel, { onUnauthorized }: TransportOptions): Transport {
  let tokensUsed = 1;
  let isUnauthorized = false;
  const refuse = () => {
    if (isUnauthorized) return;
    isUnauthorized = true;
    onUnauthorized();
  };
  channel.onRefused(refuse);

  async function attempt(exchange: Exchange): Promise<unknown> {
    const tokenUsed = tokensUsed;
    const { status, body } = await channel.exchange(exchange);
    if (status >= 200 && status < 300) return body;
    // The host brought another token meanwhile: what was refused is the one before.
    if (status === 401 && tokenUsed !== tokensUsed) return attempt(exchange);
    if (status === 401) refuse();
    throw decodeError(exchange.name, status, body);
  }

  async function call<Name extends CallName>(
    name: Name,
    request: CallRequest<Name>,
    { idempotencyKey, signal }: CallOptions = {},
  ): Promise<CallResponse<Name>> {
    const { method, isRetried, response } = calls[name];
    const headers: Record<string, string> = {};
    if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
    const exchange: Exchange = { name, method, request, headers, signal };
    const body = await (isRetried ? retry(() => attempt(exchange), signal) : attempt(exchange));
    const parsed = response.safeParse(body);
    if (!parsed.success) throw malformedAnswer(name, 200);
    // The schema of `name` parsed it; TypeScript can't follow a name through the table of calls.
    return parsed.data as CallResponse<Name>;
  }

  function updateToken(token: string): void {
    tokensUsed += 1;
    isUnauthorized = false;
    channel.updateToken(token);
  }

  const { onPush, onConnect, close } = channel;
  return { call, onPush, onConnect, updateToken, close };
}

function decodeError(name: string, status: number, body: unknown): TransportError {
  const parsed = errorBodySchema.safeParse(body);
  if (!parsed.success) return malformedAnswer(name, status);
  return new TransportError({ kind: 'refused', status, ...parsed.data.error });
}

/** Tries again where that can help; any other answer, even an error, is an answer. */
async function retry<Result>(
  attempt: () => Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  const pausesMs = { network: [...retryDelaysMs.network], refused: [...retryDelaysMs.refused] };
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof TransportError) || !isRetryable(error)) throw error;
      const pauseMs = pausesMs[error.kind].shift();
      if (pauseMs === undefined) throw error;
      await pause(pauseMs, signal);
    }
  }
}

/** Waits. Rejects with the signal's reason as soon as the caller leaves. */
function pause(durationMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const handleAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', handleAbort);
      resolve();
    }, durationMs);
    signal?.addEventListener('abort', handleAbort);
  });
}
