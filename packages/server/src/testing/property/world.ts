import { randomBytes } from 'node:crypto';
import type { Decimal } from '@kassa/contract';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import type { Db } from '../../ground/database/connect.ts';
import type { Database } from '../../ground/database/schema.ts';
import { moveMoney, postTransfer } from '../../money/ledger/transfers.ts';
import { receiveNotification } from '../../money/provider-events/inbox.ts';
import { processNotification } from '../../money/provider-events/process-notification.ts';
import { buildCaller } from '../build-caller.ts';
import { buildWorldCore, type Outside } from './build-world-core.ts';
import type { Blocked, Limited } from './check-protection.ts';
import { KillableProcess } from './killable-process.ts';
import { offerBonuses } from './offer-bonuses.ts';
import type { Notification } from './provider-records.ts';
import { ConnectorBug, signature } from './simulated-connector.ts';
import { SimulatedProvider } from './simulated-provider.ts';
import { SimulatedWallet } from './simulated-wallet.ts';

/** Where the balances of a world's players live. */
export type WalletKind = 'ledger' | 'remote';

/** A running server process. */
export interface RunningProcess {
  killable: KillableProcess;
  core: Core;
}

/**
 * The two processes that may be killed; a third one, which is never killed, delivers notifications.
 */
export type ProcessNumber = 0 | 1;

/** One brand with its players, its provider and its server processes, for one sequence. */
export interface World extends Outside {
  /** The database outside all processes: for reads only. */
  db: Db;
  players: Caller[];
  processes: [RunningProcess, RunningProcess];
  courier: Core;
  /** The first balance of each player, by player id. */
  seeds: Map<string, Decimal>;
  /** The bets of each player in the remote wallet, by player id. */
  spent: Map<string, Decimal>;
  /** The blocks and limits of players' deposits so far. */
  blocked: Blocked[];
  limited: Limited[];
  /** The request that a key was first used with. */
  requests: Map<string, object>;
  /** The ids in the responses to each key. */
  answers: Map<string, Set<string>>;
  /** Problems that were noticed while the sequence ran. */
  findings: string[];
  /** The events that this sequence covered; a long run must cover all. */
  seen: Set<string>;
  pass: (ms: number) => void;
}

const seed: Decimal = '120.00';

/** Creates a brand on a shared database, with three players and two processes. */
export async function createWorld(pool: pg.Pool, walletKind: WalletKind): Promise<World> {
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  const outside = buildOutside(pool, walletKind);
  const courier = buildWorldCore(outside, new KillableProcess());
  outside.mood.deliver = async () => {
    const newest = outside.provider.queue.at(-1);
    if (newest !== undefined) await deliver(outside, courier, newest);
  };
  const players = ['EUR', 'EUR', 'JPY'].map((currency, index) =>
    buildCaller(outside.brandId, `player-${index}`, currency),
  );
  const world: World = {
    ...outside,
    db,
    players,
    processes: [startProcess(outside), startProcess(outside)],
    courier,
    seeds: new Map(),
    spent: new Map(),
    blocked: [],
    limited: [],
    requests: new Map(),
    answers: new Map(),
  };
  await seedPlayers(world);
  await offerBonuses(world);
  return world;
}

function buildOutside(pool: pg.Pool, walletKind: WalletKind) {
  const brandId = `brand-${randomBytes(6).toString('hex')}`;
  const provider = new SimulatedProvider();
  const findings: string[] = [];
  const seen = new Set<string>();
  let nowMs = Date.now();
  return {
    brandId,
    pool,
    provider,
    mood: { faults: [], deliver: async () => {} } as Outside['mood'],
    wallet: walletKind === 'remote' ? new SimulatedWallet() : null,
    now: () => new Date(nowMs),
    pass: (ms: number) => {
      nowMs += ms;
    },
    findings,
    seen,
    log: { info: () => {}, warn: () => {}, error: buildErrorLog(findings) },
  };
}

/** Builds a log in which a caught and logged exception is a bug, unless the test threw it. */
function buildErrorLog(findings: string[]) {
  return (fields: object, message: string) => {
    const error = 'error' in fields ? fields.error : undefined;
    const isBug = error instanceof Error && !(error instanceof ConnectorBug);
    if (isBug) findings.push(`logged: ${message}: ${error.stack}`);
  };
}

/** Gives the first player money, so that withdrawals need no deposit before them. */
async function seedPlayers(world: World): Promise<void> {
  const { db, brandId, players, wallet } = world;
  const rows = players.map(({ playerId, externalId }) => ({
    id: playerId,
    brand_id: brandId,
    external_id: externalId,
  }));
  await db.insertInto('players').values(rows).execute();
  const [first] = players;
  if (first === undefined) return;
  const { playerId, externalId } = first;
  world.seeds.set(playerId, seed);
  if (wallet !== null) {
    wallet.balances.set(externalId, seed);
    return;
  }
  const lines = moveMoney(
    { amount: seed, currency: 'EUR' },
    { kind: 'promotions', owner: 'promotions' },
    { kind: 'player', owner: playerId },
  );
  await db.transaction().execute((tx) =>
    postTransfer(tx, {
      id: uuidv7(),
      brandId,
      kind: 'adjustment',
      playerId,
      reason: 'a first balance',
      lines,
    }),
  );
}

/** Starts a process with empty memory. */
export function startProcess(outside: Outside): RunningProcess {
  const killable = new KillableProcess();
  return { killable, core: buildWorldCore(outside, killable) };
}

/** Delivers a notification as its HTTP request would; it is queued no more unless `stays`. */
export async function deliver(
  world: Pick<World, 'brandId' | 'provider'>,
  core: Core,
  notification: Notification,
  { isNew = false, stays = false }: { isNew?: boolean; stays?: boolean } = {},
): Promise<void> {
  const { brandId, provider } = world;
  const receipt = await receiveNotification(
    core,
    { brandId, account: notification.account },
    { headers: signature, body: isNew ? `${notification.id} again` : notification.id },
  );
  if (!provider.delivered.includes(notification)) provider.delivered.push(notification);
  if (!stays) provider.queue = provider.queue.filter((it) => it !== notification);
  if (receipt.kind === 'stored') await processNotification(core, receipt.id);
}
