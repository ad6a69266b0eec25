import * as z from 'zod/mini';
import type { DepositCreateResponse } from './calls/deposit-create.ts';
import { currencySchema } from './currencies.ts';
import type { CardEnvelope } from './entities/card-envelope.ts';
import { type CryptoAddress, cryptoAddressSchema } from './entities/crypto-address.ts';
import type { FieldDefinition } from './entities/field.ts';
import {
  bankTransferSeconds,
  defaultInvoiceSeconds,
  hostToHostSchema,
  type Instruction,
  type OnrampOffer,
  onrampOffersSchema,
  paymentCodeSchema,
  unifiedButtons,
  unifiedFlowSchema,
} from './entities/invoice.ts';
import { type CodePageName, cardViewTypes, codePages } from './entities/payment-method.ts';
import type { Requisite } from './entities/requisite.ts';
import { type ExternalRedirect, toExternalRedirect } from './external-redirect.ts';
import { isSafeLink } from './links.ts';
import { decimalSchema, type Money } from './money.ts';

/** A way to pay from an app; at least one of the three is set. */
export interface PaymentCode {
  /** The content of the code, for drawing and copying. */
  text: string | null;
  /** A picture of the code, as a data URL. */
  picture: string | null;
  /** A safe link to the payment app or page. */
  payLink: string | null;
}

/** The instruction, requisites and input fields of one payment (§2 "Unified form"). */
export interface UnifiedForm {
  code: PaymentCode | null;
  instruction: Instruction | null;
  requisites: readonly Requisite[];
  /** The exact amount to pay. */
  amount: Money;
  inputFields: readonly FieldDefinition[];
  buttons: readonly (typeof unifiedButtons)[number][];
  /** The expiry in ms since 1970; null if the response gives no start time. */
  expiresAtMs: number | null;
}

/** The invoice of a payment to an account (§2 "Host-to-host invoice"). */
export interface Invoice extends UnifiedForm {
  /** The payee, encrypted for the browser; `payeeSchema` reads the opened text. */
  card: CardEnvelope | null;
  /** What the payment is processed with, where the response says so (§3 "P2P response"). */
  processing: Money | null;
}

/**
 * The player's next step after a deposit was created (§4). A new kind breaks every exhaustive match
 * over it on purpose: each one must handle it.
 */
export type NextStep =
  | { kind: 'complete' }
  /** The form stays open with these additional fields. */
  | { kind: 'fields'; fields: FieldDefinition[] }
  /** One of the widget's own pages with a code to scan or a link to follow (§4 "custom pageId"). */
  | { kind: 'code'; page: CodePageName; code: PaymentCode; expiresAtMs: number | null }
  | { kind: 'unifiedForm'; form: UnifiedForm }
  /** The offers of providers that sell crypto (§4 "offers to on-ramp offer list"). */
  | { kind: 'offers'; offers: readonly OnrampOffer[]; expiresAtMs: number | null }
  /** An address to send coins to (§2 "Crypto address"). */
  | { kind: 'address'; address: CryptoAddress; expiresAtMs: number | null }
  /** An address that can't be read: nothing of it may be shown. */
  | { kind: 'unreadableAddress' }
  /** An account to pay into (§4 "card/requisites/bank transfer to host-to-host"). */
  | { kind: 'invoice'; invoice: Invoice }
  /** The deposit can't continue: it has an unsafe link, or asks for fields and names none. */
  | { kind: 'unsupported'; what: string };

export interface DecodedDeposit {
  depositId: string;
  reference: string;
  externalRedirect: ExternalRedirect | null;
  next: NextStep;
  /** The names, without values, of the parts of the response that this version can't read. */
  unread: readonly string[];
}

/** What a method says of its next step. */
export interface StepMethod {
  linkSchemes?: readonly string[] | undefined;
  cardViewType?: number | undefined;
}

/**
 * Decodes a created deposit once (§4 "Response handling"). The order is that of §4: further fields,
 * the unified form, offers, an address, an invoice, a known page, else the complete page. An
 * unreadable part is left out alone, because the deposit exists; an unreadable address is said to be.
 * A redirect with an unsafe address is returned as `unsupported` and never opened.
 * @param method - its `linkSchemes` are the schemes of app links besides https; its `cardViewType`
 * gives the lifetime of an invoice that states none
 */
