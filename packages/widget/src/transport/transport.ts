import {
  type CallName,
  type CallRequest,
  type CallResponse,
  type DepositStatusPush,
  errorBodySchema,
  type User,
  type WithdrawalStatusPush,
} from '@kassa/contract';
import { abortReason, pause } from './abort.ts';
import { findCall, loadCalls } from './find-call.ts';
import { followReachability } from './reachability.ts';
import { isRetryable, malformedAnswer, TransportError } from './transport-error.ts';

/** A push of the server. */
export type Push =
  | { name: 'deposit.status'; data: DepositStatusPush }
  | { name: 'withdrawal.status'; data: WithdrawalStatusPush }
  | { name: 'login.token'; data: User }
  /** The brand's methods have changed. */
  | { name: 'methods.changed' };

export interface CallOptions {
  /** Required by calls that create something; the same for all attempts. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /**
   * The request outlives the page, which is being closed: it goes over HTTP, whatever the
   * transport.
   */
  keepalive?: boolean;
}

/** The port to the server. HTTP and socket are its adapters and behave alike. */
export interface Transport {
  /**
   * Calls the server.
   * @throws {@link TransportError}, or the signal's reason
   */
  call<Name extends CallName>(
    name: Name,
    request: CallRequest<Name>,
    options?: CallOptions,
  ): Promise<CallResponse<Name>>;
  /** Listens to pushes, where the transport has them. Returns a function that stops it. */
  onPush(listener: (push: Push) => void): () => void;
  /** Calls back on every connect: pushes may have been missed before. */
  onConnect(listener: () => void): () => void;
  /**
   * Calls back whenever an exchange is answered, and when several in a row are not. Returns a
   * function that stops it.
   */
  onReachable(listener: (isReachable: boolean) => void): () => void;
  /** Opens the socket, for which the first screen doesn't wait. Until then calls go over HTTP. */
  start(): void;
  /** Sets the token of all later requests. */
  updateToken(token: string): void;
  close(): void;
}

/** One attempt of a call, as it is sent. */
export interface Exchange {
  name: CallName;
  method: 'GET' | 'POST';
  request: Record<string, unknown>;
  headers: Record<string, string>;
  signal: AbortSignal | undefined;
  keepalive: boolean;
  /** The body may be too large for a socket's message: it goes over HTTP, and has more time. */
  isLarge: boolean;
}

/** The response. `etag` is its tag, where the server allows a conditional request by it. */
export interface Exchanged {
  status: number;
  body: unknown;
  etag?: string | undefined;
}

/** The part in which the adapters differ: carrying an exchange, and pushes. */
export interface Channel
  extends Pick<Transport, 'onPush' | 'onConnect' | 'start' | 'updateToken' | 'close'> {
  /**
   * Carries an exchange.
   * @throws a `network` {@link TransportError} without a response
   */
  exchange(exchange: Exchange): Promise<Exchanged>;
  /** Calls back when the server rejects the token outside of a call. */
  onRefused(listener: () => void): () => void;
}

export interface TransportOptions {
  /** The headers of every call (§7). */
  headers?: Record<string, string>;
  /**
   * The server rejected the token. Called once per token, with a back-off while the host sends
   * rejected tokens.
   */
  onUnauthorized: () => void;
  /** A call failed after all its retries (§8). A caller who left isn't a failure. */
  onFailure?: (call: CallName, error: TransportError) => void;
}

/**
 * The pauses before retries, in ms: §8's three after network errors, and growing ones after a
 * retryable error. Their sum exceeds the 15 s for which a call that a crash interrupted stays in
 * flight.
 */
const retryDelaysMs: Record<TransportError['kind'], readonly number[]> = {
  network: [2000, 2000, 2000],
  refused: [2000, 4000, 10_000],
};

/**
 * No retry begins after this time in ms. On a network that never responds each attempt runs into
 * its timeout, and the player has to learn of it within a minute.
 */
const retryTimeoutMs = 30_000;

/** The number of responses kept with their tags: lists of methods of a few regions. */
const mostTagged = 8;

/**
 * The first pause in ms of the back-off for a host that replaces a rejected token by another bad
 * one.
 */
const firstRefusalPauseMs = 1000;
const longestRefusalPauseMs = 60_000;

