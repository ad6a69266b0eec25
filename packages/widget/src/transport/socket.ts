import {
  depositStatusPushSchema,
  loginTokenPushSchema,
  type SocketCall,
  socketAnswerSchema,
  withdrawalStatusPushSchema,
} from '@kassa/contract';
import { abortReason, throwIfAborted } from './abort.ts';
import type { Channel, Exchange, Exchanged, Push } from './transport.ts';
import { networkError } from './transport-error.ts';

const answerTimeoutMs = 20_000;
/** §7: the number of retries after a connection failed or was lost. */
const connectRetries = 3;
const longestBackOffMs = 10_000;
/** The time in ms within which the first retry after a loss begins: a server loses all at once. */
const lossSpreadMs = 2000;
/**
 * A connection that ends within this time in ms counts as a failed attempt: some proxies accept
 * sockets and close them.
 */
const steadyMs = 10_000;
/** The time in ms after which a waiting call probes the server, and then probes it again. */
const probeMs = 3000;
/**
 * The interval in ms of single attempts after giving up, and what may be added to it. One more is
 * made when the network is back.
 */
const secondThoughtMs = 60_000;
const secondThoughtSpreadMs = 15_000;

/** The part of a socket.io client that the channel uses. */
export interface Connection {
  on(event: string, listener: (data: unknown) => void): void;
  emit(
    ...message:
      | [event: 'call', call: SocketCall, acknowledge: (answer: unknown) => void]
      | [event: 'alive', acknowledge: () => void]
  ): void;
  disconnect(): void;
}

export interface SocketOptions {
  token: string;
  /** Opens a connection with a token; the channel itself handles reconnecting (§7). */
  connect: (token: string) => Promise<Connection>;
  /** Carries the calls while there is no connection. */
  fallback: Channel;
  /** Called with the number of a retry: 1, 2 or 3. */
  onReconnectAttempt: (attempt: number) => void;
  /** All retries failed, so calls stay on the fallback. Called once per loss. */
  onGiveUp: () => void;
  /** Returns a number of 0 to 1, for pauses that differ: not all widgets are to come at once. */
  random?: () => number;
}

type State =
  /** `start` was not called yet. */
  | { kind: 'idle' }
  | { kind: 'connecting' }
  /** `sinceMs`: by the page's clock. */
  | { kind: 'connected'; connection: Connection; sinceMs: number }
  /** Too many attempts failed; further ones are made from time to time. */
  | { kind: 'givenUp' }
  /** The token was rejected: only another token helps. */
  | { kind: 'refused' }
  | { kind: 'closed' };

/**
 * Creates a channel for calls and pushes over Socket.IO (§7): `emit('call', …, ack)`. While there
 * is no connection the calls go over HTTP: the first screen doesn't wait for the socket, and a lost
 * one blocks no call (unlike §4, where a call fails until the socket is back).
 */
export function createSocketChannel(options: SocketOptions): Channel {
  return new SocketChannel(options);
}

