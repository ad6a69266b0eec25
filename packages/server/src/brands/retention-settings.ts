import * as z from 'zod/mini';

/** Ten lifetimes of a business; more is a typing error. */
const longestDays = 36_500;

const days = (ordinary: number, least = 1) =>
  z._default(z.int().check(z.minimum(least), z.maximum(longestDays)), ordinary);

/**
 * For how many days a brand keeps what it doesn't need for good. Deposits, withdrawals, payments and
 * the ledger are kept for good; idempotency keys 7 days (design §3.6); captcha marks and codes of pages until they expire.
 */
export const retentionSettingsSchema = z.strictObject({
  /** What players typed, of finished deposits and withdrawals. A chargeback may come for 540 days. */
  sealedFields: days(540, 7),
  /** Addresses and forms of providers' pages, of finished deposits. */
  redirects: days(30),
  /** Bodies and headers of providers' notifications, once nobody has to look at them. */
  notificationBodies: days(90, 7),
  /** What is left of notifications: that they came, and what they led to. */
  notifications: days(730, 30),
  /** Events that the operator was told of, with the log of their deliveries. */
  webhookDeliveries: days(90, 7),
  /** Visits to the payment page: what a player set out to pay. */
  paymentSessions: days(90, 7),
  /** What the operator's wallet and operators said of refused transfers, once nobody has to mend them. */
  walletRefusals: days(90, 7),
  /** Lines of providers' settlement files, those that couldn't be read, and what differed. */
  reconciliations: days(730, 90),
  /** The log of operators' acts. */
  operatorActs: days(2555, 365),
});

export type RetentionSettings = z.infer<typeof retentionSettingsSchema>;

/** What holds where a brand says nothing. */
export const ordinaryRetention: RetentionSettings = retentionSettingsSchema.parse({});