export function decodeNextStep(
  response: DepositCreateResponse,
  { linkSchemes = [], cardViewType }: StepMethod = {},
): DecodedDeposit {
  const { apiResponse, depositId, reference } = response;
  const { source, method, pageId, data } = apiResponse;
  const unread: string[] = [];
  const decode = (next: NextStep, externalRedirect: ExternalRedirect | null = null) => ({
    depositId,
    reference,
    externalRedirect,
    next,
    unread,
  });
  if (apiResponse.isFieldsRequired) {
    // Without a field to fill in, the player could never continue.
    if (response.fields.length === 0) return decode({ kind: 'unsupported', what: 'fields' });
    return decode({ kind: 'fields', fields: response.fields });
  }
  if (source !== null && !isSafeLink(source, linkSchemes)) {
    return decode({ kind: 'unsupported', what: 'unsafe link' });
  }
  const redirect = source === null ? null : decodeRedirect({ source, method, data }, unread);
  const isTransfer = cardViewType === cardViewTypes.bankTransfer;
  const lifetimeSeconds = isTransfer ? bankTransferSeconds : defaultInvoiceSeconds;
  const reader: PartReader = { data, linkSchemes, lifetimeSeconds, unread };
  const next = decodeUnifiedForm(reader) ??
    decodeOffers(reader) ??
    decodeAddress(reader, redirect) ??
    decodeInvoice(reader) ??
    decodeCodePage(pageId, reader) ?? { kind: 'complete' };
  return decode(next, redirect);
}

interface PartReader {
  data: Record<string, unknown>;
  linkSchemes: readonly string[];
  /** The lifetime of an invoice that states none. */
  lifetimeSeconds: number;
  /** Collects the names of unreadable parts. */
  unread: string[];
}

/** Returns null if no page is named, or one that this version doesn't know or can't show. */
function decodeCodePage(pageId: string | null, reader: PartReader): NextStep | null {
  if (pageId === null || pageId === '') return null;
  const page = codePages.find((known) => known === pageId);
  const parsed = paymentCodeSchema.safeParse(reader.data);
  const code = parsed.success ? decodeCode(parsed.data, reader) : null;
  if (page !== undefined && parsed.success && code !== null) {
    return { kind: 'code', page, code, expiresAtMs: decodeExpiry(parsed.data, reader) };
  }
  reader.unread.push(`pageId ${pageId}`);
  return null;
}

/** Buttons of a later version don't make an invoice unreadable. */
const unknownButtons = { buttons: z.optional(z.array(z.unknown())) };
const flowOnWireSchema = z.extend(unifiedFlowSchema, unknownButtons);
const invoiceOnWireSchema = z.extend(hostToHostSchema, unknownButtons);

/** Returns null if there is no form, or an unreadable one. */
function decodeUnifiedForm(reader: PartReader): NextStep | null {
  const { unifiedFlow } = reader.data;
  if (unifiedFlow === undefined || unifiedFlow === null) return null;
  const { success, data: flow, error } = flowOnWireSchema.safeParse(unifiedFlow);
  if (success) return { kind: 'unifiedForm', form: decodeForm(flow, reader) };
  reader.unread.push(...error.issues.map(({ path }) => ['unifiedFlow', ...path].join('.')));
  return null;
}

/** Returns null if there are no offers, or an unreadable one. */
function decodeOffers(reader: PartReader): NextStep | null {
  const { paymentMethodOffers } = reader.data;
  if (paymentMethodOffers === undefined || paymentMethodOffers === null) return null;
  const { success, data } = onrampOffersSchema.safeParse(reader.data);
  if (success) {
    const { paymentMethodOffers: offers } = data;
    return { kind: 'offers', offers, expiresAtMs: decodeExpiry(data, reader) };
  }
  reader.unread.push('paymentMethodOffers');
  return null;
}

/**
 * Returns null if there is no address. An unreadable one is a step all the same: the player must be
 * told that they can't pay, except on a provider's page, which has the data for itself.
 */
function decodeAddress(reader: PartReader, redirect: ExternalRedirect | null): NextStep | null {
  if (reader.data.depositAddress === undefined) return null;
  const { success, data } = cryptoAddressSchema.safeParse(reader.data);
  if (success) return { kind: 'address', address: data, expiresAtMs: decodeExpiry(data, reader) };
  reader.unread.push('depositAddress');
  return redirect === null ? { kind: 'unreadableAddress' } : null;
}

