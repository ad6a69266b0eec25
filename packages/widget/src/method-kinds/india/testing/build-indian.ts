import type { FieldDefinition, HostToHostData, Payee } from '@kassa/contract';
import { buildOffer, buildPaymentMethod, buildTextField } from '@kassa/test-kit';
import {
  buildFound,
  buildInvoiceDeposit,
} from '../../../flows/deposit/created/testing/build-created.ts';

export const indianMethod = buildPaymentMethod({
  name: 'upi_transfer',
  category: 'upi',
  cardViewType: 3,
  text: { en: 'UPI transfer', ar: 'تحويل UPI', hi: 'UPI ट्रांसफर' },
  amount_rules: { INR: { min: '500', max: '200000' } },
  iconIds: ['upi'],
  usualMinutes: 5,
  linkSchemes: ['upi', 'gpay', 'phonepe', 'paytmmp', 'bhim', 'credpay', 'amazonpay'],
});

/** The number of a payment by UPI, as the sandbox's connector asks for it. */
export const utr: FieldDefinition = buildTextField({
  name: 'utr',
  category: 'number',
  placeholder_key: 'field.utr',
  validations: [{ regex: '^\\d{12}$', regex_error_key: 'field.rule.upiUtr' }],
});

export const upiPayee: Payee = {
  vpa: 'northline@okaxis',
  fullName: 'Northline Payments',
  transaction_description: 'KS-7Q2M-41XK',
};

export const upiLink =
  'upi://pay?pa=northline@okaxis&pn=Northline%20Payments&tr=KS7Q2M41XK&tn=KS-7Q2M-41XK&am=1003.00&cu=INR';

export interface IndianInvoice {
  data?: Partial<HostToHostData>;
  payee?: object | null;
  over?: Parameters<typeof buildFound>[1];
  method?: typeof indianMethod;
}

export const indianPath = '/deposit/india/invoice?depositId=deposit-1&method=upi_transfer';

/** Builds the answers about an Indian invoice: 1,003 rupees to an address of UPI. */
export function answerIndian({
  data,
  payee = upiPayee,
  over,
  method = indianMethod,
}: IndianInvoice = {}) {
  const invoice = { payment_amount: '1003', payment_currency: 'INR', inputFields: [utr], ...data };
  const deposit = { paymentMethod: method.name, amount: '1003.00', currency: 'INR', ...over };
  return {
    'methods-payment-v3': buildOffer([method]),
    'deposit-get': async () => buildFound(await buildInvoiceDeposit(invoice, payee), deposit),
  };
}
