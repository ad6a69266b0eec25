import type { Generated } from 'kysely';

export interface DeviceCodesTable {
  brand_id: string;
  /** SHA-256 of the code, or of the secret in its ticket, in base64url. */
  digest: string;
  /** The code was exchanged for a ticket. */
  is_ticket: Generated<boolean>;
  deposit_id: string;
  /** The `jti` and `iat` of the player token that asked for the code. */
  token_id: string | null;
  token_issued_at: Date;
  expires_at: Date;
}

export interface DeviceCodesTables {
  device_codes: DeviceCodesTable;
}
