import type { Decimal } from '@kassa/contract';

/** One movement of money of a bank statement. Personal data: never log. */
export interface StatementLine {
  /** The line of a CSV file (the header is line 1), or the number of the entry, from 1. */
  line: number;
  /** The bank's id of the booking, or one made of the line's content: it never changes. */
  bankReference: string;
  /** Never negative. */
  amount: Decimal;
  currency: string;
  bookedAt: Date;
  /** Money that came in; otherwise it went out, or is a fee. */
  isCredit: boolean;
  /** The payment's text, 1,000 characters at most. */
  text: string | null;
  payerName: string | null;
}

/** A statement file as it was read. */
export interface ReadStatement {
  format: 'csv' | 'camt.053';
  /** The number of the account that it is of; null if the file doesn't say. */
  accountNumber: string | null;
  /** The bank's id of the statement, if it has one. */
  bankReference: string | null;
  lines: StatementLine[];
}
