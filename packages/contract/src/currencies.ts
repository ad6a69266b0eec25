import * as z from 'zod/mini';

/** ISO 4217 code, or a crypto or house code of §3. */
export const currencySchema = z
  .string()
  .check(z.regex(/^[A-Z][A-Z0-9]{2,9}$/, 'must be an upper-case currency code such as "EUR"'));

/** Where a currency is more or less than "two decimals, shown as Intl shows it". */
interface CurrencyFact {
  decimals?: number;
  /** Shown instead of Intl's symbol. */
  symbol?: string;
}

const crypto: CurrencyFact = { decimals: 8 };

/** Only the exceptions stand here: decimals by ISO 4217 (design §4), crypto 8 (§9). */
const facts: Record<string, CurrencyFact> = {
  BTC: crypto,
  ETH: crypto,
  LTC: crypto,
  USDT: crypto,
  USDC: crypto,
  TRX: crypto,
  TON: crypto,
  DOGE: crypto,
  BNB: crypto,
  // No minor unit
  BIF: { decimals: 0 },
  CLP: { decimals: 0 },
  DJF: { decimals: 0 },
  GNF: { decimals: 0 },
  ISK: { decimals: 0 },
  JPY: { decimals: 0 },
  KMF: { decimals: 0 },
  KRW: { decimals: 0 },
  PYG: { decimals: 0 },
  RWF: { decimals: 0 },
  UGX: { decimals: 0 },
  VND: { decimals: 0 },
  VUV: { decimals: 0 },
  XAF: { decimals: 0 },
  XOF: { decimals: 0 },
  XPF: { decimals: 0 },
  // Three decimals
  BHD: { decimals: 3 },
  IQD: { decimals: 3 },
  JOD: { decimals: 3 },
  KWD: { decimals: 3 },
  LYD: { decimals: 3 },
  OMR: { decimals: 3 },
  TND: { decimals: 3 },
  // Local symbols that players know better than the code (§3)
  BDT: { symbol: '৳' },
  KZT: { symbol: '₸' },
  UZS: { symbol: 'so‘m' },
};

/** How many decimals an amount in this currency may have: 2 unless the table says otherwise. */
export function decimalsOf(currency: string): number {
  return facts[currency]?.decimals ?? 2;
}

/** The custom symbol of a currency, or undefined where Intl's narrow symbol serves. */
export function customSymbolOf(currency: string): string | undefined {
  return facts[currency]?.symbol;
}

/** Whether a currency lives on a chain. */
export function isCrypto(currency: string): boolean {
  return facts[currency] === crypto;
}
