/** A signed token: three base64url parts, the first of which begins a JSON object. */
const token = /eyJ[\w-]{5,}\.[\w-]+\.[\w-]*/g;

/** An operator's key: its id may stay, for whoever looks for it. */
const operatorKey = /(kop_[0-9a-f]{32})_[\w-]{43}/g;

/** A run of digits as long as a card number is. Pino's own `"time"` is one too, and stays. */
const cardLike = /(?<!"time":)(?<![\w.-])\d{13,19}(?![\w.-])/g;

/**
 * The last guard before a log line is written: whatever reached it by mistake, player tokens and
 * card numbers don't stay in it. Only digits that pass the Luhn check are taken for a card.
 */
export function maskSecrets(line: string): string {
  return line
    .replace(token, '[token]')
    .replace(operatorKey, '$1_[secret]')
    .replace(cardLike, (digits) => (passesLuhn(digits) ? `[card …${digits.slice(-4)}]` : digits));
}

/** ISO/IEC 7812-1, annex B. */
function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
