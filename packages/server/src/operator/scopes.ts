import * as z from 'zod/mini';

/** Who acts: a key of one brand, or a person on the server's own command line. */
export interface Operator {
  brandId: string;
  /** Null on the command line. */
  keyId: string | null;
  /** As it stands in histories and in the log of acts: `key "support desk"`. */
  actor: string;
  scopes: ReadonlySet<Scope>;
  /** When the key ends by itself; null: never. It can't give another one longer. */
  expiresAt: Date | null;
  /** The reference of this request in the logs. */
  requestId: string;
}

/** What a key may do. A key holds any number of these; none implies another. */
export const scopes = {
  read: 'search and look at everything but exports and the log of acts',
  deposits: 'confirm, decline and refund deposits; resolve parked payments and notifications',
  withdrawals: 'approve, reject and resolve withdrawals; ask the wallet again for what it refused',
  methods: 'switch payment methods on, to maintenance or off',
  players: "set players' limits, block and unblock them; search by payment details",
  bonuses: 'offer and withdraw bonuses',
  webhooks: 'send webhooks again',
  ledger: 'export the ledger',
  reconciliation: 'start reconciliations, import settlement files, post fees',
  data: "export and erase players' personal data",
  keys: 'create, rotate and revoke keys with no more scopes, and for no longer, than its own',
  audit: 'read the log of acts',
} as const;

export type Scope = keyof typeof scopes;

export const scopeNames = Object.keys(scopes) as Scope[];

export const scopeSchema = z.enum(scopeNames as [Scope, ...Scope[]]);
