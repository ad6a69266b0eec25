import * as z from 'zod/mini';
import { currencySchema } from '../currencies.ts';
import { decimalSchema } from '../money.ts';
import { cardEnvelopeSchema } from './card-envelope.ts';
import { fieldDefinitionSchema } from './field.ts';
import { providerTextSchema } from './localized-text.ts';
import { requisiteSchema } from './requisite.ts';

/** The instruction for the player, as steps or as one text (§3 `instruction`). */
export const instructionSchema = z.union([
  z.object({
    steps: z
      .array(z.object({ stepNumber: z.number(), stepInstruction: providerTextSchema }))
      .check(z.minLength(1), z.maxLength(20)),
  }),
  z.object({ text: providerTextSchema }),
]);

export type Instruction = z.infer<typeof instructionSchema>;

/** A code to scan or copy, or a link to the payment app (§3 `qrCodeText`, `qrDataURL`, `buttonPay`). */
const codeShape = {
  /** The content of the code: the widget draws it, and copies it unchanged. */
  qrCodeText: z.optional(z.string().check(z.minLength(1), z.maxLength(1024))),
  /** A picture of the code, if the provider sends no content. */
  qrDataURL: z.optional(
    z
      .string()
      .check(
        z.maxLength(100_000),
        z.regex(/^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+=*$/),
      ),
  ),
  /** A link to the payment app or page: https, or a scheme that the method declares. */
  buttonPay: z.optional(z.string().check(z.maxLength(2048))),
};

/** The time to pay, from `created` (ISO 8601) on; 600 s by default (§3). */
const lifetimeShape = {
  created: z.optional(z.iso.datetime({ offset: true })),
  timeout_minutes: z.optional(z.number().check(z.positive())),
  /** In seconds. */
  lifetime: z.optional(z.number().check(z.positive())),
};

/** The `data` of the eazype and pix pages (§4 "custom pageId"). */
export const paymentCodeSchema = z.object({ ...codeShape, ...lifetimeShape });

export type PaymentCodeData = z.infer<typeof paymentCodeSchema>;

export const unifiedButtons = ['complete', 'cancel'] as const;

/** What every invoice has: the unified form, and the invoice of a host-to-host payment. */
const invoiceShape = {
  ...codeShape,
  ...lifetimeShape,
  instruction: z.optional(instructionSchema),
  requisites: z.optional(z.array(requisiteSchema).check(z.maxLength(24))),
  /** The exact amount to pay. */
  payment_amount: decimalSchema,
  payment_currency: currencySchema,
  /** Fields that the player fills in before pressing "paid". */
  inputFields: z.optional(z.array(fieldDefinitionSchema).check(z.maxLength(24))),
  /** A list without `complete` hides the paid button; without a list the button is shown. */
  buttons: z.optional(z.array(z.enum(unifiedButtons))),
};

/** The `data.unifiedFlow` of a created deposit (§2 "Unified form"). */
export const unifiedFlowSchema = z.object(invoiceShape);

export type UnifiedFlow = z.infer<typeof unifiedFlowSchema>;

const payeePart = z.optional(z.string().check(z.minLength(1), z.maxLength(256)));

/** The names of a payee's details (§3 `card`), in the order in which a player types them. */
export const payeeParts = [
  'bank_name',
  'payment_system',
  'number',
  'iban',
  'bank_account',
  'account_number',
  'bank_code',
  'phone',
  'vpa',
  'fullName',
  'transaction_description',
] as const;

/**
 * The card, account, phone or wallet to pay into (§3 `card`). Payment details: they reach the
 * browser encrypted, as the text of a card envelope (§7) in JSON.
 */
export const payeeSchema = z.object({
  /** The card's number. */
  number: payeePart,
  iban: payeePart,
  bank_account: payeePart,
  account_number: payeePart,
  /** The bank's own code: a BIC, a sort code, an IFSC. */
  bank_code: payeePart,
  phone: payeePart,
  /** A virtual payment address of UPI. */
  vpa: payeePart,
  bank_name: payeePart,
  fullName: payeePart,
  payment_system: payeePart,
  country_code: z.optional(z.string().check(z.maxLength(2))),
  /** The text that the payer's transfer must carry. */
  transaction_description: payeePart,
});

export type Payee = z.infer<typeof payeeSchema>;

/** The invoice of a payment to an account, with its payee unencrypted; only the server has it. */
export const transferInvoiceSchema = z.object({ ...invoiceShape, card: z.optional(payeeSchema) });

export type TransferInvoice = z.infer<typeof transferInvoiceSchema>;

/** The `data` of a created deposit that is paid to an account (§3 "Host-to-host response"). */
export const hostToHostSchema = z.object({
  ...invoiceShape,
  card: z.optional(z.object({ encoded: cardEnvelopeSchema })),
});

export type HostToHostData = z.infer<typeof hostToHostSchema>;

/** An offer of a provider that sells crypto (§3 "On-ramp offer"). */
const positiveSchema = decimalSchema.check(z.regex(/^(?!-).*[1-9]/, 'must be above zero'));

export const onrampOfferSchema = z.object({
  offerId: z.string().check(z.minLength(1), z.maxLength(64)),
  /** The provider: `moonpay`. */
  method: z.string().check(z.maxLength(64)),
  /** The provider's name for players. */
  title: z.string().check(z.minLength(1), z.maxLength(64)),
  /** What the player receives, after the fee: it is credited once it has arrived. */
  amount: positiveSchema,
  currency: currencySchema,
  /** The provider's fee, in the currency that the player pays in. */
  fee: decimalSchema.check(z.regex(/^\d/, 'must not be negative')),
  /** What the provider buys, and how much of it: `USDT` and `49.12`. */
  coin: currencySchema,
  coinAmount: positiveSchema,
  /** The price of one coin in the currency that the player pays in. */
  rate: positiveSchema,
  iconIds: z.array(z.string()),
});

export type OnrampOffer = z.infer<typeof onrampOfferSchema>;

/** The `data` of a created deposit with offers (§4). */
export const onrampOffersSchema = z.object({
  paymentMethodOffers: z.array(onrampOfferSchema).check(z.minLength(1), z.maxLength(24)),
  ...lifetimeShape,
});

export type OnrampOffers = z.infer<typeof onrampOffersSchema>;

/** §9: the lifetime of an invoice that states none, in seconds. */
export const defaultInvoiceSeconds = 600;

/** §9: the same of a bank transfer. */
export const bankTransferSeconds = 900;