/** How long in ms a rejected call waits for the host's next token before it fails. */
const tokenTimeoutMs = 10_000;

/** Creates a transport on a channel: retries (§8), the contract's schemas and typed errors. */
export function createTransport(
  channel: Channel,
  { headers: sharedHeaders = {}, onUnauthorized, onFailure = () => {} }: TransportOptions,
): Transport {
  let tokensUsed = 1;
  let isUnauthorized = false;
  /** The number of tokens in a row with which no call succeeded. */
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

  const reachability = followReachability(() => {
    const headers = { ...sharedHeaders };
    const probe = { name: 'user-get', method: 'GET', request: {}, headers } as const;
    exchange({ ...probe, signal: undefined, keepalive: false, isLarge: false }).catch(() => {});
  });
  channel.onConnect(() => reachability.note(true));

  async function exchange(asked: Exchange): Promise<Exchanged> {
    try {
      const answer = await channel.exchange(asked);
      reachability.note(true);
      return answer;
    } catch (error) {
      if (error instanceof TransportError) reachability.note(false);
      throw error;
    }
  }

  const waitingForToken = new Set<() => void>();

  /** Waits for the next token. Resolves to false where the host sends none in time. */
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

  /**
   * The last tagged responses, by request. The server sends them again only where they have
   * changed.
   */
  const tagged = new Map<string, { etag: string; body: unknown }>();

  function remember(asked: string, etag: string, body: unknown): void {
    tagged.delete(asked);
    tagged.set(asked, { etag, body });
    const [oldest] = tagged.keys();
    if (tagged.size > mostTagged && oldest !== undefined) tagged.delete(oldest);
  }

  async function attempt(call: Exchange, canWaitForToken = true): Promise<unknown> {
    const tokenUsed = tokensUsed;
    const asked = JSON.stringify([call.name, call.request]);
    const last = tagged.get(asked);
    const headers = { ...call.headers, ...(last && { 'if-none-match': last.etag }) };
    const { status, body, etag } = await exchange({ ...call, headers });
    if (status === 304 && last) {
      badTokens = 0;
      return last.body;
    }
    if (status >= 200 && status < 300) {
      badTokens = 0;
      if (etag) remember(asked, etag, body);
      return body;
    }
    // The host has sent another token meanwhile: the rejected one is the earlier one.
    if (status === 401 && tokenUsed !== tokensUsed) return attempt(call, canWaitForToken);
    if (status === 401) {
      refuse();
      if (canWaitForToken && !call.keepalive) {
        // Only once: the host's next token may be rejected too, and the player waits.
        if (await nextToken(call.signal)) return attempt(call, false);
        // The host may have missed the report: the next rejection is reported again.
        isUnauthorized = false;
      }
    }
    throw decodeError(call.name, status, body);
  }

  async function call<Name extends CallName>(
    name: Name,
    request: CallRequest<Name>,
    { idempotencyKey, signal, keepalive = false }: CallOptions = {},
  ): Promise<CallResponse<Name>> {
    const headers = { ...sharedHeaders };
    if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
    try {
      const found = findCall(name);
      // A call of the first screen is sent at once.
      const { method, isRetried, response, maxBodyBytes } =
        found instanceof Promise ? await found : found;
      const isLarge = maxBodyBytes !== undefined;
      const asked: Exchange = { name, method, request, headers, signal, keepalive, isLarge };
      const body = await (isRetried ? retry(() => attempt(asked), signal) : attempt(asked));
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

  const { onPush, onConnect } = channel;
  const start = () => {
    channel.start();
    // Whatever fails is loaded with the call that needs it.
    loadCalls().catch(() => {});
  };
  const close = () => {
    reachability.close();
    channel.close();
  };
  const { onChange: onReachable } = reachability;
  return { call, onPush, onConnect, onReachable, start, updateToken, close };
}

function decodeError(name: string, status: number, body: unknown): TransportError {
  const parsed = errorBodySchema.safeParse(body);
  if (!parsed.success) return malformedAnswer(name, status);
  return new TransportError({ kind: 'refused', status, ...parsed.data.error });
}

/** Retries where that can help. Any other response, including errors, is final. */
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
