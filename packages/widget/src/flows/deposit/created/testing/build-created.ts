import type {
  CallResponse,
  CardEnvelope,
  HostToHostData,
  Payee,
  PaymentCodeData,
  UnifiedFlow,
} from '@kassa/contract';
import { buildCreatedDeposit, buildDepositSummary } from '@kassa/test-kit';

/** A BR Code as in Pix's own examples: 123.45 reais, with its checksum. */
export const pixText =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000520400005303986' +
  '5406123.455802BR5913Fulano de Tal6008BRASILIA62070503***6304A5A2';

type Created = CallResponse<'deposit-create'>;

/** Builds a created deposit that is paid by a code, by default within a quarter of an hour. */
export function buildCodeDeposit(
  pageId: 'pix' | 'eazype',
  data: PaymentCodeData = { qrCodeText: pixText },
): Created {
  const created = new Date().toISOString();
  const lifetime = data.lifetime ?? 15 * 60;
  return buildCreatedDeposit({ source: null, pageId, data: { created, ...data, lifetime } });
}

/** Builds a created deposit with a unified form: 1,250.50 to an account. */
export function buildUnifiedDeposit(flow: Partial<UnifiedFlow> = {}): Created {
  const unifiedFlow: UnifiedFlow = {
    created: new Date().toISOString(),
    timeout_minutes: 15,
    payment_amount: '1250.50',
    payment_currency: 'EUR',
    requisites: [
      { name: 'accountHolder', value: 'Sherzod Karimov' },
      { name: 'cardNumber', type: 'card', value: '8600140441235071' },
    ],
    buttons: ['complete', 'cancel'],
    ...flow,
  };
  return buildCreatedDeposit({ source: null, data: { unifiedFlow } });
}

/** An account to pay into. */
const samplePayee: Payee = {
  bank_name: 'Kapitalbank',
  number: '8600140441235071',
  fullName: 'Sherzod Karimov',
  transaction_description: 'KS-7Q2M-41XK',
};

/** Builds a created deposit that is paid to an account: 50 euros, with the account sealed. */
export async function buildInvoiceDeposit(
  data: Partial<HostToHostData> = {},
  payee: object | null = samplePayee,
): Promise<Created> {
  const invoice: HostToHostData = {
    created: new Date().toISOString(),
    lifetime: 15 * 60,
    payment_amount: '50.00',
    payment_currency: 'EUR',
    buttons: ['complete', 'cancel'],
    ...(payee !== null && { card: { encoded: await sealText(JSON.stringify(payee)) } }),
    ...data,
  };
  return buildCreatedDeposit({ source: null, data: invoice });
}

/** Encrypts as the server does, for {@link buildCreatedDeposit}'s deposit. */
export async function sealText(text: string): Promise<CardEnvelope> {
  const encoder = new TextEncoder();
  const rawKey = crypto.getRandomValues(new Uint8Array(32));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const key = await crypto.subtle.importKey('raw', rawKey, 'AES-GCM', false, ['encrypt']);
  const additionalData = encoder.encode('deposit-1');
  const sealed = new Uint8Array(
    await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, encoder.encode(text)),
  );
  const encode = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
  return {
    key: encode(rawKey),
    iv: encode(iv),
    encryptedText: encode(sealed.slice(0, -16)),
    tag: encode(sealed.slice(-16)),
  };
}

/** Builds the response of `deposit-get` for it. */
export function buildFound(
  created: Created | null,
  over: Parameters<typeof buildDepositSummary>[0] = {},
) {
  return { deposit: buildDepositSummary(over), created };
}
