import * as z from 'zod/mini';

/** The actor of a request: a key of one brand, or a person on the server's own command line. */
export interface Operator {
  brandId: string;
  /** Null on the command line. */
  keyId: string | null;
  /** The actor's name in histories and in the log of acts: `key "support desk"`. */
  actor: string;
  scopes: ReadonlySet<Scope>;
  /** When the key expires; null: never. The key can't grant another key a later expiry. */
  expiresAt: Date | null;
  /** The reference of this request in the logs. */
  requestId: string;
}

/** The scopes of keys. A key has any number of them; none implies another. */
export const scopes = {
  read: 'search and read everything except exports and the log of acts',
  deposits:
    'confirm, decline and refund deposits; resolve parked payments, refunds and notifications; clear payers; import bank statements; read, assign and dismiss bank transfers; assign and dismiss payments on chains; read and answer claims',
  withdrawals:
    "approve, reject and resolve withdrawals; write and read files of payouts, import banks' answers; return payouts that came back as bank transfers; answer for transactions of hot wallets; retry operations that the wallet refused",
  approvals:
    'approve or reject acts that other keys proposed, and what waits of files that they uploaded',
  methods:
    'switch payment methods on, to maintenance or off; change coin packages and the rules of sweepstakes',
  requisites: "add, change, switch and remove the operator's own accounts, which players pay into",
  chains: "have chains read again; plan the collection of money at players' addresses",
  players:
    "set players' limits, block and unblock them, revoke their tokens; search by payment details",
  corrections: "correct players' balances; give free entries of sweepstakes",
  bonuses: 'offer, complete and revoke bonuses',
  webhooks: 'send webhooks again',
  ledger: 'export the ledger',
  reconciliation: 'start reconciliations, import settlement files, post fees',
  data: "export and erase players' personal data",
  keys: 'revoke keys; create and rotate keys with no more scopes and no later expiry than its own',
  config: 'have the files of all brands read again; the response names problems in each of them',
  audit: 'read the log of acts',
} as const;

export type Scope = keyof typeof scopes;

export const scopeNames = Object.keys(scopes) as Scope[];

export const scopeSchema = z.enum(scopeNames as [Scope, ...Scope[]]);
