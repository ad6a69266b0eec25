import { add } from '../amounts.ts';
import type { BankTransfer } from './bank-transfer.ts';

/** The money that arrived in one account, in one currency, on one UTC day. */
export interface Statement {
  account: string;
  currency: string;
  /** `yyyy-mm-dd`. */
  day: string;
  /** When it was written. */
  writtenAt: Date;
  /** Oldest first, at least one. */
  transfers: readonly BankTransfer[];
}

/** Writes the statements of all accounts for the day so far; planned transfers are in none. */
export function writeStatements(transfers: readonly BankTransfer[], now: Date): Statement[] {
  const day = dayOf(now.getTime());
  const statements = new Map<string, Statement>();
  for (const transfer of transfers) {
    const { account, currency, bookedAt } = transfer;
    if (bookedAt > now.getTime() || dayOf(bookedAt) !== day) continue;
    const key = `${currency} ${account}`;
    const known = statements.get(key) ?? { account, currency, day, writtenAt: now, transfers: [] };
    statements.set(key, { ...known, transfers: [...known.transfers, transfer] });
  }
  return [...statements.values()];
}

/** Adds up a statement. */
export function totalOf({ transfers }: Statement): string {
  return transfers.map(({ amount }) => amount).reduce(add);
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
