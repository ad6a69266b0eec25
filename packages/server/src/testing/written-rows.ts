import { sql } from 'kysely';
import type { Db } from '../ground/database/connect.ts';

/** A table with what finds a player's rows in it, and the order in which they were written. */
const tables: readonly { name: string; where: string; orderBy: string; without?: string[] }[] = [
  { name: 'deposits', where: 'player_id = $player', orderBy: 'id' },
  { name: 'deposit_transitions', where: 'deposit_id in ($deposits)', orderBy: 'id' },
  { name: 'deposit_attempts', where: 'deposit_id in ($deposits)', orderBy: 'deposit_id, number' },
  { name: 'payments', where: 'deposit_id in ($deposits)', orderBy: 'id' },
  {
    name: 'ledger_transfers',
    where: 'player_id = $player or deposit_id in ($deposits)',
    orderBy: 'id',
  },
  {
    name: 'ledger_entries',
    where:
      'transfer_id in (select id from ledger_transfers where player_id = $player or deposit_id in ($deposits))',
    orderBy: 'transfer_id, line',
  },
  { name: 'ledger_accounts', where: 'owner = $player::text', orderBy: 'kind, currency' },
  {
    name: 'webhook_events',
    where: 'player_id = $player',
    orderBy: 'sequence',
    // The delivery goes on by itself.
    without: ['status', 'attempts', 'next_attempt_at', 'last_error', 'delivered_at'],
  },
  { name: 'provider_notifications', where: 'subject_ids && array($deposits)', orderBy: 'id' },
  { name: 'idempotency_keys', where: 'player_id = $player', orderBy: 'created_at' },
  { name: 'bonuses', where: 'player_id = $player', orderBy: 'id' },
  { name: 'wallet_operations', where: 'player_id = $player', orderBy: 'id' },
  { name: 'saved_details', where: 'player_id = $player', orderBy: 'id' },
  { name: 'blind_index', where: 'player_id = $player', orderBy: 'subject_id, digest' },
];

/**
 * Describes all rows that a player's deposits have left, table by table in the order in which they
 * were written. Ids are numbered in the order of their appearance; times, references, digests and
 * sealed texts are named as such, so that two players who did the same leave the same text.
 */
export async function describeWrittenRows(db: Db, playerId: string): Promise<string> {
  const name = buildNames();
  const parts: string[] = [];
  for (const { name: table, where, orderBy, without = [] } of tables) {
    const condition = where
      .replaceAll('$deposits', `select id from deposits where player_id = '${playerId}'`)
      .replaceAll('$player', `'${playerId}'`);
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) - ${without}::text[] as row from ${sql.table(table)} as t
      where ${sql.raw(condition)} order by ${sql.raw(orderBy)}`.execute(db);
    for (const { row } of rows) parts.push(`${table} ${name(JSON.stringify(sortKeys(row)))}`);
  }
  return parts.join('\n');
}

/** A later migration's columns come last in the table, and anywhere here. Null says nothing. */
function sortKeys(row: Record<string, unknown>): object {
  const known = Object.entries(row).filter(([, value]) => value !== null);
  return Object.fromEntries(known.sort(([left], [right]) => (left < right ? -1 : 1)));
}

function buildNames(): (text: string) => string {
  const ids = new Map<string, string>();
  const nameId = (id: string) => {
    const name = ids.get(id) ?? `id ${ids.size + 1}`;
    ids.set(id, name);
    return name;
  };
  return (text) =>
    text
      .replaceAll(/s1\.[\w-]+\.[\w.+/=-]+/g, '‹sealed›')
      .replaceAll(/"(\w*(?:digest|hash))":"[\w-]+"/g, '"$1":"‹digest›"')
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(\+00:00|Z)/g, '‹time›')
      .replaceAll(/K[A-Z]-\w{4}-\w{4}/g, '‹reference›')
      .replaceAll(/localhost:\d+/g, 'localhost')
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, nameId);
}
