import {
  type CallName,
  type CallRequest,
  type CallResponse,
  calls,
  type DepositStatusPush,
  errorBodySchema,
  type User,
} from '@kassa/contract';
import { abortReason, throwIfAborted } from './abort.ts';
import { isRetryable, malformedAnswer, TransportError } from './transport-error.ts';

/** What the server says unasked. */
export type Push =
  | { name: 'deposit.status'; data: DepositStatusPush }
  | { name: 'login.token'; data: User }
  /** The brand's methods are others now. */
  | { name: 'methods.changed' };

export interface CallOptions {
  /** Required by calls that create something; kept over all attempts. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** Outlives the page, where that is being closed: goes over HTTP, whatever the transport. */
  keepalive?: boolean;
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
  /** Opens what the first screen doesn't wait for: the socket. Until then calls go over HTTP. */
  start(): void;
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
  keepalive: boolean;
}

/** What came back. `etag` names the answer, where the server says that it may be asked for again by it. */
export interface Exchanged {
  status: number;
  body: unknown;
  etag?: string | undefined;
}

/** What differs between the adapters: carrying one exchange, and pushes. */
export interface Channel
  extends Pick<Transport, 'onPush' | 'onConnect' | 'start' | 'updateToken' | 'close'> {
  /** Carries one exchange. Rejects with a `network` {@link TransportError} where no answer came. */
  exchange(exchange: Exchange): Promise<Exchanged>;
  /** Calls back when the server refuses the token outside of a call. */
  onRefused(listener: () => void): () => void;
}

export interface TransportOptions {
  /** Goes along with every call (§7). */
  headers?: Record<string, string>;
  /** The server refused the token; called once per token, ever later for one bad token after another. */
  onUnauthorized: () => void;
  /** A call failed, after all its tries (§8). A caller who left is no failure. */
  onFailure?: (call: CallName, error: TransportError) => void;
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

/**
 * A network that swallows requests lets each try run into its time-out: no further one begins
 * after this time, so that the player learns of it within a minute.
 */
const retryTimeoutMs = 30_000;

/** So many answers are kept to be asked for by their tags: lists of methods of a few regions. */
const mostTagged = 8;

/** A host that answers a refused token with another bad one at once must not make a storm of it. */
const firstRefusalPauseMs = 1000;
const longestRefusalPauseMs = 60_000;

/** How long a refused call waits for the host to bring another token, before it fails. */
const tokenTimeoutMs = 10_000;

/** Makes a transport of a channel: retries (§8), the contract's schemas and typed errors. */
export function createTransport(
  channel: Channel,
  { headers: sharedHeaders = {}, onUnauthorized, onFailure = () => {} }: TransportOptions,
): Transport {
  let tokensUsed = 1;
  let isUnauthorized = false;
  /** How many tokens in a row the server took for no call at all. */
  let badTokens = 0;
  let lastBadToken = 0;
  let refusalTimer: ReturnType<typeof setTimeout> | undefined;
  const refuse = () => {
    if (isUnauthorized) return;
    isUnauthorized = true;
    if (lastBadToken !== tokensUsed) badTokens += 1;
    lastBadToken = tokensUsed;
    clearTimeout(refusalTimer);
    if (badTokens < 3) return onUnauthorized();
    const pauseMs = Math.min(firstRefusalPauseMs * 2 ** (badTokens - 3), longestRefusalPauseMs);
    refusalTimer = setTimeout(onUnauthorized, pauseMs);
  };
  channel.onRefused(refuse);

  const waitingForToken = new Set<() => void>();

  /** Waits for another token: true when it came, false when the host brought none in time. */
  function nextToken(signal: AbortSignal | undefined): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const finish = (settle: () => void) => {
        clearTimeout(timer);
        waitingForToken.delete(handleToken);
        signal?.removeEventListener('abort', handleAbort);
        settle();
      };
      const handleToken = () => finish(() => resolve(true));
      const handleAbort = () => finish(() => reject(abortReason(signal)));
      const timer = setTimeout(() => finish(() => resolve(false)), tokenTimeoutMs);
      waitingForToken.add(handleToken);
      signal?.addEventListener('abort', handleAbort);
    });
  }

  /** The last answers that came with a tag, by what was asked: the server sends them only where they changed. */
  const tagged = new Map<string, { etag: string; body: unknown }>();

  function remember(asked: string, etag: string, body: unknown): void {
    tagged.delete(asked);
    tagged.set(asked, { etag, body });
    const [oldest] = tagged.keys();
    if (tagged.size > mostTagged && oldest !== undefined) tagged.delete(oldest);
  }

  async function attempt(exchange: Exchange, canWaitForToken = true): Promise<unknown> {
    const tokenUsed = tokensUsed;
    const asked = JSON.stringify([exchange.name, exchange.request]);
    const last = tagged.get(asked);
    const headers = { ...exchange.headers, ...(last && { 'if-none-match': last.etag }) };
    const { status, body, etag } = await channel.exchange({ ...exchange, headers });
    if (status === 304 && last) {
      badTokens = 0;
      return last.body;
    }
    if (status >= 200 && status < 300) {
      badTokens = 0;
      if (etag) remember(asked, etag, body);
      return body;
    }
    // The host brought another token meanwhile: what was refused is the one before.
    if (status === 401 && tokenUsed !== tokensUsed) return attempt(exchange, canWaitForToken);
    if (status === 401) {
      refuse();
      if (canWaitForToken && !exchange.keepalive) {
        // Once: a host whose next token is no better is no hope to the player who waits.
        if (await nextToken(exchange.signal)) return attempt(exchange, false);
        // The host may have missed it: the next refusal tells it again.
        isUnauthorized = false;
      }
    }
    throw decodeError(exchange.name, status, body);
  }

  async function call<Name extends CallName>(
    name: Name,
    request: CallRequest<Name>,
    { idempotencyKey, signal, keepalive = false }: CallOptions = {},
  ): Promise<CallResponse<Name>> {
    const headers = { ...sharedHeaders };
    if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
    const { method, isRetried, response } = calls[name];
    const exchange: Exchange = { name, method, request, headers, signal, keepalive };
    try {
      const body = await (isRetried ? retry(() => attempt(exchange), signal) : attempt(exchange));
      const parsed = response.safeParse(body);
      if (!parsed.success) throw malformedAnswer(name, 200);
      // The schema of `name` parsed it; TypeScript can't follow a name through the table of calls.
      return parsed.data as CallResponse<Name>;
    } catch (error) {
      if (error instanceof TransportError) onFailure(name, error);
      throw error;
    }
  }

  function updateToken(token: string): void {
    tokensUsed += 1;
    isUnauthorized = false;
    clearTimeout(refusalTimer);
    channel.updateToken(token);
    for (const tell of [...waitingForToken]) tell();
  }

  const { onPush, onConnect, start, close } = channel;
  return { call, onPush, onConnect, start, updateToken, close };
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
  const startedAt = performance.now();
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof TransportError) || !isRetryable(error)) throw error;
      const pauseMs = pausesMs[error.kind].shift();
      if (pauseMs === undefined) throw error;
      if (error.kind === 'network' && performance.now() - startedAt > retryTimeoutMs) throw error;
      await pause(pauseMs, signal);
    }
  }
}

/** Waits. Rejects with the signal's reason as soon as the caller leaves. */
function pause(durationMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    throwIfAborted(signal);
    const handleAbort = () => {
      clearTimeout(timer);
      reject(abortReason(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', handleAbort);
      resolve();
    }, durationMs);
    signal?.addEventListener('abort', handleAbort);
  });
}
