import {
  depositStatusPushSchema,
  loginTokenPushSchema,
  type SocketAnswer,
  type SocketCall,
  socketAnswerSchema,
} from '@kassa/contract';
import type { Channel, Exchange, Push } from './transport.ts';
import { networkError } from './transport-error.ts';

const answerTimeoutMs = 20_000;
const connectAttempts = 3;
const longestBackOffMs = 10_000;

/** What the channel needs of a socket.io client. */
export interface Connection {
  on(event: string, listener: (data: unknown) => void): void;
  emit(event: 'call', call: SocketCall, acknowledge: (answer: unknown) => void): void;
  disconnect(): void;
}

export interface SocketOptions {
  token: string;
  /** Opens one connection with a token; the channel owns reconnecting (§7). */
  connect: (token: string) => Promise<Connection>;
  /** Carries the calls while no connection stands. */
  fallback: Channel;
  onReconnectAttempt: (attempt: number) => void;
  /** All attempts failed: from now on calls go over the fallback. */
  onGiveUp: () => void;
}

type State =
  | { kind: 'connecting' }
  | { kind: 'connected'; connection: Connection }
  /** Too many attempts failed, or the token was refused. */
  | { kind: 'givenUp' }
  | { kind: 'closed' };

/**
 * Carries calls and pushes over Socket.IO (§7): `emit('call', …, ack)`. While no connection stands
 * the calls go over HTTP, so the first screen waits for no socket and a lost one stops nobody
 * (we differ from §4, where a call fails until the socket is back).
 */
export function createSocketChannel(options: SocketOptions): Channel {
  return new SocketChannel(options);
}

class SocketChannel implements Channel {
  private readonly options: SocketOptions;
  private readonly pushListeners = new Set<(push: Push) => void>();
  private readonly connectListeners = new Set<() => void>();
  private readonly refusalListeners = new Set<() => void>();
  /** Calls under way, told when their connection is lost. */
  private readonly waiting = new Set<() => void>();
  private state: State = { kind: 'connecting' };
  private connection: Connection | null = null;
  /** The attempt under way; one that was dropped meanwhile finds another here. */
  private opening: object | null = null;
  private token: string;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: SocketOptions) {
    this.options = options;
    this.token = options.token;
    this.open(1);
  }

  exchange = (exchange: Exchange): Promise<SocketAnswer> => {
    const { state } = this;
    if (state.kind === 'closed') return Promise.reject(networkError('The transport is closed.'));
    if (state.kind !== 'connected') return this.options.fallback.exchange(exchange);
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
    if (this.state.kind === 'closed') return;
    this.drop();
    this.enter({ kind: 'connecting' });
    this.open(1);
  };

  close = (): void => {
    this.drop();
    this.enter({ kind: 'closed' });
    this.options.fallback.close();
  };

  private async open(attempt: number): Promise<void> {
    const opening = {};
    this.opening = opening;
    let connection: Connection;
    try {
      connection = await this.options.connect(this.token);
    } catch {
      if (this.opening === opening) this.retryOpening(attempt);
      return;
    }
    if (this.opening !== opening) return connection.disconnect();
    this.connection = connection;
    this.listen(connection, attempt);
  }

  private listen(connection: Connection, attempt: number): void {
    const isCurrent = () => this.connection === connection;
    connection.on('connect', () => {
      if (!isCurrent()) return;
      this.enter({ kind: 'connected', connection });
      for (const listener of this.connectListeners) listener();
    });
    connection.on('connect_error', (error) => {
      if (!isCurrent()) return;
      this.drop();
      if (isRefusal(error)) this.refuse();
      else this.retryOpening(attempt);
    });
    connection.on('disconnect', () => {
      if (!isCurrent()) return;
      this.drop();
      this.enter({ kind: 'connecting' });
      this.open(1);
    });
    connection.on('deposit.status', (data) => {
      const parsed = depositStatusPushSchema.safeParse(data);
      if (parsed.success) this.push({ name: 'deposit.status', data: parsed.data });
    });
    connection.on('login.token', (data) => {
      const parsed = loginTokenPushSchema.safeParse(data);
      if (parsed.success) this.push({ name: 'login.token', data: parsed.data });
    });
  }

  private refuse(): void {
    this.enter({ kind: 'givenUp' });
    for (const listener of this.refusalListeners) listener();
  }

  private retryOpening(attempt: number): void {
    if (attempt >= connectAttempts) {
      this.options.onGiveUp();
      this.enter({ kind: 'givenUp' });
      return;
    }
    const delayMs = Math.min(2 ** attempt * 1000, longestBackOffMs);
    this.timer = setTimeout(() => {
      this.options.onReconnectAttempt(attempt + 1);
      this.open(attempt + 1);
    }, delayMs);
  }

  private send(connection: Connection, { name, method, request, headers, signal }: Exchange) {
    return new Promise<SocketAnswer>((resolve, reject) => {
      signal?.throwIfAborted();
      const stop = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', handleAbort);
        this.waiting.delete(handleLoss);
      };
      const fail = (error: unknown) => {
        stop();
        reject(error);
      };
      const handleAbort = () => fail(signal?.reason);
      const handleLoss = () => fail(networkError('The connection was lost.'));
      const timer = setTimeout(() => fail(networkError('No answer in time.')), answerTimeoutMs);
      this.waiting.add(handleLoss);
      signal?.addEventListener('abort', handleAbort);
      connection.emit('call', { name, method, body: request, headers }, (data) => {
        stop();
        const answer = socketAnswerSchema.safeParse(data);
        resolve(answer.success ? answer.data : { status: 502, body: undefined });
      });
    });
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

/** A refused handshake carries a call's answer in `data`; anything else is the network's fault. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !('data' in error)) return false;
  return socketAnswerSchema.safeParse(error.data).data?.status === 401;
}
