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
import { buildWorldCore, connectorName, type Outside } from './build-world-core.ts';
import { MortalProcess } from './mortal-process.ts';
import { ConnectorBug, signature } from './simulated-connector.ts';
import { type Notification, SimulatedProvider } from './simulated-provider.ts';
import { SimulatedWallet } from './simulated-wallet.ts';

/** Where the balances of a world's players live. */
export type WalletKind = 'ledger' | 'remote';

/** A server process as it runs at the moment. */
export interface Life {
  mortal: MortalProcess;
  core: Core;
}

/** Every process of the brand that may die; a third one, which never does, carries messages. */
export type ProcessNumber = 0 | 1;

/** One brand with its players, its provider and the processes that serve it, for one sequence. */
export interface World extends Outside {
  /** The database beside all processes: to look, not to act. */
  db: Db;
  players: Caller[];
  lives: [Life, Life];
  courier: Core;
  /** What the operator put on each player's account before anything else, by player. */
  seeds: Map<string, Decimal>;
  /** What players bet in the remote wallet, by player. */
  spent: Map<string, Decimal>;
  /** The request that a key was first used with. */
  requests: Map<string, object>;
  /** Every answer that a key got, as the resource it names. */
  answers: Map<string, Set<string>>;
  /** What never may be, as it was noticed. */
  findings: string[];
  /** What this sequence went through; a whole run must go through everything. */
  seen: Set<string>;
  pass: (ms: number) => void;
}

const seed: Decimal = '120.00';

/** Makes a brand of its own on a shared database, with three players and two processes. */
export async function createWorld(pool: pg.Pool, walletKind: WalletKind): Promise<World> {
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  const outside = buildOutside(pool, walletKind);
  const courier = buildWorldCore(outside, new MortalProcess());
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
    lives: [startLife(outside), startLife(outside)],
    courier,
    seeds: new Map(),
    spent: new Map(),
    requests: new Map(),
    answers: new Map(),
  };
  await seedPlayers(world);
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

/** A thrown error that was caught and logged is a bug all the same, unless the test threw it. */
function buildErrorLog(findings: string[]) {
  return (fields: object, message: string) => {
    const error = 'error' in fields ? fields.error : undefined;
    const isBug = error instanceof Error && !(error instanceof ConnectorBug);
    if (isBug) findings.push(`logged: ${message}: ${error.stack}`);
  };
}

function buildCaller(brandId: string, externalId: string, currency: string): Caller {
  return {
    brandId,
    playerId: uuidv7(),
    externalId,
    currency,
    country: 'de',
    role: undefined,
    accountType: 'main',
    isVouchedFor: false,
    expiresAt: new Date(8.64e15),
  };
}

/** The first player has money from the start, so that withdrawals need no deposit before them. */
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

/** Starts a process: nothing but the database and the outside is there. */
export function startLife(outside: Outside): Life {
  const mortal = new MortalProcess();
  return { mortal, core: buildWorldCore(outside, mortal) };
}

/** Hands a notification over as its HTTP request would; an acknowledged one is not sent again. */
export async function deliver(
  world: Pick<World, 'brandId' | 'provider'>,
  core: Core,
  notification: Notification,
  { isNew = false, stays = false }: { isNew?: boolean; stays?: boolean } = {},
): Promise<void> {
  const { brandId, provider } = world;
  const receipt = await receiveNotification(
    core,
    { brandId, connectorName },
    { headers: signature, body: isNew ? `${notification.id} again` : notification.id },
  );
  if (!provider.delivered.includes(notification)) provider.delivered.push(notification);
  if (!stays) provider.queue = provider.queue.filter((it) => it !== notification);
  if (receipt.kind === 'stored') await processNotification(core, receipt.id);
}
