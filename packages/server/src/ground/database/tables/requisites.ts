import type { Decimal, Money } from '@kassa/contract';
import type { ColumnType, Generated, JSONColumnType, Selectable } from 'kysely';
import type { CreatedAt } from './money.ts';

/** One of the operator's own accounts, into which players pay. */
export interface RequisitesTable {
  id: string;
  brand_id: string;
  /** The brand's account of the connector `requisites` whose pool it belongs to. */
  account: string;
  kind: RequisiteKind;
  country: string;
  currency: string;
  /** The methods that it serves, by name. */
  methods: string[];
  bank: string | null;
  /** The person or company whose account it is. */
  owner: string | null;
  /** The `Payee` of the contract, in JSON. */
  payee_sealed: string;
  /** A digest of its number that is the same in all brands: no account serves two. */
  digest: string;
  /** For people: `•••• 4242`. */
  masked: string;
  /** Payments name the deposit's reference, so that amounts needn't be unique. */
  has_reference: boolean;
  /** The least and most of one payment; null: the method's. */
  min_amount: Decimal | null;
  max_amount: Decimal | null;
  /** The most that is given out on one day of `time_zone`; null: no limit. */
  day_amount_limit: Decimal | null;
  day_count_limit: number | null;
  /** The working hours, in minutes since midnight of `time_zone`; null: always. */
  opens_at: number | null;
  closes_at: number | null;
  /** IANA's name: `Asia/Tashkent`. */
  time_zone: string;
  /** How long after an invoice's end its amount isn't given out again. */
  cooldown_minutes: number;
  is_on: Generated<boolean>;
  /** What was given out on `day` (`2026-11-23`, of the time zone); an invoice that ended without money is taken off again. */
  day: ColumnType<string | null, string | null | undefined, string | null>;
  day_amount: Generated<Decimal>;
  day_count: Generated<number>;
  /** Fair rotation: the one that waits longest is next. */
  last_given_at: ColumnType<Date | null, Date | null | undefined, Date>;
  /** How often it was given; grows only. */
  given_count: Generated<string>;
  removed_at: ColumnType<Date | null, undefined, Date | null>;
  created_at: CreatedAt;
  updated_at: Generated<Date>;
}

export type RequisiteKind = 'card' | 'bankAccount' | 'wallet' | 'vpa';

/** The requisite that is given to a deposit. */
export interface RequisiteReservationsTable {
  deposit_id: string;
  brand_id: string;
  /** Null in rows of earlier releases. */
  player_id: string | null;
  requisite_id: string;
  /** The exact amount to pay. */
  amount: Decimal;
  currency: string;
  has_reference: boolean;
  /** The day of the requisite on which it counts: `2026-11-23`. */
  day: string;
  created_at: CreatedAt;
  /** When the deposit ended; until then no other invoice has its requisite and amount. */
  freed_at: ColumnType<Date | null, undefined, Date>;
  /** The end of the cooldown. */
  cooling_until: ColumnType<Date | null, undefined, Date>;
  /** The end of the late window of a deposit that ended without money, as it was then; of a paid one, a day later. */
  payable_until: ColumnType<Date | null, undefined, Date>;
}

/** Money that arrived in a requisite, from a bank's notification or statement. */
export interface BankTransfersTable {
  id: string;
  brand_id: string;
  account: string;
  /** Null if no requisite of the account has the reported number. */
  requisite_id: string | null;
  source: 'notification' | 'statement';
  statement_id: string | null;
  /** The line of the statement, from 1. */
  line: number | null;
  /** The row of the notification that reported it. */
  notification_id: string | null;
  bank_reference: string;
  /** The reference of the same transfer from the other source. */
  paired_reference: string | null;
  /** The statement that reported it as the other source; null if that was a notification. */
  paired_statement_id: ColumnType<string | null, undefined, string | null>;
  amount: Decimal;
  currency: string;
  booked_at: Date;
  /** A reference of a deposit that the text names, known or not. */
  reference: string | null;
  /** The text, the payer's name and the account number as reported, in JSON. */
  details_sealed: string | null;
  /** `review`: a person decides. */
  status: 'matched' | 'review' | 'dismissed';
  /** Why it was left to a person; null if Kassa found the deposit at once. */
  because: ReviewReason | null;
  /** The deposit that a person may accept at once, while it waits. */
  proposed_deposit_id: ColumnType<string | null, string | null | undefined, string | null>;
  /** What told whose money it is; null while it waits, and in rows of earlier releases. */
  matched_by: ColumnType<MatchedBy | null, undefined, MatchedBy>;
  deposit_id: ColumnType<string | null, undefined, string | null>;
  /** The withdrawal whose payout came back: offered while the transfer waits, returned by it once it is dismissed. */
  withdrawal_id: ColumnType<string | null, string | null | undefined, string | null>;
  resolved_reason: ColumnType<string | null, undefined, string | null>;
  resolved_at: ColumnType<Date | null, undefined, Date | null>;
  /** The transfer that is the same money, of one that was dismissed as its duplicate. */
  same_as: ColumnType<string | null, undefined, string | null>;
  /** What a person has confirmed to be other money (operator/acts/require-distinct.ts). */
  separate_from: ColumnType<string[] | null, undefined, string[] | null>;
  created_at: CreatedAt;
}

