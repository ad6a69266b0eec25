import {
  addDecimals,
  type Conversion,
  compareDecimals,
  type Decimal,
  type Money,
  negateDecimal,
} from '@kassa/contract';
import { type Insertable, type QueryCreator, sql } from 'kysely';
import { compileOnce } from '../../ground/database/compile-once.ts';
import type { Tx } from '../../ground/database/connect.ts';
import { insertFor } from '../../ground/database/insert-for.ts';
import { asPrepared } from '../../ground/database/prepared.ts';
import type { Database } from '../../ground/database/schema.ts';
import type {
  AccountKind,
  GuardedKind,
  LedgerTransfersTable,
  TransferKind,
} from '../../ground/database/tables/ledger.ts';

export interface AccountRef {
  kind: AccountKind;
  /** A player's id, or the name of the house account. */
  owner: string;
}

/** One entry of a transfer: the money that an account gains, or loses if negative. */
export interface Line {
  account: AccountRef;
  money: Money;
}

export interface Transfer {
  /** Unique for ever; posting the same id again violates a constraint. */
  id: string;
  brandId: string;
  kind: TransferKind;
  depositId?: string;
  withdrawalId?: string;
  /** The player, for transfers that belong to neither a deposit nor a withdrawal. */
  playerId?: string;
  /** The reason, if a person decided the transfer. */
  reason?: string;
  /** The lines sum to zero per currency. */
  lines: Line[];
}

/** The kinds of account whose balance never goes below zero (design §3.5). */
const guarded: ReadonlySet<AccountKind> = new Set<GuardedKind>(['player', 'held', 'bonus']);

/** Builds the two lines that move money from one account to another. */
export function moveMoney(money: Money, from: AccountRef, to: AccountRef): Line[] {
  return [
    { account: from, money: { ...money, amount: negateDecimal(money.amount) } },
    { account: to, money },
  ];
}

/**
 * Moves money between accounts, by one statement; an account is opened at its first use. The database
 * itself keeps entries immutable, transfers at zero per currency, and players' balances equal to their
 * entries and never negative.
 * @throws a constraint violation if a player's balance doesn't cover it: see `isOverdraft`.
 */
export async function postTransfer(tx: Tx, transfer: Transfer): Promise<void> {
  const [posted] = await post(tx, toTransferRows(transfer));
  const { id, lines } = transfer;
  if (Number(posted?.entries) !== lines.length) {
    throw new Error(`Transfer ${id} has ${lines.length} lines, and others were written`);
  }
}

const post = compileOnce((query, rows: TransferRows) =>
  withTransfer(query, rows)
    .selectFrom('entries')
    .select(({ fn }) => fn.countAll<string>().as('entries'))
    .modifyEnd(asPrepared),
);

/** The rows of a transfer: its own, and the columns of its entries. */
export interface TransferRows {
  transfer: Insertable<LedgerTransfersTable> & { id: string };
  kinds: string[];
  owners: string[];
  currencies: string[];
  amounts: string[];
  guarded: string[];
  count: number;
}

export function toTransferRows({ id, brandId, lines, ...transfer }: Transfer): TransferRows {
  return {
    transfer: {
      id,
      brand_id: brandId,
      kind: transfer.kind,
      deposit_id: transfer.depositId ?? null,
      withdrawal_id: transfer.withdrawalId ?? null,
      player_id: transfer.playerId ?? null,
      reason: transfer.reason ?? null,
    },
    kinds: lines.map(({ account }) => account.kind),
    owners: lines.map(({ account }) => account.owner),
    currencies: lines.map(({ money }) => money.currency),
    amounts: lines.map(({ money }) => money.amount),
    guarded: [...guarded],
    count: lines.length,
  };
}

/**
 * Adds a transfer to a statement that writes what changes together.
 * @param changed - the expression of the statement without whose row nothing is posted
 */
