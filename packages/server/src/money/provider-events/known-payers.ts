import { sql } from 'kysely';
import type { ProviderTransfer } from '../../connectors/provider-event.ts';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import { isMasked } from '../../ground/encryption/account-digest.ts';
import type { Vault } from '../../ground/encryption/vault.ts';

/*
 * Payers who have paid for a player before: by a digest of the account or the name that the bank reports.
 */

/** A payer as a bank reports them. Personal data: never log. */
export type ReportedPayer = Pick<ProviderTransfer, 'payerName' | 'payerAccount'>;

/** An account that is masked or too short is the same for several payers; one in other letters is none. */
const isWhole = (account: string) =>
  /^[A-Za-z\d\s\p{Pd}@+./]+$/u.test(account) && /(\w\W*){8}/.test(account) && !isMasked(account);

/** A name with an initial, or of one word, is that of several people. */
const isWholeName = (name: string) => {
  const words = name.split(/[^\p{L}\p{M}]+/u).filter((word) => word !== '');
  return words.length > 1 && words.every((word) => [...word].length > 1);
};

/** Returns the digests of a payer, each under every key of the ring; none if nothing tells them from others. */
function digestsOfReported(
  vault: Vault,
  brandId: string,
  { payerName, payerAccount }: ReportedPayer,
  { isFirstKeyOnly = false } = {},
): string[] {
  const digests = (kind: string, value: string) => {
    const scope = { brandId, kind };
    return isFirstKeyOnly ? [vault.blindIndex(scope, value)] : vault.blindIndexes(scope, value);
  };
  return [
    ...(payerAccount !== null && isWhole(payerAccount)
      ? digests('payer account', payerAccount)
      : []),
    ...(payerName !== null && isWholeName(payerName) ? digests('payer name', payerName) : []),
  ];
}

/** Who pays for more players is no person, but a bank or a service that sends for many. */
const mostPlayers = 4;

/**
 * Finds the players for whom a payer has paid before; none where the name or account is that of many.
 */
export async function findKnownPlayers(
  { vault }: Pick<Core, 'vault'>,
  db: Db | Tx,
  { brandId, ...payer }: ReportedPayer & { brandId: string },
): Promise<ReadonlySet<string>> {
  const digests = digestsOfReported(vault, brandId, payer);
  if (digests.length === 0) return new Set();
  const { rows } = await sql<{ digest: string; player_id: string; stands: boolean }>`
    select k.digest, k.player_id, d.credited_amount > d.reversed_amount as stands
    from unnest(${digests}::text[]) as sought (digest)
    cross join lateral (
      select * from known_payers
      where brand_id = ${brandId} and digest = sought.digest limit ${mostPlayers + 1}
    ) k
    cross join lateral (
      select * from deposits d where d.brand_id = k.brand_id and d.id = k.deposit_id offset 0
    ) d`.execute(db);
  const byDigest = Map.groupBy(rows, ({ digest }) => digest);
  const telling = [...byDigest.values()].filter((found) => found.length <= mostPlayers);
  const standing = telling.flat().filter(({ stands }) => stands);
  return new Set(standing.map(({ player_id }) => player_id));
}

/** Remembers the payer of a deposit that was credited. The caller has locked its player. */
export async function rememberPayer(
  { vault }: Pick<Core, 'vault'>,
  tx: Tx,
  { brand_id: brandId, player_id: playerId, id: depositId }: Deposit,
  payer: ReportedPayer,
): Promise<void> {
  const digests = digestsOfReported(vault, brandId, payer, { isFirstKeyOnly: true });
  if (digests.length === 0) return;
  await sql`
    insert into known_payers (brand_id, player_id, digest, deposit_id)
    select ${brandId}, ${playerId}, digest, ${depositId} from unnest(${digests}::text[]) digest
    on conflict (brand_id, player_id, digest) do update set deposit_id = excluded.deposit_id`.execute(
    tx,
  );
}