class SocketChannel implements Channel {
  private readonly options: SocketOptions;
  private readonly random: () => number;
  private readonly pushListeners = new Set<(push: Push) => void>();
  private readonly connectListeners = new Set<() => void>();
  private readonly refusalListeners = new Set<() => void>();
  /** Calls in progress. They are notified when their connection is lost. */
  private readonly waiting = new Set<() => void>();
  private state: State = { kind: 'idle' };
  private connection: Connection | null = null;
  /** Identifies the current attempt, so that an abandoned one notices that it was replaced. */
  private opening: object | null = null;
  private token: string;
  private hasGivenUp = false;
  /** The number of retries since the last connection that stayed. */
  private retries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: SocketOptions) {
    this.options = options;
    this.token = options.token;
    this.random = options.random ?? Math.random;
  }

  start = (): void => {
    if (this.state.kind !== 'idle') return;
    globalThis.addEventListener('online', this.handleOnline);
    globalThis.addEventListener('offline', this.handleOffline);
    this.connect();
  };

  exchange = (exchange: Exchange): Promise<Exchanged> => {
    const { state } = this;
    if (state.kind === 'closed') return Promise.reject(networkError('The transport is closed.'));
    if (state.kind !== 'connected' || exchange.keepalive || exchange.isLarge) {
      return this.options.fallback.exchange(exchange);
    }
    return this.send(state.connection, exchange);
  };

  onPush = (listener: (push: Push) => void): (() => void) => {
    this.pushListeners.add(listener);
    return () => this.pushListeners.delete(listener);
  };

  onConnect = (listener: () => void): (() => void) => {
    this.connectListeners.add(listener);
    return () => this.connectListeners.delete(listener);
  };

  onRefused = (listener: () => void): (() => void) => {
    this.refusalListeners.add(listener);
    return () => this.refusalListeners.delete(listener);
  };

  updateToken = (token: string): void => {
    this.token = token;
    this.options.fallback.updateToken(token);
    const { kind } = this.state;
    if (kind !== 'closed' && kind !== 'idle') this.connect();
  };

  close = (): void => {
    globalThis.removeEventListener('online', this.handleOnline);
    globalThis.removeEventListener('offline', this.handleOffline);
    this.drop();
    this.enter({ kind: 'closed' });
    this.options.fallback.close();
  };

  private handleOnline = (): void => {
    if (this.state.kind !== 'givenUp') return;
    clearTimeout(this.timer);
    this.retries = 0;
    this.enter({ kind: 'connecting' });
    this.retry();
  };

  /** A connection doesn't report a lost network; its calls would wait in vain. */
  private handleOffline = (): void => this.reconnect();

  /** Drops the connection, whose calls then fail with a network error, and connects again. */
  private connect(): void {
    this.drop();
    this.retries = 0;
    this.enter({ kind: 'connecting' });
    this.open();
  }

  /**
   * Drops a connection, and connects again: soon at first, and with the pauses of failed attempts
   * where connections don't stay.
   */
  private reconnect(): void {
    const { state } = this;
    if (state.kind !== 'connected') return;
    this.drop();
    this.enter({ kind: 'connecting' });
    if (performance.now() - state.sinceMs >= steadyMs) {
      this.retries = 0;
      this.hasGivenUp = false;
    }
    if (this.retries > 0) this.retryLater();
    else this.timer = setTimeout(this.retry, this.random() * lossSpreadMs);
  }

  private retry = (): void => {
    this.retries += 1;
    this.options.onReconnectAttempt(this.retries);
    this.open();
  };

  private open = async (): Promise<void> => {
    const opening = {};
    this.opening = opening;
    let connection: Connection;
    try {
      connection = await this.options.connect(this.token);
    } catch {
      if (this.opening === opening) this.retryLater();
      return;
    }
    if (this.opening !== opening) return connection.disconnect();
    this.connection = connection;
    this.listen(connection);
  };

  private listen(connection: Connection): void {
    const isCurrent = () => this.connection === connection;
    connection.on('connect', () => {
      if (!isCurrent()) return;
      this.enter({ kind: 'connected', connection, sinceMs: performance.now() });
      for (const listener of this.connectListeners) listener();
    });
    connection.on('connect_error', (error) => {
      if (!isCurrent()) return;
      this.drop();
      if (isRefusal(error)) this.refuse();
      else this.retryLater();
    });
    connection.on('disconnect', () => {
      if (isCurrent()) this.reconnect();
    });
    connection.on('deposit.status', (data) => {
      const parsed = depositStatusPushSchema.safeParse(data);
      if (parsed.success) this.push({ name: 'deposit.status', data: parsed.data });
    });
    connection.on('withdrawal.status', (data) => {
      const parsed = withdrawalStatusPushSchema.safeParse(data);
      if (parsed.success) this.push({ name: 'withdrawal.status', data: parsed.data });
    });
    connection.on('login.token', (data) => {
      const parsed = loginTokenPushSchema.safeParse(data);
      if (parsed.success) this.push({ name: 'login.token', data: parsed.data });
    });
    connection.on('methods.changed', () => this.push({ name: 'methods.changed' }));
  }

  private refuse(): void {
    this.enter({ kind: 'refused' });
    for (const listener of this.refusalListeners) listener();
  }

  private retryLater(): void {
    if (this.retries >= connectRetries) {
      if (!this.hasGivenUp) this.options.onGiveUp();
      this.hasGivenUp = true;
      this.enter({ kind: 'givenUp' });
      this.timer = setTimeout(this.open, secondThoughtMs + this.random() * secondThoughtSpreadMs);
      return;
    }
    const shortestMs = 2 ** (this.retries + 1) * 1000;
    const pauseMs = Math.min(shortestMs * (1 + this.random()), longestBackOffMs);
    this.timer = setTimeout(this.retry, pauseMs);
  }

  private send(connection: Connection, { name, method, request, headers, signal }: Exchange) {
    return new Promise<Exchanged>((resolve, reject) => {
      throwIfAborted(signal);
      const stop = () => {
        clearTimeout(timer);
        stopProbing();
        signal?.removeEventListener('abort', handleAbort);
        this.waiting.delete(handleLoss);
      };
      const fail = (error: unknown) => {
        stop();
        reject(error);
      };
      const handleAbort = () => fail(abortReason(signal));
      const handleLoss = () => fail(networkError('The connection was lost.'));
      const timer = setTimeout(() => fail(networkError('No answer in time.')), answerTimeoutMs);
      const stopProbing = this.probe(connection);
      this.waiting.add(handleLoss);
      signal?.addEventListener('abort', handleAbort);
      connection.emit('call', { name, method, body: request, headers }, (data) => {
        stop();
        resolve(decodeAnswer(data));
      });
    });
  }

  /**
   * Watches a connection while a call waits on it. A server that is silently gone is detected
   * within two probes, much earlier than by missing pings, and the call goes on over the fallback.
   * Returns a function that stops it.
   */
  private probe(connection: Connection): () => void {
    let isAlive = true;
    const timer = setInterval(() => {
      if (!isAlive) {
        if (this.connection === connection) this.reconnect();
        return;
      }
      isAlive = false;
      connection.emit('alive', () => {
        isAlive = true;
      });
    }, probeMs);
    return () => clearInterval(timer);
  }

  private enter(state: State): void {
    this.state = state;
    if (state.kind !== 'connected') for (const tell of [...this.waiting]) tell();
  }

  private drop(): void {
    clearTimeout(this.timer);
    this.opening = null;
    const { connection } = this;
    this.connection = null;
    connection?.disconnect();
  }

  private push(push: Push): void {
    for (const listener of this.pushListeners) listener(push);
  }
}

/** §8: over the socket a status below 100, of 200 to 299 or above 600 is a success. */
function decodeAnswer(data: unknown): Exchanged {
  const answer = socketAnswerSchema.safeParse(data);
  if (!answer.success) return { status: 502, body: undefined };
  const { status, body, headers } = answer.data;
  return { status: status < 100 || status > 600 ? 200 : status, body, etag: headers?.etag };
}

/**
 * Returns whether a failed handshake was rejected by the server: it then has a call's response in
 * `data`. Any other error is the network's.
 */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !('data' in error)) return false;
  return socketAnswerSchema.safeParse(error.data).data?.status === 401;
}
