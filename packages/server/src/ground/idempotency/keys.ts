import type { CallName } from '@kassa/contract';
import type { Db } from '../database/connect.ts';
import { deleteOlder } from '../database/delete-older.ts';
import type { Vault } from '../encryption/vault.ts';
import type { Log } from '../log.ts';

/** What the functions of idempotency keys need of the core. */
export interface KeyStore {
  db: Db;
  vault: Vault;
  log: Log;
  now: () => Date;
}

/** Identifies an idempotency key: unique per player and call. */
export interface KeyId {
  brand_id: string;
  player_id: string;
  call: CallName;
  key: string;
}

/**
 * The time that a key stays locked after its process has died. Then another request may take over.
 * The widget retries for longer than that (its transport/transport.ts).
 */
const leaseMs = 15_000;

/** A busy process may miss one renewal without losing the lease. */
const renewalMs = 5_000;

/** Returns the end of a lease that is taken or renewed now. */
export function leaseFrom({ now }: Pick<KeyStore, 'now'>): Date {
  return new Date(now().getTime() + leaseMs);
}

/**
 * Runs `act` while it renews the lease of the key, however long `act` takes: it may wait for an
 * approval, several requests to a provider, a slow wallet.
 */
export async function whileHolding<Result>(
  core: Pick<KeyStore, 'db' | 'now' | 'log'>,
  id: KeyId,
  act: () => Promise<Result>,
): Promise<Result> {
  const renewal = setInterval(() => {
    renew(core, id).catch((error: unknown) => {
      core.log.warn(
        { call: id.call, error },
        'the lease of an idempotency key could not be renewed',
      );
    });
  }, renewalMs);
  try {
    return await act();
  } finally {
    clearInterval(renewal);
  }
}

async function renew(core: Pick<KeyStore, 'db' | 'now'>, id: KeyId): Promise<void> {
  await core.db
    .updateTable('idempotency_keys')
    .set({ locked_until: leaseFrom(core) })
    .where((expression) => expression.and({ ...id }))
    .where('answer', 'is', null)
    .execute();
}

const keptMs = 7 * 24 * 3600_000;

/** Deletes players' and operators' idempotency keys older than 7 days (design §3.6). */
export async function purgeKeys(core: { db: Db; now: () => Date }): Promise<void> {
  const oldest = new Date(core.now().getTime() - keptMs);
  for (const table of ['idempotency_keys', 'operator_requests'] as const) {
    await deleteOlder(core.db, table, 'created_at', oldest);
  }
}
