import {
  compareDecimals,
  countrySchema,
  currencySchema,
  decimalSchema,
  helpLineSchema as shownHelpLineSchema,
} from '@kassa/contract';
import * as z from 'zod/mini';
import { evenIfInvalid } from '../ground/config/parse-settings.ts';
import { plainTextSchema } from '../ground/config/plain-text.ts';
import { defineEndpoint } from '../ground/signed-http/endpoint-settings.ts';
import { accountNameSchema } from './account-name.ts';
import { accountSettingsSchema } from './accounts.ts';
import { captchaSettingsSchema } from './captcha-settings.ts';
import { invoiceSettingsSchema, ordinaryInvoices } from './invoice-settings.ts';
import { playerDataSettingsSchema } from './player-data-settings.ts';
import { ratesSettingsSchema } from './rates-settings.ts';
import { receiptSettingsSchema } from './receipt-keys.ts';
import { ordinaryRetention, retentionSettingsSchema } from './retention-settings.ts';
import { settlementFormatSchema } from './settlement-format.ts';
import { statementFormatSchema } from './statement-format.ts';
import { walletSettingsSchema } from './wallet-settings.ts';
import { ordinaryWithdrawals, withdrawalSettingsSchema } from './withdrawal-settings.ts';

/**
 * The operator's endpoint that approves deposits or payouts before money moves. A player waits for
 * the response.
 */
export const approvalSettingsSchema = z
  .extend(defineEndpoint({ fallbackMs: 3000, longestMs: 5000 }), {
    deposits: z._default(z.boolean(), false),
    payouts: z._default(z.boolean(), false),
  })
  .check(
    z.refine(({ deposits, payouts }) => deposits || payouts, {
      error: 'names neither deposits nor payouts',
      ...evenIfInvalid,
    }),
  );

export type ApprovalSettings = z.infer<typeof approvalSettingsSchema>;

/** The operator's endpoint for webhooks. */
export const webhookSettingsSchema = defineEndpoint({ fallbackMs: 10_000, longestMs: 15_000 });

export type WebhookSettings = z.infer<typeof webhookSettingsSchema>;

/** Which acts of operators on money need the approval of a second key. */
const secondApprovalSchema = z.strictObject({
  /** The highest amount, by currency, that one key moves alone; in other currencies it moves none. */
  upTo: z.record(
    currencySchema,
    decimalSchema.check(
      z.refine((amount) => compareDecimals(amount, '0') >= 0, 'must not be negative'),
    ),
  ),
});

const originSchema = z
  .string()
  .check(
    z.refine(
      (text) => URL.parse(text)?.origin === text,
      'must be an origin such as "https://casino.example"',
    ),
  );

/**
 * Where players reach support: a page, or an app that every player has. A browser takes a page without its
 * slashes for one of the cashier's own.
 */
const supportStart = /^(https?:\/\/|tg:|mailto:)/i;

const supportUrlSchema = z.string().check(
  z.maxLength(2048),
  z.refine((text) => {
    const url = URL.parse(text);
    return url !== null && supportStart.test(text) && !url.username;
  }, 'must be the address of a page (https://…), of a chat (tg:…) or of a mailbox (mailto:…)'),
);

/** A line for players who have excluded themselves, in these countries or in all. */
const helpLineSchema = z.strictObject({
  name: z
    .record(z.string(), plainTextSchema)
    .check(z.refine(({ en }) => en !== undefined, 'must have an English name ("en")')),
  url: z.string().check(
    z.maxLength(2048),
    z.refine(
      (text) =>
        shownHelpLineSchema.shape.url.safeParse(text).success &&
        (/^tel:\+?\d[\d-]{2,30}$/.test(text) || URL.parse(text)?.protocol === 'https:'),
      'must be the address of a page (https://…) or a telephone number (tel:…)',
    ),
  ),
  countries: z.optional(z.array(countrySchema).check(z.minLength(1))),
});

/** A key that signs player tokens. Its algorithm is fixed: a token can't choose another. */
const tokenKeySchema = z.union([
  z.object({
    alg: z.enum(['EdDSA', 'ES256']),
    jwksUrl: z.url(),
    kid: z.optional(
      z.never('belongs to a "jwk" or "secret": the keys at a "jwksUrl" have their own'),
    ),
  }),
  z.object({
    alg: z.enum(['EdDSA', 'ES256']),
    kid: z.string(),
    jwk: z.looseObject({ kty: z.string() }),
  }),
  z.object({
    alg: z.literal('HS256'),
    kid: z.string(),
    secret: z.string().check(z.minLength(32, 'an HS256 secret has at least 32 characters')),
  }),
]);

/** First path segments of the server's own URLs, which a product of that name would hide. */
const reserved = new Set(['api', 'operator', 'v4', 'metrics', 'healthz', 'readyz']);

/** Payers round up, and banks convert: a tenth more than requested is credited. */
const ordinaryCeilingFactor = '1.1';

const ordinaryAnswerHours = 24;

