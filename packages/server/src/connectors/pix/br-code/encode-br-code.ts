import { type Decimal, fitsCurrency, toCurrencyDecimals } from '@kassa/contract';

/** The content of a static BR Code: payee, amount, and the id that identifies the payment. */
export interface BrCode {
  /** The payee's Pix key: CPF, CNPJ, phone, e-mail or a random key. */
  key: string;
  merchantName: string;
  city: string;
  /** In reais. */
  amount: Decimal;
  /** 1 to 25 letters and digits. */
  txid: string;
  /** The payer's bank shows it. */
  description?: string | undefined;
}

/** The maximum lengths of the code's entries, in characters. */
export const longest = { merchantName: 25, city: 15, txid: 25, amount: 13, entry: 99 } as const;

const arrangement = 'br.gov.bcb.pix';

/**
 * Writes the text of a static BR Code: the merchant-presented EMV QR code (EMV QRCPS-MPM), by the
 * Banco Central's manual of the BR Code. The text is drawn as a QR code and copied ("copia e
 * cola").
 * @returns null if the amount or the payee's data doesn't fit
 */
export function encodeBrCode(code: BrCode): string | null {
  const amount = encodeAmount(code.amount);
  const account = encodeAccount(code.key, code.description);
  const merchantName = foldToAscii(code.merchantName, longest.merchantName);
  const city = foldToAscii(code.city, longest.city);
  const isTxid = /^[A-Za-z0-9]{1,25}$/.test(code.txid);
  if (amount === null || account === null || !isTxid) return null;
  if (merchantName === '' || city === '') return null;
  const body = [
    // Version of the payload.
    entry('00', '01'),
    account,
    // No merchant category.
    entry('52', '0000'),
    // Reais, by the number in ISO 4217.
    entry('53', '986'),
    entry('54', amount),
    entry('58', 'BR'),
    entry('59', merchantName),
    entry('60', city),
    entry('62', entry('05', code.txid)),
    // The checksum covers its own id and length.
    '6304',
  ].join('');
  return body + checksum(body);
}

/**
 * Encodes the payee's account: arrangement, key, and description for the payer. Null if too long.
 */
export function encodeAccount(key: string, description = ''): string | null {
  if (!/^[\x21-\x7e]{1,77}$/.test(key)) return null;
  const words = foldToAscii(description, longest.entry);
  const parts = [entry('00', arrangement), entry('01', key), words && entry('02', words)].join('');
  return parts.length > longest.entry ? null : entry('26', parts);
}

/**
 * Writes the amount with both decimals; null if it has more decimals than reais have, or is zero or
 * too long.
 */
function encodeAmount(amount: Decimal): string | null {
  if (!fitsCurrency(amount, 'BRL')) return null;
  const written = toCurrencyDecimals(amount, 'BRL');
  const isPayable = /^\d+\.\d{2}$/.test(written) && /[1-9]/.test(written);
  return isPayable && written.length <= longest.amount ? written : null;
}

/** Encodes an entry: id, length in two digits, value. A code consists of entries only. */
function entry(id: string, value: string): string {
  return `${id}${String(value.length).padStart(2, '0')}${value}`;
}

/**
 * CRC-16/CCITT-FALSE (polynomial 0x1021, initial value 0xFFFF), as in the manual of the BR Code, in
 * four capital hex digits. The text is ASCII.
 */
export function checksum(text: string): string {
  let crc = 0xffff;
  for (let index = 0; index < text.length; index += 1) {
    crc = ((crc << 8) & 0xffff) ^ (table[(crc >> 8) ^ text.charCodeAt(index)] ?? 0);
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

const table: readonly number[] = Array.from({ length: 256 }, (_, byte) => {
  let rest = byte << 8;
  for (let bit = 0; bit < 8; bit += 1) {
    rest = (rest & 0x8000 ? (rest << 1) ^ 0x1021 : rest << 1) & 0xffff;
  }
  return rest;
});

/** Letters without a Unicode decomposition into a letter and a mark. */
const plainOf: Readonly<Record<string, string>> = {
  Æ: 'AE',
  æ: 'ae',
  Œ: 'OE',
  œ: 'oe',
  Ø: 'O',
  ø: 'o',
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  ß: 'ss',
};

/**
 * Converts a text to printable ASCII, which every reader of BR Codes supports: `São João` becomes
 * `Sao Joao`. Characters without an ASCII letter (emojis) are left out.
 * @param longest the maximum number of characters
 */
export function foldToAscii(text: string, longest: number): string {
  return text
    .replace(/[^\0-\x7f]/gu, (sign) => plainOf[sign] ?? sign)
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, (sign) => (/\s/.test(sign) ? ' ' : ''))
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, longest)
    .trimEnd();
}
