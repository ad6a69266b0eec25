import * as z from 'zod/mini';

/** A blockchain on the wire (§3 "Blockchain table", and Dogecoin). */
export const blockchainSchema = z.enum([
  'BINANCE_SMART_CHAIN',
  'BITCOIN',
  'DOGECOIN',
  'ETHEREUM',
  'LITECOIN',
  'TON',
  'TRON',
]);

export type Blockchain = z.infer<typeof blockchainSchema>;