/** The parts that make `data` an invoice. */
const invoiceParts = ['card', 'requisites'] as const;

/** Returns null if there is no account to pay into, or an unreadable one. */
function decodeInvoice(reader: PartReader): NextStep | null {
  const present = invoiceParts.filter((part) => isObject(reader.data[part]));
  if (present.length === 0) return null;
  const { success, data: flow, error } = invoiceOnWireSchema.safeParse(reader.data);
  if (!success) {
    reader.unread.push(...error.issues.map(({ path }) => path.join('.')));
    return null;
  }
  const card = flow.card?.encoded ?? null;
  if (card === null && (flow.requisites ?? []).length === 0) {
    reader.unread.push(...present);
    return null;
  }
  const processing = decodeProcessing(reader.data);
  return { kind: 'invoice', invoice: { ...decodeForm(flow, reader), card, processing } };
}

const processingSchema = z.object({
  processingAmount: decimalSchema,
  processingCurrency: currencySchema,
});

function decodeProcessing(data: PartReader['data']): Money | null {
  const { success, data: sum } = processingSchema.safeParse(data);
  return success ? { amount: sum.processingAmount, currency: sum.processingCurrency } : null;
}

function decodeForm(flow: z.infer<typeof flowOnWireSchema>, reader: PartReader): UnifiedForm {
  const buttons = flow.buttons ?? ['complete'];
  const unknown = buttons.filter((button) => unifiedButtons.every((known) => known !== button));
  reader.unread.push(...unknown.map((button) => `buttons ${String(button)}`));
  return {
    code: decodeCode(flow, reader),
    instruction: flow.instruction ?? null,
    requisites: flow.requisites ?? [],
    amount: { amount: flow.payment_amount, currency: flow.payment_currency },
    inputFields: flow.inputFields ?? [],
    buttons: unifiedButtons.filter((known) => buttons.includes(known)),
    expiresAtMs: decodeExpiry(flow, reader),
  };
}

interface CodeData {
  qrCodeText?: string | undefined;
  qrDataURL?: string | undefined;
  buttonPay?: string | undefined;
}

/** Drops an unsafe link. Returns null if no way to pay is left. */
function decodeCode(
  { qrCodeText, qrDataURL, buttonPay }: CodeData,
  { linkSchemes, unread }: PartReader,
): PaymentCode | null {
  const isSafe = (link: string | undefined) => link !== undefined && isSafeLink(link, linkSchemes);
  if (buttonPay !== undefined && !isSafe(buttonPay)) unread.push('buttonPay');
  // A code that is a link can be opened on the device that shows it.
  const links = [buttonPay, qrCodeText].filter(isSafe);
  const code = {
    text: qrCodeText ?? null,
    picture: qrDataURL ?? null,
    payLink: links[0] ?? null,
  };
  return Object.values(code).every((part) => part === null) ? null : code;
}

interface LifetimeData {
  created?: string | undefined;
  timeout_minutes?: number | undefined;
  lifetime?: number | undefined;
}

function decodeExpiry(
  { created, timeout_minutes, lifetime }: LifetimeData,
  { lifetimeSeconds }: PartReader,
): number | null {
  if (created === undefined) return null;
  const seconds =
    timeout_minutes === undefined ? (lifetime ?? lifetimeSeconds) : timeout_minutes * 60;
  return Date.parse(created) + seconds * 1000;
}

/** Sends numbers and booleans to the provider as text. */
function decodeRedirect(
  { source, method, data }: { source: string; method: 'GET' | 'POST'; data: PartReader['data'] },
  unread: string[],
): ExternalRedirect {
  const entries = Object.entries(data);
  const fields = Object.fromEntries(
    entries.flatMap(([name, value]) => (isText(value) ? [[name, String(value)]] : [])),
  );
  const foreign = entries.filter(([name, value]) => isObject(value) && !ownParts.has(name));
  unread.push(...foreign.map(([name]) => `data ${name}`));
  return toExternalRedirect(source, method, fields);
}

/** Parts of `data` that are for the widget and not for the provider. */
const ownParts: ReadonlySet<string> = new Set([
  'unifiedFlow',
  'paymentMethodOffers',
  ...Object.keys(hostToHostSchema.shape),
]);

function isText(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
