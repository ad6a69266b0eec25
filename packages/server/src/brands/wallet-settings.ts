import * as z from 'zod/mini';
import { defineEndpoint } from '../ground/signed-http/endpoint-settings.ts';

const endpointSchema = z.extend(defineEndpoint({ fallbackMs: 5000, longestMs: 15_000 }), {
  /**
   * How chargebacks and refunds are taken back.
   * @deprecated `holdAndCapture`, for one release: for a wallet that doesn't know `debit`. A refund
   * can't be requested from a provider then.
   */
  debits: z._default(z.enum(['debit', 'holdAndCapture']), 'debit'),
});

/** The operator's own wallet, called over HTTP (docs/wallet.md). */
const httpWalletSettingsSchema = z.extend(endpointSchema, { kind: z.literal('http') });

export type HttpWalletSettings = z.infer<typeof httpWalletSettingsSchema>;

/** The wallet that holds a brand's balances: Kassa's own ledger, or the operator's. */
export const walletSettingsSchema = z.discriminatedUnion('kind', [
  /** An endpoint may stay in the file unused, so that `kind` alone switches between the two. */
  z.extend(z.partial(endpointSchema), { kind: z.literal('ledger') }),
  httpWalletSettingsSchema,
]);

export type WalletSettings = z.infer<typeof walletSettingsSchema>;
