import {
  type CallName,
  type CallRequest,
  type CallResponse,
  calls,
  type DepositStatusPush,
  errorBodySchema,
  type User,
} from '@kassa/contract';
import { malformedAnswer, TransportError } from './transport-error.ts';

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

const retryCount = 3;
const retryDelayMs = 2000;

/** Makes a transport of a channel: retries (§8), the contract's schemas and typed errors. */
export function createTransport(channel: Channel, { onUnauthorized }: TransportOptions): Transport {
  let isUnauthorized = false;
  const refuse = () => {
    if (isUnauthorized) return;
    isUnauthorized = true;
    onUnauthorized();
  };
  channel.onRefused(refuse);

  async function attempt(exchange: Exchange): Promise<unknown> {
    const { status, body } = await channel.exchange(exchange);
    if (status >= 200 && status < 300) return body;
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
    const body = await retry(() => attempt(exchange), isRetried ? retryCount : 0, signal);
    const parsed = response.safeParse(body);
    if (!parsed.success) throw malformedAnswer(name, 200);
    // The schema of `name` parsed it; TypeScript can't follow a name through the table of calls.
    return parsed.data as CallResponse<Name>;
  }

  function updateToken(token: string): void {
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

/** Tries again after network errors alone: any answer, even an error, is an answer. */
async function retry<Result>(
  attempt: () => Promise<Result>,
  retriesLeft: number,
  signal: AbortSignal | undefined,
): Promise<Result> {
  try {
    return await attempt();
  } catch (error) {
    const isNetworkError = error instanceof TransportError && error.kind === 'network';
    if (!isNetworkError || retriesLeft === 0) throw error;
    await pause(retryDelayMs, signal);
    return retry(attempt, retriesLeft - 1, signal);
  }
}

function pause(durationMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, durationMs);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
