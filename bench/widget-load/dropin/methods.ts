/** A method in the response of Adyen's `/paymentMethods`. */
interface DropinMethod {
  type: string;
  name: string;
  brands?: string[];
}

/**
 * The methods of Kassa's list that Adyen has too, followed by redirect methods, like most of
 * Kassa's. The first ones have their own components.
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
