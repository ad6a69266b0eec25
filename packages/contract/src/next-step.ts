import type { DepositCreateResponse } from './calls/deposit-create.ts';
import type { FieldDefinition } from './entities/field.ts';
import {
  defaultInvoiceSeconds,
  type Instruction,
  paymentCodeSchema,
  type Requisite,
  type unifiedButtons,
  unifiedFlowSchema,
} from './entities/invoice.ts';
import { type CodePageName, codePages } from './entities/payment-method.ts';
import type { ExternalRedirect } from './external-redirect.ts';
import { isSafeLink } from './links.ts';
import type { Money } from './money.ts';

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
  | { kind: 'unsupported'; what: string };

export interface DecodedDeposit {
  depositId: string;
  reference: string;
  externalRedirect: ExternalRedirect | null;
  next: NextStep;
}

/**
 * Decodes a created deposit (§4 "Response handling"). A redirect to an unsafe address and a page
 * unknown to this version become `unsupported` and are never opened.
 * @param linkSchemes - the method's schemes of app links, besides https
 */
export function decodeNextStep(
  response: DepositCreateResponse,
  linkSchemes: readonly string[] = [],
): DecodedDeposit {
  const { apiResponse, depositId, reference } = response;
  const decode = (next: NextStep, externalRedirect: ExternalRedirect | null = null) => ({
    depositId,
    reference,
    externalRedirect,
    next,
  });
  const { source, pageId, data } = apiResponse;
  if (apiResponse.isFieldsRequired) {
    // Without a field to fill in, the player could never continue.
    if (response.fields.length === 0) return decode({ kind: 'unsupported', what: 'fields' });
    return decode({ kind: 'fields', fields: response.fields });
  }
  if (source !== null && !isSafeLink(source, linkSchemes)) {
    return decode({ kind: 'unsupported', what: 'unsafe link' });
  }
  const redirect = source === null ? null : decodeRedirect(source, apiResponse.method, data);
  const codePage = codePages.find((page) => page === pageId);
  if (codePage !== undefined) return decode(decodeCodePage(codePage, data, linkSchemes), redirect);
  if (pageId !== null) return decode({ kind: 'unsupported', what: pageId });
  if (data.unifiedFlow !== undefined) {
    return decode(decodeUnifiedForm(data.unifiedFlow, linkSchemes), redirect);
  }
  return decode({ kind: 'complete' }, redirect);
}

function decodeCodePage(
  page: CodePageName,
  data: unknown,
  linkSchemes: readonly string[],
): NextStep {
  const parsed = paymentCodeSchema.safeParse(data);
  const code = parsed.success ? decodeCode(parsed.data, linkSchemes) : null;
  if (!parsed.success || code === null) return { kind: 'unsupported', what: page };
  return { kind: 'code', page, code, expiresAtMs: decodeExpiry(parsed.data) };
}

function decodeUnifiedForm(data: unknown, linkSchemes: readonly string[]): NextStep {
  const { success, data: flow } = unifiedFlowSchema.safeParse(data);
  if (!success) return { kind: 'unsupported', what: 'unifiedFlow' };
  const form: UnifiedForm = {
    code: decodeCode(flow, linkSchemes),
    instruction: flow.instruction ?? null,
    requisites: flow.requisites ?? [],
    amount: { amount: flow.payment_amount, currency: flow.payment_currency },
    inputFields: flow.inputFields ?? [],
    buttons: flow.buttons ?? ['complete'],
    expiresAtMs: decodeExpiry(flow),
  };
  return { kind: 'unifiedForm', form };
}

interface CodeData {
  qrCodeText?: string | undefined;
  qrDataURL?: string | undefined;
  buttonPay?: string | undefined;
}

/** Drops an unsafe link. Returns null if no way to pay is left. */
function decodeCode(
  { qrCodeText, qrDataURL, buttonPay }: CodeData,
  linkSchemes: readonly string[],
): PaymentCode | null {
  const isSafe = buttonPay !== undefined && isSafeLink(buttonPay, linkSchemes);
  const code = {
    text: qrCodeText ?? null,
    picture: qrDataURL ?? null,
    payLink: isSafe ? buttonPay : null,
  };
  return Object.values(code).every((part) => part === null) ? null : code;
}

interface LifetimeData {
  created?: string | undefined;
  timeout_minutes?: number | undefined;
  lifetime?: number | undefined;
}

function decodeExpiry({ created, timeout_minutes, lifetime }: LifetimeData): number | null {
  if (created === undefined) return null;
  const seconds =
    timeout_minutes === undefined ? (lifetime ?? defaultInvoiceSeconds) : timeout_minutes * 60;
  return Date.parse(created) + seconds * 1000;
}

function decodeRedirect(
  source: string,
  method: 'GET' | 'POST',
  data: Record<string, unknown>,
): ExternalRedirect {
  // Uses the parsed URL, not the text, so that the validated address is the one opened.
  const url = new URL(source);
  const fields = Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );
  if (method === 'POST') return { method, url: url.href, fields };
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return { method, url: url.href };
}
