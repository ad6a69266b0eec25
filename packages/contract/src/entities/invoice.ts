import * as z from 'zod/mini';
import { currencySchema } from '../currencies.ts';
import { decimalSchema } from '../money.ts';
import { fieldDefinitionSchema } from './field.ts';
import { providerTextSchema } from './localized-text.ts';

/** One thing that a player needs to pay by themselves (§3 `requisites`): an account, a name, a code. */
export const requisiteSchema = z.object({
  /** What it is: the player reads `requisite.<name>` where the locale files have it, else `title`. */
  name: z.string().check(z.maxLength(64)),
  title: z.optional(providerTextSchema),
  /** How its value is written: `card` in fours, `phone`, `iban`, or as it stands. */
  type: z.optional(z.string().check(z.maxLength(32))),
  value: z.string().check(z.minLength(1), z.maxLength(512)),
  isCopyable: z.optional(z.boolean()),
});

export type Requisite = z.infer<typeof requisiteSchema>;

/** What a player does, in steps or in one piece (§3 `instruction`). */
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
  /** What the code holds: drawn by the widget, and copied as it stands. */
  qrCodeText: z.optional(z.string().check(z.minLength(1), z.maxLength(1024))),
  /** A picture of the code, where the provider gives nothing else. */
  qrDataURL: z.optional(
    z
      .string()
      .check(
        z.maxLength(100_000),
        z.regex(/^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+=*$/),
      ),
  ),
  /** A link to where it is paid: https, or of a scheme that the method declares. */
  buttonPay: z.optional(z.string().check(z.maxLength(2048))),
};

/** How long it can be paid: from `created` (ISO 8601) on; 600 s unless it says (§3). */
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

/** The `data.unifiedFlow` of a created deposit (§2 "Unified form"). */
export const unifiedFlowSchema = z.object({
  ...codeShape,
  ...lifetimeShape,
  instruction: z.optional(instructionSchema),
  requisites: z.optional(z.array(requisiteSchema).check(z.maxLength(24))),
  /** What is to be paid, exactly. */
  payment_amount: decimalSchema,
  payment_currency: currencySchema,
  /** What the player fills in before they press "paid". */
  inputFields: z.optional(z.array(fieldDefinitionSchema).check(z.maxLength(24))),
  /** Without `complete` there is no paid button; it is there where the list is left out. */
  buttons: z.optional(z.array(z.enum(unifiedButtons))),
});

export type UnifiedFlow = z.infer<typeof unifiedFlowSchema>;

/** §9: how long an invoice lives that doesn't say, in seconds. */
export const defaultInvoiceSeconds = 600;
