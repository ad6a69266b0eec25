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
