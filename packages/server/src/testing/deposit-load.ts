import { setTimeout as delay } from 'node:timers/promises';
import type { DepositStatusPush } from '@kassa/contract';
import { signPlayerToken } from '@kassa/test-kit';
import { v7 as uuidv7 } from 'uuid';
import { openSocket } from './player-socket.ts';
import type { Cluster } from './start-cluster.ts';
import { workingTimeout } from './working-timeout.ts';

/** As the widget waits between attempts to connect (§7), but never gives up. */
const reconnectMs = [0, 2000, 4000, 8000];

/** A lost answer is asked for again after this long, with the same key, and ever more seldom. */
const askAgainMs = [500, 1000, 2000, 4000];

export interface DepositLoad {
  depositsPerSecond: number;
  /** Asked before each deposit, with the milliseconds since the first. */
  isOver: (elapsedMs: number) => boolean;
  /** With so many under way the next one waits: a machine that can't keep up gets no ever longer queue. */
  mostAtOnce?: number;
  /** How many players take turns; each holds one socket. */
  playerCount: number;
  /** How long a deposit that the provider has its money for may take until its player hears of it. */
  timeoutMs: number;
  /** Is told of every answer to deposit-create, also of those that are asked again after. */
  onAnswer?: (answer: LoadAnswer) => void;
}

export interface LoadAnswer {
  /** Null where there was none. */
  status: number | null;
  body: unknown;
  elapsedMs: number;
}

interface LoadedDeposit {
  depositId: string;
  playerId: string;
  /** From the first attempt to create it until there was an answer. */
  createMs: number;
  /** From the provider's approval until the push; null where none came. */
  pushMs: number | null;
  /** How often creating it had to be asked for; 1 where nothing went wrong. */
  attempts: number;
}

type Target = Pick<Cluster, 'url' | 'tokenSecret' | 'sandbox' | 'sandboxKey'>;

/**
 * Players deposit at a steady rate, however long each deposit takes; the provider approves each at once.
 * They ask again as the widget does, with the same key, and listen on a socket that they open anew
 * whenever it is lost.
 */
export async function runDepositLoad(target: Target, load: DepositLoad): Promise<LoadedDeposit[]> {
  const players = await Promise.all(
    Array.from({ length: load.playerCount }, (_, index) => bringListener(target, index)),
  );
  const deposits: Promise<LoadedDeposit>[] = [];
  const { mostAtOnce = Number.POSITIVE_INFINITY } = load;
  const underWay = new Set<Promise<LoadedDeposit>>();
  const startedAt = performance.now();
  for (let index = 0; !load.isOver(performance.now() - startedAt); index += 1) {
    const dueAt = startedAt + (index * 1000) / load.depositsPerSecond;
    await delay(Math.max(0, dueAt - performance.now()));
    const player = players[index % players.length];
    if (player === undefined) break;
    const loaded = deposit(target, player, load);
    deposits.push(loaded);
    underWay.add(loaded);
    // It may fail long before all are waited for.
    loaded.finally(() => underWay.delete(loaded)).catch(() => {});
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
  /** Resolves when the player heard that this deposit was processed. */
  hear: (depositId: string) => Promise<void>;
  close: () => void;
}

async function bringListener(target: Target, index: number): Promise<Listener> {
  const playerId = `load-${index}`;
  const token = await signPlayerToken(target.tokenSecret, { playerId });
  const heard = new Map<string, PromiseWithResolvers<void>>();
  const find = (depositId: string) => {
    const found = heard.get(depositId) ?? Promise.withResolvers<void>();
    heard.set(depositId, found);
    return found;
  };
  const close = stayConnected(target.url, token, (push) => {
    if (push.status === 1) find(push.depositId).resolve();
  });
  return { playerId, token, hear: (depositId) => find(depositId).promise, close };
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

async function deposit(
  target: Target,
  player: Listener,
  { timeoutMs, onAnswer }: DepositLoad,
): Promise<LoadedDeposit> {
  const startedAt = performance.now();
  const { depositId, attempts } = await create(target.url, player.token, onAnswer);
  const createMs = performance.now() - startedAt;
  await approve(target, depositId);
  const approvedAt = performance.now();
  const late = new AbortController();
  const isHeard = await Promise.race([
    player.hear(depositId).then(() => true),
    delay(timeoutMs, false, { signal: late.signal }),
  ]);
  late.abort();
  const pushMs = isHeard ? performance.now() - approvedAt : null;
  return { depositId, playerId: player.playerId, createMs, pushMs, attempts };
}

async function create(url: string, token: string, onAnswer: DepositLoad['onAnswer']) {
  const key = uuidv7();
  for (let attempts = 1; ; attempts += 1) {
    const askedAt = performance.now();
    const answer = await ask(url, token, key).catch(() => null);
    const elapsedMs = performance.now() - askedAt;
    onAnswer?.({ status: answer?.status ?? null, body: answer?.body, elapsedMs });
    if (answer?.status === 200) return { depositId: answer.body.depositId, attempts };
    // Not 4xx, but what the widget asks again after: the network, a server, its own key in flight.
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
