/** A method as Adyen's `/paymentMethods` answers it. */
interface DropinMethod {
  type: string;
  name: string;
  brands?: string[];
}

/**
 * What Kassa's own list has, as far as Adyen has it too; then what redirects as most of Kassa's do.
 * The first have a component of their own.
 */
const methods: DropinMethod[] = [
  { type: 'scheme', name: 'Cards', brands: ['visa', 'mc', 'amex', 'maestro'] },
  { type: 'paypal', name: 'PayPal' },
  { type: 'klarna', name: 'Pay later with Klarna' },
  { type: 'klarna_account', name: 'Pay over time with Klarna' },
  { type: 'klarna_paynow', name: 'Pay now with Klarna' },
  { type: 'sepadirectdebit', name: 'SEPA Direct Debit' },
  { type: 'ideal', name: 'iDEAL' },
  { type: 'paysafecard', name: 'paysafecard' },
  { type: 'moneybookers', name: 'Skrill' },
  { type: 'neteller', name: 'Neteller' },
  { type: 'alipay', name: 'AliPay' },
  { type: 'alipay_hk', name: 'AlipayHK' },
  { type: 'unionpay', name: 'UnionPay' },
  { type: 'mobilepay', name: 'MobilePay' },
  { type: 'revolut', name: 'Revolut Pay' },
  { type: 'wechatpayWeb', name: 'WeChat Pay' },
  { type: 'directEbanking', name: 'Online bank transfer' },
  { type: 'ebanking_FI', name: 'Online Banking Finland' },
  { type: 'trustpay', name: 'TrustPay' },
  { type: 'gcash', name: 'GCash' },
  { type: 'dana', name: 'DANA' },
  { type: 'kakaopay', name: 'KakaoPay' },
  { type: 'momo_wallet', name: 'MoMo Wallet' },
  { type: 'touchngo', name: "Touch 'n Go" },
];

export function listDropinMethods(count: number): DropinMethod[] {
  if (count > methods.length) throw new Error(`There are only ${methods.length} methods.`);
  return methods.slice(0, count);
}