/** One brand: a host site with its own keys, origins and accounts (design §3.10). */
export const brandConfigSchema = z.strictObject({
  /** The `{product}` in URLs, and the `brand_id` of every row. */
  product: z.string().check(
    z.regex(/^[a-z][a-z0-9-]{1,31}$/, 'must be a short lower-case name'),
    z.refine((name) => !reserved.has(name), "is reserved for the server's own URLs"),
  ),
  name: plainTextSchema,
  /** `live` refuses simulated connectors. */
  mode: z.enum(['test', 'live']),
  token: z.object({
    issuer: z.string().check(z.minLength(1)),
    audience: z.string().check(z.minLength(1)),
    keys: z.array(tokenKeySchema).check(z.minLength(1)),
  }),
  /** Origins of host pages that may frame the widget and exchange messages with it. */
  allowedOrigins: z.array(originSchema).check(z.minLength(1)),
  /** Origins besides these that a picture of the host's may come from; `https:` for all of them. */
  assetOrigins: z._default(z.array(z.union([z.literal('https:'), originSchema])), []),
  /** Whether players' consoles have the debug hooks (§7) in the built widget too. */
  debugHooks: z._default(z.boolean(), false),
  /** Whether players without any method are told that a VPN may help. Most licences forbid it. */
  vpnHint: z._default(z.boolean(), false),
  /** The operator's support for players; null: no link to it. */
  supportUrl: z._default(z.nullable(supportUrlSchema), null),
  /** Help for players who have excluded themselves. */
  helpLines: z._default(z.array(helpLineSchema), []),
  /** Whether a brand without statistics of payments gets simulated ones; never in a live brand. */
  sampleHistory: z._default(z.boolean(), false),
  /** Whether empty pools of the operator's own accounts get simulated ones; never in a live brand. */
  sampleRequisites: z._default(z.boolean(), false),
  /** The operator's webhook endpoint; without it no webhooks are sent. */
  webhook: z._default(z.nullable(webhookSettingsSchema), null),
  /** The endpoint that approves deposits or payouts; without it no approval is requested. */
  approval: z._default(z.nullable(approvalSettingsSchema), null),
  /** The wallet that holds players' balances. */
  wallet: z._default(walletSettingsSchema, { kind: 'ledger' }),
  /**
   * The source of exchange rates; without it only receipts in the account's currency are credited.
   */
  rates: z._default(z.nullable(ratesSettingsSchema), null),
  /** The captcha for methods that require one; by default the built-in one. */
  captcha: z._default(captchaSettingsSchema, { kind: 'altcha' }),
  /** The crediting of deposits. */
  deposits: z._default(
    z.strictObject({
      /**
       * The part of the requested amount up to which a payment is credited: with "1.1", a payment
       * of 110 is still credited to a deposit of 100.
       */
      ceilingFactor: z._default(
        decimalSchema.check(
          z.refine((factor) => compareDecimals(factor, '1') >= 0, 'must be 1 or more'),
        ),
        ordinaryCeilingFactor,
      ),
      /** Whether a later deposit first settles what its player owes. */
      settleDebts: z._default(z.boolean(), true),
    }),
    { ceilingFactor: ordinaryCeilingFactor, settleDebts: true },
  ),
  /** Invoices to the operator's own accounts. */
  invoices: z._default(invoiceSettingsSchema, ordinaryInvoices),
  /** Players' claims that they have paid and nothing was credited. */
  claims: z._default(
    z.strictObject({
      /** The time within which the operator answers a claim, which its player is told. */
      answerHours: z._default(z.int().check(z.minimum(1), z.maximum(720)), ordinaryAnswerHours),
    }),
    { answerHours: ordinaryAnswerHours },
  ),
  /** The keys that sign players' receipts; without them receipts have no signature. */
  receipts: z._default(z.nullable(receiptSettingsSchema), null),
  /** The rules and the review of withdrawals. */
  withdrawals: z._default(withdrawalSettingsSchema, ordinaryWithdrawals),
  /** The acts on money that need a second key's approval; null: none. */
  secondApproval: z._default(z.nullable(secondApprovalSchema), null),
  /**
   * The accounts whose uploaded files are signed or come from the bank's own channel: statements and
   * answers to files of payouts are then the bank's word, and not the uploader's.
   */
  signedFiles: z._default(z.array(accountNameSchema), []),
  /** What providers get of a player besides the device and the country; nothing by default. */
  playerData: z._default(playerDataSettingsSchema, { send: [], fromWallet: false }),
  /** Days of retention for data that isn't kept permanently. */
  retention: z._default(retentionSettingsSchema, ordinaryRetention),
  /** How providers' settlement files differ from the default format, by account. */
  settlements: z._default(z.record(z.string(), settlementFormatSchema), {}),
  /** How bank statements in CSV differ from the default format, by account. */
  statements: z._default(z.record(z.string(), statementFormatSchema), {}),
  /**
   * The settings of the accounts that bear their connectors' names; each connector parses its own.
   */
  connectors: z.record(z.string(), z.unknown()),
  /** Further accounts, by name. */
  accounts: z._default(z.record(accountNameSchema, accountSettingsSchema), {}),
});

export type BrandConfig = z.infer<typeof brandConfigSchema>;
export type TokenKey = BrandConfig['token']['keys'][number];
