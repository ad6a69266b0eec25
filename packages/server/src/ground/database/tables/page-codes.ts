export interface PageCodesTable {
  brand_id: string;
  /** SHA-256 of the code, in base64url. */
  digest: string;
  deposit_id: string;
  expires_at: Date;
}

export interface PageCodesTables {
  page_codes: PageCodesTable;
}
