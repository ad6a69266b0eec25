import type { Scope } from './scopes.ts';

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
