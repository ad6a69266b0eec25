import { sql } from 'kysely';
import type { ProviderTransfer } from '../../connectors/provider-event.ts';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import type { Vault } from '../../ground/encryption/vault.ts';

/*
 * Payers who have paid for a player before: by a digest of the account or the name that the bank reports.
 */

/** A payer as a bank reports them. Personal data: never log. */
export type ReportedPayer = Pick<ProviderTransfer, 'payerName' | 'payerAccount'>;

/** An account that is masked, as in `XXXXXXXX1234`, or too short is the same for several payers. */
const isWhole = (account: string) =>
  /^[\p{L}\p{N}\s\p{Pd}@+./]+$/u.test(account) &&
  /(\w\W*){8}/.test(account) &&
  !/x{4}/i.test(account.replace(/[\s\p{Pd}]/gu, ''));

/** Returns the digests of a payer, each under every key of the ring; none if nothing tells them from others. */
function digestsOfPayer(
  vault: Vault,
  brandId: string,
  { payerName, payerAccount }: ReportedPayer,
  { isFirstKeyOnly = false } = {},
): string[] {
  const digests = (kind: string, value: string) => {
    const all = vault.blindIndexes({ brandId, kind }, value);
    return isFirstKeyOnly ? all.slice(0, 1) : all;
  };
  return [
    ...(payerAccount !== null && isWhole(payerAccount)
      ? digests('payer account', payerAccount)
      : []),
    ...(payerName !== null && /\p{L}{2}/u.test(payerName) ? digests('payer name', payerName) : []),
  ];
}

/** Returns those of the players for whom the payer has paid before, and whose money wasn't taken back. */
export async function findKnownPlayers(
  { vault }: Pick<Core, 'vault'>,
  db: Db | Tx,
  { brandId, ...payer }: ReportedPayer & { brandId: string },
  players: readonly string[],
): Promise<ReadonlySet<string>> {
  const digests = digestsOfPayer(vault, brandId, payer);
  if (digests.length === 0 || players.length === 0) return new Set();
  const rows = await db
    .selectFrom('known_payers as k')
    .innerJoin('deposits as d', (join) =>
      join.onRef('d.brand_id', '=', 'k.brand_id').onRef('d.id', '=', 'k.deposit_id'),
    )
    .select('k.player_id')
    .where('k.brand_id', '=', brandId)
    .where('k.player_id', 'in', players)
    .where('k.digest', 'in', digests)
    .whereRef('d.credited_amount', '>', 'd.reversed_amount')
    .execute();
  return new Set(rows.map(({ player_id }) => player_id));
}

/** Remembers the payer of a deposit that was credited. The caller has locked its player. */
export async function rememberPayer(
  { vault }: Pick<Core, 'vault'>,
  tx: Tx,
  { brand_id: brandId, player_id: playerId, id: depositId }: Deposit,
  payer: ReportedPayer,
): Promise<void> {
  const digests = digestsOfPayer(vault, brandId, payer, { isFirstKeyOnly: true });
  if (digests.length === 0) return;
  await sql`
    insert into known_payers (brand_id, player_id, digest, deposit_id)
    select ${brandId}, ${playerId}, digest, ${depositId} from unnest(${digests}::text[]) digest
    on conflict (brand_id, player_id, digest) do update set deposit_id = excluded.deposit_id`.execute(
    tx,
  );
}