/** What told which deposit a transfer pays (money/provider-events/match-transfer.ts). */
export type MatchedBy =
  /** The text names the deposit. */
  | 'reference'
  /** The exact amount, and the payer's name is the player's. */
  | 'payerName'
  /** The exact amount, and the payer has paid for the player before. */
  | 'knownPayer'
  /** The exact amount of a live invoice that had no other near it; nothing is known of the payer. */
  | 'alone'
  /** The exact, odd amount of a live invoice, on an account whose bank names no payer. */
  | 'oddAmount'
  /** A person. */
  | 'operator';

/** Why Kassa leaves a transfer to a person (money/provider-events/match-transfer.ts). */
export type ReviewReason =
  /** No requisite of the account has the reported number. */
  | 'unknownAccount'
  /** The text names no deposit that had this requisite. */
  | 'unknownReference'
  /** It may be money that another report or an operator has named (resembling-transfers.ts). */
  | 'perhapsKnown'
  | OwnMoneyReason
  /** The requisite's payments must name a deposit, and this one doesn't. */
  | 'noReference'
  | 'otherCurrency'
  /** No invoice of this amount could be paid when the money was booked. */
  | 'noInvoice'
  /** More than one deposit may be meant. */
  | 'ambiguous'
  /** The payer's name is another one than that of the invoice's player. */
  | 'otherPayer'
  /** Nothing is known of the payer, and the invoice of this amount has ended. */
  | 'endedInvoice'
  /** Nothing is known of the payer, and another invoice lies within 1 % of the amount. */
  | 'nearAmounts'
  /** The only invoice of this amount has its money already. */
  | 'alreadyPaid'
  /** The receipt contradicts one that is known. */
  | 'conflicting'
  /** An uploaded file reported it, and its uploader may not credit so much alone. */
  | 'needsSecondKey';

/** Why money is the operator's own, and no player's payment (money/provider-events/own-money.ts). */
export type OwnMoneyReason =
  /** A payout, or a payment of the operator's, that came back. */
  | 'returnedPayout'
  /** It comes from another account of the operator's. */
  | 'ownTransfer'
  /** The bank's own: charges that it gives back, interest. */
  | 'noPayment';

/** A statement file that an operator uploaded. */
export interface BankStatementsTable {
  id: string;
  brand_id: string;
  account: string;
  requisite_id: string;
  format: 'csv' | 'camt.053' | 'mt940';
  /** By what a CSV or MT940 file was read, digested; null for camt.053 and in rows of older releases. */
  reading: ColumnType<string | null, string | null | undefined, never>;
  /** SHA-256 of the file. */
  digest: string;
  /** The bank's id of the statement, if it has one. */
  bank_reference: string | null;
  /** All its lines, and what became of them so far; `known` had been reported before. */
  lines: number;
  matched: Generated<number>;
  known: Generated<number>;
  review: Generated<number>;
  /** Its lines that are no payments: money that went out, reversals, what isn't booked. */
  ignored: number;
  /** The lines by which the bank took back money that had come in. */
  taken_back: number[];
  /** Who loaded it. */
  actor: string;
  /** Whose word its lines are: the bank's if the brand says so of the account's files. */
  word: ColumnType<'uploader' | 'bank' | null, 'uploader' | 'bank' | undefined, never>;
  uploaded_by_key: ColumnType<string | null, string | null | undefined, never>;
  /** Who approved its waiting lines, and why. */
  approved_by: ColumnType<string | null, undefined, string>;
  approval_reason: ColumnType<string | null, undefined, string>;
  /** When the job continues with its lines; null when it is finished. */
  next_step_at: ColumnType<Date | null, Date, Date | null>;
  finished_at: ColumnType<Date | null, undefined, Date | null>;
  created_at: CreatedAt;
}

/** A payment of a statement that is still to be matched; the row is deleted when it is. */
export interface BankStatementLinesTable {
  brand_id: string;
  statement_id: string;
  line: number;
  bank_reference: string;
  amount: Decimal;
  currency: string;
  booked_at: Date;
  /** The text and the payer's name, in JSON. */
  details_sealed: string;
}

/** Payers whose money was credited to a player: digests of their accounts and names. */
export interface KnownPayersTable {
  brand_id: string;
  player_id: string;
  digest: string;
  /** The newest deposit that the payer has paid. */
  deposit_id: string;
}

/** A line of an uploaded statement whose deposit is found, and which isn't credited yet. */
export interface HeldTransfersTable {
  transfer_id: string;
  brand_id: string;
  statement_id: string;
  /** What its crediting moves. */
  money: JSONColumnType<Money[]>;
  /** `waiting` for a second key; `released`: it is credited next. */
  state: 'undecided' | 'waiting' | 'released';
}

export interface RequisiteTables {
  known_payers: KnownPayersTable;
  requisites: RequisitesTable;
  requisite_reservations: RequisiteReservationsTable;
  bank_transfers: BankTransfersTable;
  bank_statements: BankStatementsTable;
  bank_statement_lines: BankStatementLinesTable;
  held_transfers: HeldTransfersTable;
}

/** Rows as returned by queries. */
export type RequisiteRow = Selectable<RequisitesTable>;
export type BankStatement = Selectable<BankStatementsTable>;
export type BankTransfer = Selectable<BankTransfersTable>;
