import type {
  FieldDefinition,
  OnrampOffer,
  OnrampOffers,
  PaymentCodeData,
  TransferInvoice,
  UnifiedFlow,
} from '@kassa/contract';
import type * as z from 'zod/mini';
import type { OffersOutcome, PlayerStep, PrepareOutcome, ProviderPage } from '../connector.ts';
import { toInvoiceFields, toPayerField } from './asked-fields.ts';
import type {
  createdPaymentSchema,
  SandboxCode,
  SandboxInvoice,
  SandboxOffer,
  SandboxOffers,
  SandboxPerson,
  SandboxPreparation,
  SandboxTransfer,
} from './client/schemas.ts';

type PayablePayment = Extract<z.infer<typeof createdPaymentSchema>, { redirect: object }>;

/**
 * Returns the next step with the most detail that the widget can show itself, or the provider's
 * page. Null for a person without an account: nothing can be shown, and the money may arrive.
 */
export function toStep(payment: PayablePayment): PlayerStep | null {
  const { redirect, code, invoice, transfer, person, offers } = payment;
  if (offers !== undefined) return { kind: 'offers', ...toOffers(offers) };
  if (person !== undefined) return toPersonStep(person);
  if (transfer !== undefined) return { kind: 'invoice', invoice: toTransferInvoice(transfer) };
  if (invoice !== undefined) return { kind: 'unifiedForm', form: toForm(invoice) };
  if (code !== undefined) return { kind: 'code', pageId: code.page, data: toCodeData(code) };
  return toPage(redirect);
}

function toPage({ method, url, data = {} }: PayablePayment['redirect']): ProviderPage {
  return { kind: 'page', method, url, data };
}

/** Reads a payment after fresh offers were asked for or one was chosen. */
export function toOffersOutcome(payment: z.infer<typeof createdPaymentSchema>): OffersOutcome {
  if (payment.redirect === null) return noOffers;
  const { offers, takenOffer, redirect } = payment;
  if (takenOffer !== undefined) {
    return { kind: 'chosen', offer: toOffer(takenOffer), page: toPage(redirect) };
  }
  return offers === undefined ? noOffers : { kind: 'offered', offers: toOffers(offers) };
}

const noOffers: OffersOutcome = {
  kind: 'error',
  error: 'malformed',
  detail: 'response has no offers',
};

function toOffers({ list, createdAt, expiresInSeconds }: SandboxOffers): OnrampOffers {
  return {
    paymentMethodOffers: list.map(toOffer),
    created: createdAt,
    lifetime: expiresInSeconds,
  };
}

/** The catalogue has the logo of each seller, by its id. */
function toOffer({ id, seller, ...offer }: SandboxOffer): OnrampOffer {
  return { offerId: id, method: seller, iconIds: [seller], ...offer };
}

function toCodeData({ text, payLink, createdAt, expiresInSeconds }: SandboxCode): PaymentCodeData {
  return {
    ...(text !== undefined && { qrCodeText: text }),
    ...(payLink !== undefined && { buttonPay: payLink }),
    created: createdAt,
    lifetime: expiresInSeconds,
  };
}

function toTransferInvoice({ amount, currency, ...account }: SandboxTransfer): TransferInvoice {
  const { bankName, accountNumber, vpa, holder, reference, country, asksFor = [] } = account;
  return {
    card: {
      ...(bankName !== undefined && { bank_name: bankName }),
      ...(accountNumber !== undefined && { account_number: accountNumber }),
      ...(vpa !== undefined && { vpa }),
      fullName: holder,
      transaction_description: reference,
      ...(country !== undefined && { country_code: country }),
    },
    payment_amount: amount,
    payment_currency: currency,
    created: account.createdAt,
    lifetime: account.expiresInSeconds,
    ...(asksFor.length > 0 && { inputFields: toInvoiceFields(asksFor) }),
    buttons: ['complete', 'cancel'],
  };
}

function toPersonStep({ amount, currency, ...person }: SandboxPerson): PlayerStep | null {
  const { cardNumber, phone, bankName, system, holder, reference, country } = person;
  if (cardNumber === undefined && phone === undefined) return null;
  const invoice: TransferInvoice = {
    card: {
      ...(bankName !== undefined && { bank_name: bankName }),
      ...(system !== undefined && { payment_system: system }),
      ...(cardNumber !== undefined && { number: cardNumber }),
      ...(phone !== undefined && { phone }),
      ...(holder !== undefined && { fullName: holder }),
      ...(reference !== undefined && { transaction_description: reference }),
      ...(country !== undefined && { country_code: country }),
    },
    payment_amount: amount,
    payment_currency: currency,
    created: person.createdAt,
    lifetime: person.expiresInSeconds,
    buttons: ['complete', 'cancel'],
  };
  return { kind: 'invoice', invoice };
}

function toForm(invoice: SandboxInvoice): UnifiedFlow {
  const { amount, currency, steps, codeText, payLink, requisites, asksFor, buttons } = invoice;
  return {
    instruction: {
      steps: steps.map((stepInstruction, index) => ({ stepNumber: index + 1, stepInstruction })),
    },
    ...(codeText !== undefined && { qrCodeText: codeText }),
    ...(payLink !== undefined && { buttonPay: payLink }),
    requisites: requisites.map(({ name, kind, value, isCopyable }) => ({
      name,
      type: kind,
      value,
      isCopyable,
    })),
    payment_amount: amount,
    payment_currency: currency,
    inputFields: toInvoiceFields(asksFor),
    buttons,
    created: invoice.createdAt,
    lifetime: invoice.expiresInSeconds,
  };
}

const titleOf = {
  payeeName: { en: 'Paid to', ru: 'Получатель', es: 'A nombre de', pt: 'Recebedor' },
  payeeAddress: { en: 'UPI ID', ru: 'UPI ID', es: 'ID de UPI', pt: 'ID UPI' },
  payeeCode: { en: 'Code', ru: 'Код', es: 'Código', pt: 'Código' },
};

export function toPreparation({ details, asksFor }: SandboxPreparation): PrepareOutcome {
  const fields: FieldDefinition[] = asksFor.map(toPayerField);
  return {
    kind: 'prepared',
    details: details.map(({ name, kind, value }) => ({
      name,
      title: titleOf[name],
      type: kind === 'qr' ? 'QR' : 'text',
      value,
      isCopyable: kind === 'address',
    })),
    fields,
  };
}
