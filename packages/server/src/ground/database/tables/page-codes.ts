export interface PageCodesTable {
  brand_id: string;
  /** Of the code, SHA-256 in base64url. */
  digest: string;
  deposit_id: string;
  expires_at: Date;
}

export interface PageCodesTables {
  page_codes: PageCodesTable;
}
