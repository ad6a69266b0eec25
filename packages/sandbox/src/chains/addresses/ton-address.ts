/**
 * Reads a raw (`0:…`) or user-friendly address (`UQ…`, `EQ…`, those of test networks) to the raw
 * form in lower case; null if it is none or its checksum is wrong.
 */
export function readTonAddress(text: string): string | null {
  if (/^(?:0|-1):[0-9a-fA-F]{64}$/.test(text)) return text.toLowerCase();
  if (!/^[A-Za-z0-9+/_-]{48}$/.test(text)) return null;
  const bytes = Buffer.from(text.replaceAll('+', '-').replaceAll('/', '_'), 'base64url');
  const isBounceable = ((bytes[0] ?? 0) & 0x7f) === 0x11;
  const isNonBounceable = ((bytes[0] ?? 0) & 0x7f) === 0x51;
  if (!isBounceable && !isNonBounceable) return null;
  if (bytes.readUInt16BE(34) !== checksumOf(bytes.subarray(0, 34))) return null;
  return `${bytes.readInt8(1)}:${bytes.subarray(2, 34).toString('hex')}`;
}

/** CRC-16/XMODEM. */
function checksumOf(bytes: Uint8Array): number {
  let checksum = 0;
  for (const byte of bytes) {
    checksum ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      checksum = ((checksum & 0x8000) === 0 ? checksum << 1 : (checksum << 1) ^ 0x1021) & 0xffff;
    }
  }
  return checksum;
}
