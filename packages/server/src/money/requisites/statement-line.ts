import type { Decimal } from '@kassa/contract';
import type { MovementKind } from '../../connectors/provider-event.ts';

/** One movement of money of a bank statement. Personal data: never log. */
export interface StatementLine {
  /** The line of a CSV file (the header is line 1), or the number of the movement, from 1. */
  line: number;
  /** The same in every file that has this movement (operator/statements/bank-reference.ts). */
  bankReference: string;
  /** Never negative. */
  amount: Decimal;
  currency: string;
  bookedAt: Date;
  /** Money that came in; otherwise it went out, or is a fee. */
  isCredit: boolean;
  /** The bank took back an earlier movement: money that came in is then no payment. */
  isReversal: boolean;
  /** The payment's text, 1,000 characters at most. */
  text: string | null;
  payerName: string | null;
  /** The number of the payer's account, 100 characters at most. */
  payerAccount: string | null;
  /** What the bank says that it is; left out: a payment, as far as it says. */
  movement?: MovementKind;
  /** The ids that payer and banks gave it, between spaces; left out if there are none. */
  ids?: string;
}

/** A statement file as it was read. */
export interface ReadStatement {
  format: 'csv' | 'camt.053' | 'mt940';
  /** The number of the account that it is of; null if the file doesn't say. */
  accountNumber: string | null;
  /** The bank's id of the statement, if it has one. */
  bankReference: string | null;
  lines: StatementLine[];
  /** Entries that the bank hasn't booked: they may never happen, so they are no lines. */
  notBookedCount: number;
}
