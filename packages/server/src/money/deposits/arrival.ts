import { sql } from 'kysely';
import type { ProviderPayment } from '../../connectors/provider-event.ts';
import type { Core } from '../../core/core.ts';
import { compileOnce } from '../../ground/database/compile-once.ts';
import type { Tx } from '../../ground/database/connect.ts';
import { asPrepared } from '../../ground/database/prepared.ts';
import { type RowsInJson, readRows, rowsInJson } from '../../ground/database/rows-in-json.ts';
import { depositColumns } from '../../ground/database/tables/columns.ts';
import type { Deposit, Payment } from '../../ground/database/tables/money.ts';
import { isUuid } from '../../ground/is-uuid.ts';
import {
  type PlayerStanding,
  readStanding,
  type StandingColumns,
  selectStanding,
} from '../../players/player-standing.ts';
import type { Evidence } from '../../providers/evidence.ts';
import { type Debt, readDebt, selectDebt } from '../ledger/balances.ts';
import { holdLocks, wasTriedAt } from './load-deposit.ts';

/** What decides about money that arrives. */
export interface ArrivalFacts {
  receipts: Payment[];
  standing: PlayerStanding;
  /** What the player owes in their account's currency. */
  debt: Debt;
}

/**
 * Locks a deposit and its player, and loads it with what decides about money that arrives for it, by
 * statements that are sent together. Undefined if the brand has no such deposit, or if it was never tried at
 * the account.
 */
export async function lockForArrival(
  core: Pick<Core, 'now'>,
  tx: Tx,
  evidence: Evidence,
  { depositId, providerReference }: Pick<ProviderPayment, 'depositId' | 'providerReference'>,
): Promise<{ deposit: Deposit; facts: ArrivalFacts } | undefined> {
  const { brandId, connector } = evidence;
  if (!isUuid(depositId)) return undefined;
  await holdLocks(tx, brandId, depositId);
  const [row] = await readArrival(tx, { brandId, depositId, connector, providerReference });
  if (row === undefined) return undefined;
  const { receipts, blocks, limits, debt, ...deposit } = row;
  if (!(await wasTriedAt(tx, deposit, connector))) return undefined;
  return { deposit, facts: readFacts({ receipts, blocks, limits, debt }, core.now()) };
}

/** Loads what decides about money that arrives for a deposit, which the caller has locked with its player. */
export async function loadFacts(
  { now }: Pick<Core, 'now'>,
  tx: Tx,
  { brand_id: brandId, id: depositId }: Deposit,
  { connector }: Evidence,
  providerReference: string,
): Promise<ArrivalFacts> {
  const [row] = await readArrival(tx, { brandId, depositId, connector, providerReference });
  if (row === undefined) throw new Error(`Deposit ${depositId} is gone`);
  return readFacts(row, now());
}

interface Arriving {
  brandId: string;
  depositId: string;
  connector: string;
  providerReference: string;
}

/**
 * Selects a deposit, its receipts and the receipt of another deposit with the reference at the same
 * account, if any; and of the player what restricts their payments and what they owe.
 */
const readArrival = compileOnce((tx, of: Arriving) => {
  const player = { brandId: of.brandId, playerId: sql.ref<string>('deposits.player_id') };
  const inBrand = tx.selectFrom('payments').selectAll().where('brand_id', '=', of.brandId);
  // Two look-ups in indexes, instead of one condition that may lead to all receipts of the brand.
  const receipts = inBrand
    .where('deposit_id', '=', of.depositId)
    .unionAll(
      inBrand
        .where('connector', '=', of.connector)
        .where('provider_payment_id', '=', of.providerReference)
        .where('deposit_id', '<>', of.depositId),
    )
    .orderBy('created_at')
    .orderBy('id');
  // An account's owner may be no player.
  const owner = sql<string>`deposits.player_id::text`;
  const currency = sql.ref<string>('deposits.account_currency');
  return tx
    .selectFrom('deposits')
    .select([
      rowsInJson(receipts).as('receipts'),
      ...selectStanding(tx, player),
      rowsInJson(selectDebt(tx, { ...player, playerId: owner, currency })).as('debt'),
    ])
    .select(depositColumns)
    .where('brand_id', '=', of.brandId)
    .where('id', '=', of.depositId)
    .modifyEnd(asPrepared);
});

function readFacts(
  row: StandingColumns & {
    receipts: RowsInJson<Payment>;
    debt: RowsInJson<Parameters<typeof readDebt>[0]>;
  },
  now: Date,
): ArrivalFacts {
  const [debt] = readRows(row.debt, []);
  if (debt === undefined) throw new Error('A sum has one row');
  return {
    receipts: readRows(row.receipts, ['seen_at', 'created_at', 'updated_at']),
    standing: readStanding(row, now),
    debt: readDebt(debt),
  };
}
