import * as z from 'zod/mini';

/** A hundred years; a larger number is a typing error. */
const longestDays = 36_500;

const days = (ordinary: number, least = 1) =>
  z._default(z.int().check(z.minimum(least), z.maximum(longestDays)), ordinary);

/**
 * A brand's retention in days. Deposits, withdrawals, receipts and the ledger are kept permanently;
 * idempotency keys 7 days (design §3.6); captcha marks and page codes until they expire.
 */
export const retentionSettingsSchema = z.strictObject({
  /**
   * What players typed, of finished deposits and withdrawals. A chargeback may come for 540 days.
   */
  sealedFields: days(540, 7),
  /** URLs and forms of providers' pages, of finished deposits. */
  redirects: days(30),
  /**
   * Bodies and headers of providers' notifications, and payers' names and texts of bank transfers,
   * once no person has to review them.
   */
  notificationBodies: days(90, 7),
  /** The files and words of players' claims, after the last answer or the time for it. */
  claimProofs: days(180, 30),
  /** The rest of the notifications: that they arrived, and their outcomes. */
  notifications: days(730, 30),
  /** Webhook events, with the log of their deliveries. */
  webhookDeliveries: days(90, 7),
  /** Visits to the payment page, with the amount that the player entered. */
  paymentSessions: days(90, 7),
  /** Messages of wallets and operators about refused transfers, once these are resolved. */
  walletRefusals: days(90, 7),
  /** Lines of providers' settlement files, malformed lines included, and the differences found. */
  reconciliations: days(730, 90),
  /** The log of operators' acts, and the acts that a second key approved or rejected. */
  operatorActs: days(2555, 365),
});

export type RetentionSettings = z.infer<typeof retentionSettingsSchema>;

/** The retention of a brand without settings. */
export const ordinaryRetention: RetentionSettings = retentionSettingsSchema.parse({});
