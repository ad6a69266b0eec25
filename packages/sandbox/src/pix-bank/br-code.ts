/**
 * The content of a BR Code (EMV QRCPS-MPM, as specified by the Banco Central) that a payer's bank
 * needs.
 */
export interface BrCode {
  key: string;
  merchantName: string;
  city: string;
  /** Reais as a decimal string; null if the payer chooses the amount. */
  amount: string | null;
  /** Null if the code has none, or has `***`. */
  txid: string | null;
}

type Entries = ReadonlyMap<string, string>;

/**
 * Parses a copied code.
 * @returns the code, or why it is invalid.
 */
export function readBrCode(text: string): BrCode | { problem: string } {
  const code = text.trim();
  if (!/^[\x20-\x7e]{20,512}$/.test(code)) return { problem: 'This is no BR Code' };
  const body = code.slice(0, -4);
  if (!body.endsWith('6304') || checksum(body) !== code.slice(-4).toUpperCase()) {
    return { problem: 'The code’s checksum is wrong: was all of it copied?' };
  }
  const entries = readEntries(code);
  const account = readEntries(entries?.get('26') ?? '');
  const key = account?.get('01');
  if (!entries || account?.get('00')?.toLowerCase() !== 'br.gov.bcb.pix' || key === undefined) {
    return { problem: 'The code holds no Pix key' };
  }
  if (entries.get('53') !== '986') return { problem: 'The code is not in reais' };
  const txid = readEntries(entries.get('62') ?? '')?.get('05');
  return {
    key,
    merchantName: entries.get('59') ?? '',
    city: entries.get('60') ?? '',
    amount: entries.get('54') ?? null,
    txid: txid === undefined || txid === '***' ? null : txid,
  };
}

/** Writes a static code. Texts must be plain ASCII and short enough. */
export function writeBrCode({ key, merchantName, city, amount, txid }: BrCode): string {
  const body = [
    entry('00', '01'),
    entry('26', entry('00', 'br.gov.bcb.pix') + entry('01', key)),
    entry('52', '0000'),
    entry('53', '986'),
    amount === null ? '' : entry('54', amount),
    entry('58', 'BR'),
    entry('59', merchantName),
    entry('60', city),
    entry('62', entry('05', txid ?? '***')),
    '6304',
  ].join('');
  return body + checksum(body);
}

function entry(id: string, value: string): string {
  return `${id}${String(value.length).padStart(2, '0')}${value}`;
}

/**
 * Parses entries: two digits of id, two of length, the value. Returns null if the text doesn't
 * match.
 */
function readEntries(text: string): Entries | null {
  const entries = new Map<string, string>();
  let at = 0;
  while (at < text.length) {
    const match = /^(\d\d)(\d\d)/.exec(text.slice(at, at + 4));
    const [, id = '', length = ''] = match ?? [];
    const value = text.slice(at + 4, at + 4 + Number(length));
    if (match === null || value.length !== Number(length)) return null;
    entries.set(id, value);
    at += 4 + value.length;
  }
  return entries;
}

/** CRC-16/CCITT-FALSE, bitwise, as four upper-case hex digits. */
function checksum(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, 'latin1')) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
    }
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
