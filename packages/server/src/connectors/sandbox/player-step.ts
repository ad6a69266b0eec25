import type {
  FieldDefinition,
  PaymentCodeData,
  TransferInvoice,
  UnifiedFlow,
} from '@kassa/contract';
import type * as z from 'zod/mini';
import type { PlayerStep, PrepareOutcome } from '../connector.ts';
import { toInvoiceFields, toPayerField } from './asked-fields.ts';
import type {
  createdPaymentSchema,
  SandboxCode,
  SandboxInvoice,
  SandboxPreparation,
  SandboxTransfer,
} from './client/schemas.ts';

type PayablePayment = Extract<z.infer<typeof createdPaymentSchema>, { redirect: object }>;

/**
 * Returns the next step with the most detail that the widget can show itself, or the provider's
 * page.
 */
export function toStep({ redirect, code, invoice, transfer }: PayablePayment): PlayerStep {
  if (transfer !== undefined) return { kind: 'invoice', invoice: toTransferInvoice(transfer) };
  if (invoice !== undefined) return { kind: 'unifiedForm', form: toForm(invoice) };
  if (code !== undefined) return { kind: 'code', pageId: code.page, data: toCodeData(code) };
  const { method, url, data = {} } = redirect;
  return { kind: 'page', method, url, data };
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
  const { bankName, accountNumber, holder, reference, country } = account;
  return {
    card: {
      bank_name: bankName,
      account_number: accountNumber,
      fullName: holder,
      transaction_description: reference,
      ...(country !== undefined && { country_code: country }),
    },
    payment_amount: amount,
    payment_currency: currency,
    created: account.createdAt,
    lifetime: account.expiresInSeconds,
    buttons: ['complete', 'cancel'],
  };
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
