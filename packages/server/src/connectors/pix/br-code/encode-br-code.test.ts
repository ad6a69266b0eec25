import fc from 'fast-check';
import { hasError, isStaticPix, parsePix } from 'pix-utils';
import { expect, it } from 'vitest';
import { type BrCode, checksum, encodeBrCode } from './encode-br-code.ts';

const code: BrCode = {
  key: '123e4567-e12b-12d1-a456-426655440000',
  merchantName: 'Fulano de Tal',
  city: 'BRASILIA',
  amount: '12.34',
  txid: 'KS7Q2M41XK',
};

/** Reads a code by its lengths alone: independently of the parser. */
function walk(text: string): Record<string, string> {
  const entries: Record<string, string> = {};
  for (let at = 0; at < text.length; ) {
    const length = Number(text.slice(at + 2, at + 4));
    expect(text.length).toBeGreaterThanOrEqual(at + 4 + length);
    entries[text.slice(at, at + 2)] = text.slice(at + 4, at + 4 + length);
    at += 4 + length;
  }
  return entries;
}

/** The checksum as the standard defines it, bit by bit. */
function checksumByBits(text: string): string {
  let crc = 0xffff;
  for (const sign of text) {
    for (let bit = 7; bit >= 0; bit -= 1) {
      const isSet = ((sign.charCodeAt(0) >> bit) & 1) ^ (crc >> 15);
      crc = ((crc << 1) & 0xffff) ^ (isSet ? 0x1021 : 0);
    }
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

function encode(part: Partial<BrCode>): string {
  const text = encodeBrCode({ ...code, ...part });
  if (text === null) throw new Error('does not fit');
  return text;
}

it('has the check value of CRC-16/CCITT-FALSE', () => {
  expect(checksum('123456789')).toBe('29B1');
  expect(checksum('')).toBe('FFFF');
});

it('writes every entry in its position', () => {
  expect(encode({})).toBe(
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000' +
      '5204000053039865405' +
      '12.345802BR5913Fulano de Tal6008BRASILIA62140510KS7Q2M41XK6304' +
      checksumByBits(encode({}).slice(0, -4)),
  );
});

it.each([
  ['50', '50.00'],
  ['0.01', '0.01'],
  ['1.5', '1.50'],
  ['999999.99', '999999.99'],
  ['9999999999.99', '9999999999.99'],
  ['007', '7.00'],
])('writes %s as %s', (amount, written) => {
  expect(walk(encode({ amount }))['54']).toBe(written);
});

it.each([
  { amount: '0' },
  { amount: '-5' },
  { amount: '0.001' },
  { amount: '99999999999.99' },
  { key: '' },
  { key: 'x'.repeat(78) },
  { key: 'chave com espaço' },
  { txid: '' },
  { txid: 'a'.repeat(26) },
  { txid: '***' },
  { merchantName: '🎰' },
  { city: ' ' },
  { description: 'x'.repeat(60) },
])('writes no code for %j', (part) => {
  expect(encodeBrCode({ ...code, ...part })).toBeNull();
});

it.each([
  ['São João & Cia Açaí', 'Sao Joao & Cia Acai'],
  ['Café Ñandú Ünïcørn Łódź', 'Cafe Nandu Unicorn Lodz'],
  ['Cassino 🎰 da Sorte', 'Cassino da Sorte'],
  ['A name that is much longer than the room', 'A name that is much longe'],
  ['Straße\tund\u00a0Æther', 'Strasse und AEther'],
])('writes the name %s as %s', (merchantName, written) => {
  expect(walk(encode({ merchantName }))['59']).toBe(written);
});

it('another parser reads the written values, whatever they are', () => {
  const amounts = fc.integer({ min: 1, max: 99_999_999 }).map((cents) => {
    const digits = String(cents).padStart(3, '0');
    return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
  });
  const letters = fc.constantFrom(..."abcXYZ09 çãéíõüÁÑß&-.'🎰🦜漢ø");
  const words = fc.array(letters, { maxLength: 40 }).map((signs) => `N${signs.join('')}`);
  const keys = fc.oneof(
    fc.uuid(),
    fc.stringMatching(/^\d{11}$/),
    fc.stringMatching(/^\d{14}$/),
    fc.stringMatching(/^\+55\d{11}$/),
    fc.stringMatching(/^[a-z]{1,20}@[a-z]{1,20}\.com$/),
  );
  const codes = fc.record({
    amount: amounts,
    merchantName: words,
    city: words,
    key: keys,
    txid: fc.stringMatching(/^[A-Za-z0-9]{1,25}$/),
  });
  fc.assert(
    fc.property(codes, (given) => {
      const text = encode(given);
      expect(text).toMatch(/^[\x20-\x7e]+$/);
      expect(text.slice(-4)).toBe(checksumByBits(text.slice(0, -4)));

      const entries = walk(text);
      const account = walk(entries['26'] ?? '');
      expect(account).toEqual({ '00': 'br.gov.bcb.pix', '01': given.key });
      expect(entries['54']).toBe(given.amount);
      expect(walk(entries['62'] ?? '')).toEqual({ '05': given.txid });
      expect(entries['59']?.length).toBeLessThanOrEqual(25);
      expect(entries['60']?.length).toBeLessThanOrEqual(15);

      const parsed = parsePix(text);
      if (hasError(parsed) || !isStaticPix(parsed)) throw new Error(`not read: ${text}`);
      expect(parsed.transactionAmount).toBe(Number(given.amount));
      expect(parsed.pixKey).toBe(given.key);
      expect(parsed.txid).toBe(given.txid);
      expect(parsed.transactionCurrency).toBe('986');
    }),
    { numRuns: 1000 },
  );
});

it('another parser rejects a code with a changed character', () => {
  const text = encode({});
  const changed = text.replace('12.34', '92.34');
  expect(hasError(parsePix(changed))).toBe(true);
});

it('contains the description if there is room', () => {
  const text = encode({ key: 'caixa@cassino.example', description: 'Depósito' });
  expect(walk(walk(text)['26'] ?? '')).toMatchObject({ '02': 'Deposito' });
  expect(parsePix(text)).toMatchObject({ infoAdicional: 'Deposito' });
});