export function withTransfer<Schema extends Database>(
  statement: QueryCreator<Schema>,
  { transfer, kinds, owners, currencies, amounts, guarded, count }: TransferRows,
  changed?: string,
): QueryCreator<Schema & { entries: { line: number } }> {
  const { id, brand_id: brandId } = transfer;
  const condition =
    changed === undefined ? sql`` : sql`where exists (select from ${sql.ref(changed)})`;
  return (
    (statement as QueryCreator<Database>)
      // The limit is for the planner: without it PostgreSQL expects more lines, and plans each time anew.
      .with(
        'lines',
        () => sql<object>`(
        select l.*, a.id from (
          select * from unnest(${kinds}::text[], ${owners}::text[], ${currencies}::text[],
            ${amounts}::numeric[])
            with ordinality as l (kind, owner, currency, amount, line)
          limit ${count}) l
        left join lateral (
          select id from ledger_accounts a where a.brand_id = ${brandId} and a.kind = l.kind
            and a.owner = l.owner and a.currency = l.currency limit 1) a on true
        ${condition})`,
      )
      // The accounts are opened in a fixed order, so that concurrent transactions that open the same
      // accounts don't deadlock. If another transaction opens one first, its row is the account.
      .with(
        'opened',
        () => sql<object>`(
        insert into ledger_accounts (id, brand_id, kind, owner, currency, balance)
        select distinct on (name) gen_random_uuid(), ${brandId}, l.kind, l.owner, l.currency,
          case when l.kind = any(${guarded}::text[]) then 0 end
        from lines l, lateral (
          select concat_ws(' ', l.kind, l.owner, l.currency) collate "C" as name) as n
        where l.id is null order by name
        on conflict (brand_id, kind, owner, currency) do update set owner = excluded.owner
        returning id, kind, owner, currency)`,
      )
      .with('transfer', (query) =>
        changed === undefined
          ? query.insertInto('ledger_transfers').values(transfer)
          : insertFor(query, 'ledger_transfers', changed, transfer as never),
      )
      .with(
        'entries',
        () => sql<object>`(
        insert into ledger_entries (transfer_id, line, brand_id, account_id, currency, amount)
        select ${id}::uuid, l.line, ${brandId}, coalesce(l.id, o.id), l.currency, l.amount
        from lines l left join opened o using (kind, owner, currency)
        returning line)`,
      ) as never
  );
}

/** Whether an error means that a player's balance would have gone below zero. */
export function isOverdraft(error: unknown): boolean {
  return (
    error instanceof Error &&
    'constraint' in error &&
    error.constraint === 'ledger_accounts_balance_check'
  );
}

/**
 * Builds the lines that take money from one account in its currency and give it to others in
 * theirs. If the currencies differ, the money goes through the `exchange` account, and the
 * rounded-off rest goes to `rounding`, so that the lines sum to zero in both currencies. The
 * targets' amounts sum to `conversion.money`.
 */
export function conversionLines(
  from: Money,
  { money: to, rounding }: Conversion,
  source: AccountRef,
  targets: readonly { account: AccountRef; amount: Decimal }[],
): Line[] {
  const lines: Line[] = [
    { account: source, money: { ...from, amount: negateDecimal(from.amount) } },
    ...targets.map(({ account, amount }) => ({ account, money: { ...to, amount } })),
    { account: { kind: 'rounding', owner: 'rounding' }, money: { ...to, amount: rounding } },
  ];
  if (from.currency !== to.currency) {
    const account: AccountRef = { kind: 'exchange', owner: pairOf(from.currency, to.currency) };
    const spent = negateDecimal(addDecimals(to.amount, rounding));
    lines.push({ account, money: from }, { account, money: { ...to, amount: spent } });
  }
  return lines.filter(({ money }) => compareDecimals(money.amount, '0') !== 0);
}

/** Returns the same lines with the opposite sign. */
export function negateLines(lines: readonly Line[]): Line[] {
  return lines.map(({ account, money }) => ({
    account,
    money: { ...money, amount: negateDecimal(money.amount) },
  }));
}

/** Builds the lines of a provider's fee on the money. */
export function feeLines(connector: string, fee: Money | null): Line[] {
  if (fee === null || compareDecimals(fee.amount, '0') <= 0) return [];
  return negateLines([
    { account: { kind: 'clearing', owner: connector }, money: negate(fee) },
    { account: { kind: 'fees', owner: connector }, money: fee },
  ]);
}

const negate = (money: Money): Money => ({ ...money, amount: negateDecimal(money.amount) });

const pairOf = (left: string, right: string) => [left, right].sort().join('/');
