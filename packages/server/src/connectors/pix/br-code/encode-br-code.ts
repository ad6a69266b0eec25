import { type Decimal, fitsCurrency, toCurrencyDecimals } from '@kassa/contract';

/** What a static BR Code says: whom to pay, how much, and by what the payment is known again. */
export interface BrCode {
  /** The payee's Pix key: CPF, CNPJ, phone, e-mail or a random key. */
  key: string;
  merchantName: string;
  city: string;
  /** In reais. */
  amount: Decimal;
  /** 1 to 25 letters and digits. */
  txid: string;
  /** Shown to the payer by their bank. */
  description?: string | undefined;
}

/** What the entries of the code have room for, in characters. */
export const longest = { merchantName: 25, city: 15, txid: 25, amount: 13, entry: 99 } as const;

const arrangement = 'br.gov.bcb.pix';

/**
 * Writes the text of a static BR Code: the merchant-presented EMV QR code (EMV QRCPS-MPM) as the Banco
 * Central's manual of the BR Code has it. It is what is drawn as a QR code and copied ("copia e cola").
 * @returns null where the amount or what names the payee does not fit into one
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
    // No category of merchants.
    entry('52', '0000'),
    // Reais, by their number in ISO 4217.
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

/** The payee's account: the arrangement, the key, and words for the payer. Null where it is too long. */
export function encodeAccount(key: string, description = ''): string | null {
  if (!/^[\x21-\x7e]{1,77}$/.test(key)) return null;
  const words = foldToAscii(description, longest.entry);
  const parts = [entry('00', arrangement), entry('01', key), words && entry('02', words)].join('');
  return parts.length > longest.entry ? null : entry('26', parts);
}

/** With both decimals; null where there are more of them than reais have, or it is nothing or too long. */
function encodeAmount(amount: Decimal): string | null {
  if (!fitsCurrency(amount, 'BRL')) return null;
  const written = toCurrencyDecimals(amount, 'BRL');
  const isPayable = /^\d+\.\d{2}$/.test(written) && /[1-9]/.test(written);
  return isPayable && written.length <= longest.amount ? written : null;
}

/** Id, length in two digits, value: the code is made of nothing else. */
function entry(id: string, value: string): string {
  return `${id}${String(value.length).padStart(2, '0')}${value}`;
}

/**
 * CRC-16/CCITT-FALSE (polynomial 0x1021, start 0xFFFF), as the manual of the BR Code asks for, in four
 * capital hex digits. The text is ASCII.
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

/** Letters that Unicode takes for letters of their own, and not for one with a mark. */
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
 * Writes a text in printable ASCII, as a BR Code's texts are read everywhere: `São João` becomes
 * `Sao Joao`. What has no plain letter (an emoji) is left out.
 * @param longest so many characters are kept at most
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
