/** A signed token: three base64url parts, the first of which begins a JSON object. */
const token = /(?<![\w-])eyJ[\w-]{5,}\.[\w-]+\.[\w-]*/g;

/** The ticket of another device: `kdt_<brand>_<secret>`. */
const deviceTicket = /kdt_[a-z0-9-]+_[\w-]{43}/g;

/** An operator's key: the log keeps its id, so that the key can be found, and masks the secret. */
const operatorKey = /(kop_[0-9a-f]{32})_[\w-]{43}/g;

/**
 * A number with the length of a card number, in one piece or in groups. Pino's own `"time"` is as
 * long, and is kept.
 */
const cardLike = /(?<!"time":)(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\w-]|\.\w)/g;

/**
 * An account number by ISO 13616, in one piece or in groups of four: country, check digits, 11 to
 * 30 more characters.
 */
const ibanLike =
  /(?<![\w-])[A-Za-z]{2}\d{2}(?:(?: ?[A-Za-z0-9]{4}){2,7}(?: ?[A-Za-z0-9]{1,3})?)(?![\w-])/g;

/**
 * Masks player tokens, tickets, operators' keys, card and account numbers that reached a log line by
 * mistake, before the line is written. Only numbers with valid check digits are masked.
 */
export function maskSecrets(line: string): string {
  return line
    .replace(token, '[token]')
    .replace(deviceTicket, '[ticket]')
    .replace(operatorKey, '$1_[secret]')
    .replace(ibanLike, (text) => (passesMod97(text) ? `[iban …${text.slice(-4)}]` : text))
    .replace(cardLike, (digits) => (passesLuhn(digits) ? `[card …${digits.slice(-4)}]` : digits));
}

/** ISO/IEC 7812-1, annex B. */
function passesLuhn(text: string): boolean {
  const digits = [...text.replace(/\D/g, '')].reverse();
  const sum = digits.reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/**
 * ISO 7064: with the first four characters moved to the end, and A as 10 to Z as 35, the remainder
 * is 1.
 */
function passesMod97(text: string): boolean {
  const iban = text.replaceAll(' ', '');
  const digits = [...iban.slice(4), ...iban.slice(0, 4)].map((sign) => parseInt(sign, 36)).join('');
  return BigInt(digits) % 97n === 1n;
}
