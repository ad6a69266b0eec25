export interface BlindIndexTable {
  brand_id: string;
  /** The field's name. */
  kind: string;
  digest: string;
  subject: 'deposit' | 'withdrawal';
  subject_id: string;
  player_id: string;
}

export interface SensitiveTables {
  blind_index: BlindIndexTable;
}
