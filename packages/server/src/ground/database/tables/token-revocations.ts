import type { CreatedAt } from './money.ts';

export interface TokenRevocationsTable {
  id: string;
  brand_id: string;
  player_id: string;
  /** The revoked token; null: all tokens that were issued up to `issued_until`. */
  jti: string | null;
  issued_until: Date | null;
  reason: string;
  actor: string;
  created_at: CreatedAt;
}

export interface TokenRevocationsTables {
  token_revocations: TokenRevocationsTable;
}
