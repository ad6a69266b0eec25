import { sql } from 'kysely';
import type { ChainCoin } from '../../connectors/chain-coin.ts';
import type { ChainRail, SweepInput } from '../../connectors/chain-rail.ts';
import { toUnits } from '../../connectors/coin-units.ts';
import type { Db } from '../../ground/database/connect.ts';

/** Which money is sought. */
interface Collectable {
  brandId: string;
  account: string;
  rail: ChainRail;
  coin: ChainCoin;
  /** When its payments were settled: from the first time, before the second. */
  since: Date | null;
  until: Date;
  /** The last id of the page before. */
  after: string | null;
  limit: number;
}

/** Money at an address; `id` is the payment's, or the address's where payments are added up. */
interface Found {
  id: string;
  input: SweepInput;
}

interface Row {
  id: string;
  number: number;
  address: string;
  amount: string;
  txid: string | null;
  vout: string | null;
}

/**
 * Loads confirmed money at addresses of the rail's key, oldest first; one more than the limit if
 * there is more. On chains with outputs each output that isn't spent, else what each address got.
 */
export async function loadCollectable(
  db: Db,
  isWithOutputs: boolean,
  { limit, ...sought }: Collectable,
): Promise<Found[]> {
  const select = isWithOutputs ? selectOutputs(sought) : selectSums(sought);
  const { rows } = await sql<Row>`${select} limit ${limit + 1}`.execute(db);
  const { contract, decimals } = sought.coin;
  return rows.map(({ id, number, address, amount, txid, vout }) => ({
    id,
    input: {
      index: number,
      address,
      contract,
      output: txid === null ? null : { txid, vout: Number(vout) },
      units: toUnits(amount, decimals),
    },
  }));
}

type Sought = Omit<Collectable, 'limit'>;

function selectOutputs(sought: Sought) {
  return sql`
    select c.id, a.index as number, a.address, c.amount, c.txid, c.index as vout
    ${paymentsOf(sought)} and c.spent_by is null
      ${sought.after === null ? sql`` : sql`and c.id > ${sought.after}`}
    order by c.id`;
}

function selectSums(sought: Sought) {
  return sql`
    select a.id, a.index as number, a.address, sum(c.amount) as amount, null as txid, null as vout
    ${paymentsOf(sought)}
      ${sought.after === null ? sql`` : sql`and a.id > ${sought.after}`}
    group by a.id order by a.id`;
}

/** Payments whose block was reorganised away are left out, and addresses of former keys. */
function paymentsOf({ brandId, account, rail, coin, since, until }: Sought) {
  return sql`
    from chain_payments c
    join chain_addresses a on a.brand_id = c.brand_id and a.id = c.address_id
    where c.brand_id = ${brandId} and c.account = ${account} and c.blockchain = ${rail.blockchain}
      and c.coin = ${coin.currency} and c.status = 'settled' and c.undone_at is null
      and a.key_id = ${rail.keyId} and c.settled_at < ${until}
      ${since === null ? sql`` : sql`and c.settled_at >= ${since}`}`;
}
