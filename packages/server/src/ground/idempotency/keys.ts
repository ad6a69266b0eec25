import type { CallName } from '@kassa/contract';
import type { Db } from '../database/connect.ts';
import { deleteOlder } from '../database/delete-older.ts';
import type { Vault } from '../encryption/vault.ts';
import type { Log } from '../log.ts';

/** What keys are kept with. */
export interface Keeping {
  db: Db;
  vault: Vault;
  log: Log;
  now: () => Date;
}

/** Which key: unique for a player and a call. */
export interface KeyId {
  brand_id: string;
  player_id: string;
  call: CallName;
  key: string;
}

/**
 * How long a key stays held by a process that has died; then another request may take over. The widget
 * asks again for longer than that (its transport/transport.ts).
 */
const leaseMs = 15_000;

/** A busy process may miss one renewal, and lose nothing. */
const renewalMs = 5_000;

/** Until when a key is held that is taken or renewed now. */
export function leaseFrom({ now }: Pick<Keeping, 'now'>): Date {
  return new Date(now().getTime() + leaseMs);
}

/**
 * Does something while its key is held, however long that takes: an approval, a provider that is asked
 * several times, a slow wallet.
 */
export async function whileHolding<Result>(
  core: Pick<Keeping, 'db' | 'now' | 'log'>,
  id: KeyId,
  act: () => Promise<Result>,
): Promise<Result> {
  const renewal = setInterval(() => {
    renew(core, id).catch((error: unknown) => {
      core.log.warn({ call: id.call, error }, 'an idempotency key could not be held');
    });
  }, renewalMs);
  try {
    return await act();
  } finally {
    clearInterval(renewal);
  }
}

async function renew(core: Pick<Keeping, 'db' | 'now'>, id: KeyId): Promise<void> {
  await core.db
    .updateTable('idempotency_keys')
    .set({ locked_until: leaseFrom(core) })
    .where((expression) => expression.and({ ...id }))
    .where('answer', 'is', null)
    .execute();
}

const keptMs = 7 * 24 * 3600_000;

/** Forgets idempotency keys older than 7 days (design §3.6): players' and operators'. */
export async function purgeKeys(core: { db: Db; now: () => Date }): Promise<void> {
  const oldest = new Date(core.now().getTime() - keptMs);
  for (const table of ['idempotency_keys', 'operator_requests'] as const) {
    await deleteOlder(core.db, table, 'created_at', oldest);
  }
}
