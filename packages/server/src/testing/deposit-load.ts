import { setTimeout as delay } from 'node:timers/promises';
import type { DepositStatusPush } from '@kassa/contract';
import { signPlayerToken } from '@kassa/test-kit';
import { v7 as uuidv7 } from 'uuid';
import { openSocket } from './player-socket.ts';
import type { Cluster } from './start-cluster.ts';
import { workingTimeout } from './working-timeout.ts';

/**
 * The widget's delays between attempts to connect (§7). Unlike the widget, this client never gives
 * up.
 */
const reconnectMs = [0, 2000, 4000, 8000];

/** The delays before a request without a response is retried with the same idempotency key. */
const askAgainMs = [500, 1000, 2000, 4000];

export interface DepositLoad {
  depositsPerSecond: number;
  /** Called before each deposit with the milliseconds since the first one. */
  isOver: (elapsedMs: number) => boolean;
  /**
   * The most deposits that are created at once. A slow machine then starts fewer instead of queueing
   * more.
   */
  mostAtOnce?: number;
  /** The number of players who take turns. Each one holds one socket. */
  playerCount: number;
  /**
   * The longest time from the provider's approval of a deposit until the push reaches its player.
   */
  timeoutMs: number;
  /** Called for every response to deposit-create, including those that are retried afterwards. */
  onAnswer?: (answer: LoadAnswer) => void;
}

export interface LoadAnswer {
  /** Null if there was no response. */
  status: number | null;
  body: unknown;
  elapsedMs: number;
}

interface LoadedDeposit {
  depositId: string;
  playerId: string;
  /** From the first attempt to create the deposit until the response. */
  createMs: number;
  /** From the provider's approval until the push; null if no push arrived. */
  pushMs: number | null;
  /** The number of requests that creating the deposit took; 1 if none was retried. */
  attempts: number;
}

type Target = Pick<Cluster, 'url' | 'tokenSecret' | 'sandbox' | 'sandboxKey'>;

/**
 * Lets players deposit at a steady rate, however long each deposit takes. The provider approves
 * each deposit at once. Players retry with the same idempotency key as the widget does, and listen
 * on a socket that is reopened whenever it is lost.
 */
export async function runDepositLoad(target: Target, load: DepositLoad): Promise<LoadedDeposit[]> {
  const players = await Promise.all(
    Array.from({ length: load.playerCount }, (_, index) => bringListener(target, index)),
  );
  const deposits: Promise<LoadedDeposit>[] = [];
  const { mostAtOnce = Number.POSITIVE_INFINITY } = load;
  const underWay = new Set<Promise<unknown>>();
  const startedAt = performance.now();
  for (let index = 0; !load.isOver(performance.now() - startedAt); index += 1) {
    const dueAt = startedAt + (index * 1000) / load.depositsPerSecond;
    await delay(Math.max(0, dueAt - performance.now()));
    const player = players[index % players.length];
    if (player === undefined) break;
    const creating = create(target.url, player.token, load.onAnswer);
    const loaded = pay(target, player, creating, load);
    deposits.push(loaded);
    underWay.add(creating);
    creating.finally(() => underWay.delete(creating)).catch(() => {});
    // The deposit may fail long before the results of all are awaited.
    loaded.catch(() => {});
    if (underWay.size >= mostAtOnce) await Promise.race(underWay).catch(() => {});
  }
  try {
    return await Promise.all(deposits);
  } finally {
    for (const { close } of players) close();
  }
}

interface Listener {
  playerId: string;
  token: string;
  /** Resolves once the socket has received the push that this deposit was processed. */
  untilProcessed: (depositId: string) => Promise<void>;
  close: () => void;
}

async function bringListener(target: Target, index: number): Promise<Listener> {
  const playerId = `load-${index}`;
  const token = await signPlayerToken(target.tokenSecret, { playerId });
  const pushed = new Map<string, PromiseWithResolvers<void>>();
  const find = (depositId: string) => {
    const found = pushed.get(depositId) ?? Promise.withResolvers<void>();
    pushed.set(depositId, found);
    return found;
  };
  const close = stayConnected(target.url, token, (push) => {
    if (push.status === 1) find(push.depositId).resolve();
  });
  return { playerId, token, untilProcessed: (depositId) => find(depositId).promise, close };
}

function stayConnected(
  url: string,
  token: string,
  onPush: (push: DepositStatusPush) => void,
): () => void {
  let isClosed = false;
  let failures = 0;
  let socket = open();
  function open() {
    const opened = openSocket(url, token);
    opened.on('deposit.status', onPush);
    opened.on('connect', () => {
      failures = 0;
    });
    opened.on('connect_error', again);
    opened.on('disconnect', again);
    return opened;
  }
  async function again() {
    await delay(reconnectMs[Math.min(failures, reconnectMs.length - 1)]);
    failures += 1;
    if (!isClosed) socket = open();
  }
  return () => {
    isClosed = true;
    socket.close();
  };
}

async function pay(
  target: Target,
  player: Listener,
  creating: ReturnType<typeof create>,
  { timeoutMs }: DepositLoad,
): Promise<LoadedDeposit> {
  const { depositId, attempts, createMs } = await creating;
  await approve(target, depositId);
  const approvedAt = performance.now();
  const late = new AbortController();
  const isPushed = await Promise.race([
    player.untilProcessed(depositId).then(() => true),
    delay(timeoutMs, false, { signal: late.signal }),
  ]);
  late.abort();
  const pushMs = isPushed ? performance.now() - approvedAt : null;
  return { depositId, playerId: player.playerId, createMs, pushMs, attempts };
}

async function create(url: string, token: string, onAnswer: DepositLoad['onAnswer']) {
  const key = uuidv7();
  const startedAt = performance.now();
  for (let attempts = 1; ; attempts += 1) {
    const askedAt = performance.now();
    const answer = await ask(url, token, key).catch(() => null);
    const elapsedMs = performance.now() - askedAt;
    onAnswer?.({ status: answer?.status ?? null, body: answer?.body, elapsedMs });
    if (answer?.status === 200) {
      const { depositId } = answer.body;
      return { depositId, attempts, createMs: performance.now() - startedAt };
    }
    // The widget retries network failures, server errors (5xx) and a key that is in flight (409),
    // no other 4xx.
    if (answer !== null && answer.status < 500 && answer.status !== 409) {
      throw new Error(`deposit-create answered ${JSON.stringify(answer)}`);
    }
    await delay(askAgainMs[Math.min(attempts, askAgainMs.length) - 1]);
  }
}

async function ask(url: string, token: string, key: string) {
  const response = await fetch(`${url}/api/banking/deposit-create`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify({ amount: '10', currency: 'EUR', paymentType: 'card_international' }),
    signal: workingTimeout(10_000),
  });
  const body = (await response.json()) as { depositId: string };
  return { status: response.status, body };
}

async function approve({ sandbox, sandboxKey }: Target, depositId: string): Promise<void> {
  const headers = { authorization: `Bearer ${sandboxKey}`, 'content-type': 'application/json' };
  const found = await fetch(`${sandbox.url}/v1/payments?merchantReference=${depositId}`, {
    headers,
  });
  const { id } = (await found.json()) as { id: string };
  const approved = await fetch(`${sandbox.url}/v1/payments/${id}/approve`, {
    method: 'POST',
    headers,
    body: '{}',
  });
  if (!approved.ok) throw new Error(`The provider answered ${approved.status} to ${depositId}`);
}
