import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { addRequisite, buildVault, loadDataKeys } from '@kassa/server';
import { countStatements } from '../measuring/count-statements.ts';
import { median } from '../measuring/statistics.ts';
import { cancelDeposit, createDeposit, type Player, type Target } from './player.ts';
import { providerKeys } from './provider-stub.ts';
import { type Stage, writeBrand } from './stage.ts';
import type { Db } from './wait-for-credited.ts';

/** The brand whose deposits are paid to accounts of its own. */
export const poolBrand = 'pooled';
export const requisiteCount = 50;
/** How many players deposit at once. */
export const crowd = 48;

export interface PoolSize {
  warmUpMs: number;
  /** In 0 ms each player makes one deposit. */
  roundMs: number;
  rounds: number;
}

/** Writes a brand whose method has a pool as its only route. */
export async function writePoolBrand(stage: Stage, method: string): Promise<void> {
  const { folder, providerPort } = stage;
  const sandbox = { apiUrl: `http://localhost:${providerPort}`, ...providerKeys };
  await writeBrand(folder, providerPort, {
    product: poolBrand,
    connectors: { sandbox, requisites: {} },
    // The players cancel each invoice, and create the next one at once.
    invoices: { unpaidBeforePause: 1_000_000 },
  });
  const overlays = path.join(folder, 'catalogs', poolBrand);
  await mkdir(overlays, { recursive: true });
  const change = { [method]: { routes: [{ account: 'requisites' }] } };
  await writeFile(path.join(overlays, 'pool.json'), JSON.stringify({ change }));
}

/** Fills the pool of that brand. */
export async function fillPool({ folder, db }: Stage, method: string): Promise<void> {
  const keys = await loadDataKeys(
    { dataKeys: null, dataFolder: folder, databaseUrl: null },
    new Map(),
  );
  const core = { vault: buildVault(keys), now: () => new Date() };
  await db.transaction().execute(async (tx) => {
    for (let index = 0; index < requisiteCount; index += 1) {
      await addRequisite(core, tx, poolBrand, {
        account: 'requisites',
        kind: 'bankAccount',
        country: 'de',
        currency: 'EUR',
        methods: [method],
        bank: null,
        owner: null,
        payee: { account_number: String(10_000_000 + index) },
        has_reference: false,
        min_amount: null,
        max_amount: null,
        day_amount_limit: '100000000',
        day_count_limit: 1_000_000,
        opens_at: 0,
        closes_at: 0,
        time_zone: 'Europe/Berlin',
        cooldown_minutes: 0,
      });
    }
  });
}

interface Side {
  target: Target;
  players: Player[];
}

export interface PoolComparison {
  pool: number[];
  plain: number[];
  /** Of each pair of rounds, the median of the pool's over the other's. */
  ratios: number[];
  /** How many are created and canceled at the pool. */
  perSecond: number;
}

/** Times `deposit-create` with and without a pool, in turns. */
export async function comparePool(
  pool: Side,
  plain: Side,
  { warmUpMs, roundMs, rounds }: PoolSize,
): Promise<PoolComparison> {
  await timeCreation(pool, warmUpMs);
  await timeCreation(plain, warmUpMs);
  const all: PoolComparison = { pool: [], plain: [], ratios: [], perSecond: 0 };
  const rates: number[] = [];
  while (all.ratios.length < rounds) {
    const startedAt = performance.now();
    const ours = await timeCreation(pool, roundMs);
    rates.push((ours.length / (performance.now() - startedAt)) * 1000);
    const theirs = await timeCreation(plain, roundMs);
    all.pool.push(...ours);
    all.plain.push(...theirs);
    all.ratios.push(median(ours) / median(theirs));
  }
  return { ...all, perSecond: median(rates) };
}

/** Counts the statements of a creation at the pool, with its cancellation. */
export function countCreations(db: Db, pool: Side, { roundMs }: PoolSize): Promise<number> {
  return countStatements(db, async () => (await timeCreation(pool, roundMs)).length);
}

/** Each deposit is canceled at once, outside of the measured time, so that its amount is free again. */
async function timeCreation({ target, players }: Side, forMs: number): Promise<number[]> {
  const times: number[] = [];
  const start = performance.now();
  await Promise.all(
    players.map(async (player) => {
      do {
        const asked = performance.now();
        const depositId = await createDeposit(target, player);
        times.push(performance.now() - asked);
        await cancelDeposit(target, player, depositId);
      } while (performance.now() - start < forMs);
    }),
  );
  return times;
}

/** Counts the reservations of deposits that have ended. */
export async function countStranded(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('requisite_reservations as r')
    .innerJoin('deposits as d', 'd.id', 'r.deposit_id')
    .select((expression) => expression.fn.countAll().as('count'))
    .where('r.freed_at', 'is', null)
    .where('d.status', 'not in', ['created', 'awaitingPlayer', 'awaitingConfirmation'])
    .executeTakeFirstOrThrow();
  return Number(count);
}
