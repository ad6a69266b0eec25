import {
  addDecimals,
  type Conversion,
  compareDecimals,
  type Decimal,
  type Money,
  negateDecimal,
} from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../ground/database/connect.ts';
import type {
  AccountKind,
  GuardedKind,
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
 * Moves money between accounts. The database itself keeps entries immutable, transfers at zero per
 * currency, and players' balances equal to their entries and never negative.
 * @throws a constraint violation if a player's balance doesn't cover it: see `isOverdraft`.
 */
export async function postTransfer(tx: Tx, transfer: Transfer): Promise<void> {
  const { id, brandId, lines } = transfer;
  const accountIds = await resolveAccounts(tx, brandId, lines);
  await tx
    .insertInto('ledger_transfers')
    .values({
      id,
      brand_id: brandId,
      kind: transfer.kind,
      deposit_id: transfer.depositId ?? null,
      withdrawal_id: transfer.withdrawalId ?? null,
      player_id: transfer.playerId ?? null,
      reason: transfer.reason ?? null,
    })
    .execute();
  await tx
    .insertInto('ledger_entries')
    .values(
      lines.map(({ account, money }, index) => ({
        transfer_id: id,
        line: index + 1,
        brand_id: brandId,
        account_id: requireId(accountIds, keyOf(account, money.currency)),
        currency: money.currency,
        amount: money.amount,
      })),
    )
    .execute();
}

/** Whether an error means that a player's balance would have gone below zero. */
export function isOverdraft(error: unknown): boolean {
  return (
    error instanceof Error &&
    'constraint' in error &&
    error.constraint === 'ledger_accounts_balance_check'
  );
}

const keyOf = ({ kind, owner }: AccountRef, currency: string) => `${kind} ${owner} ${currency}`;

function requireId(ids: Map<string, string>, key: string): string {
  const id = ids.get(key);
  if (id === undefined) throw new Error(`There is no account ${key}`);
  return id;
}

/** Returns the ids of all accounts of the lines; creates an account at its first use. */
async function resolveAccounts(
  tx: Tx,
  brandId: string,
  lines: Line[],
): Promise<Map<string, string>> {
  const wanted = new Map(lines.map((line) => [keyOf(line.account, line.money.currency), line]));
  const found = await findAccounts(tx, brandId, [...wanted.values()]);
  // The accounts are created in a fixed order, so that concurrent transactions that create the same
  // accounts don't deadlock.
  const missing = [...wanted]
    .filter(([key]) => !found.has(key))
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, line]) => line);
  if (missing.length === 0) return found;
  await tx
    .insertInto('ledger_accounts')
    .values(missing.map((line) => openAccount(brandId, line)))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // Another transaction may have created them first; then its rows are the accounts.
  return new Map([...found, ...(await findAccounts(tx, brandId, missing))]);
}

async function findAccounts(tx: Tx, brandId: string, lines: Line[]): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('ledger_accounts')
    .select(['id', 'kind', 'owner', 'currency'])
    .where('brand_id', '=', brandId)
    .where(({ eb, or }) =>
      or(
        lines.map(({ account, money }) =>
          eb.and({ kind: account.kind, owner: account.owner, currency: money.currency }),
        ),
      ),
    )
    .execute();
  return new Map(rows.map((row) => [keyOf(row, row.currency), row.id]));
}

function openAccount(brandId: string, { account: { kind, owner }, money }: Line) {
  const balance = guarded.has(kind) ? '0' : null;
  return { id: uuidv7(), brand_id: brandId, kind, owner, currency: money.currency, balance };
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
