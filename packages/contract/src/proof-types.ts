/** The types of file that a proof may be; the type is read from the content. */
export const proofTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'image/heic',
  'application/pdf',
] as const;

export type ProofType = (typeof proofTypes)[number];

/** How many bytes tell a file's type: a document begins within them (ISO 32000-2, 7.5.2). */
export const proofHeadBytes = 1024;

/** The first bytes of each type, at their offset, as characters of one byte. */
const heads: readonly { type: ProofType; parts: readonly [text: string, offset: number][] }[] = [
  { type: 'image/jpeg', parts: [['\xff\xd8\xff', 0]] },
  { type: 'image/png', parts: [['\x89PNG\r\n\x1a\n', 0]] },
  {
    type: 'image/webp',
    parts: [
      ['RIFF', 0],
      ['WEBP', 8],
    ],
  },
];

/** The brands of ISO 23008-12 that tell how a picture is coded; `mif1` and `msf1` don't. */
const brands: Readonly<Record<string, ProofType>> = {
  avif: 'image/avif',
  avis: 'image/avif',
  heic: 'image/heic',
  heix: 'image/heic',
  hevc: 'image/heic',
  hevx: 'image/heic',
};

/**
 * Reads a file's type from its first bytes, and where its content starts. A picture starts with
 * the file. Before a document there may be a byte order mark, blank lines and the header of a mail,
 * nothing else: what begins as another type is that type alone. Null for any other type.
 */
export function readProofType(bytes: Uint8Array): { type: ProofType; start: number } | null {
  const text = String.fromCharCode(...bytes.subarray(0, proofHeadBytes));
  const head = heads.find(({ parts }) => parts.every((part) => text.startsWith(...part)));
  const type = head?.type ?? readBrand(text);
  if (type !== null) return { type, start: 0 };
  const start = text.indexOf('%PDF-');
  if (start === -1 || !isMailHeader(text.slice(0, start))) return null;
  return { type: 'application/pdf', start };
}

/** Returns the type by the first known brand of a file type box. */
function readBrand(text: string): ProofType | null {
  if (!text.startsWith('ftyp', 4)) return null;
  const [major = '', , ...compatible] = text.slice(8, sizeOf(text)).match(/.{4}/gs) ?? [];
  const others = ['mif1', 'msf1'].includes(major) ? compatible : [];
  const known = [major, ...others].find((brand) => Object.hasOwn(brands, brand));
  return known === undefined ? null : (brands[known] ?? null);
}

/** Returns the number in the first four bytes. */
const sizeOf = (text: string) =>
  [0, 1, 2, 3].reduce((size, at) => size * 256 + text.charCodeAt(at), 0);

const byteOrderMark = '\xef\xbb\xbf';

/** Whether a text is empty, a mark, blank lines, or fields of a mail with its boundaries. */
function isMailHeader(text: string): boolean {
  const bare = text.startsWith(byteOrderMark) ? text.slice(byteOrderMark.length) : text;
  if (!/^[\t\r\n\x20-\x7e]*$/.test(bare)) return false;
  const lines = bare.split(/\r\n|\r|\n/);
  const written = lines.filter((line) => line.trim() !== '');
  if (lines.at(-1)?.trim() !== '' || /^\s/.test(written[0] ?? '')) return false;
  // A line that begins with a space continues the field before it.
  return written.every((line) => /^([A-Za-z][\w-]*:|--\S|\s)/.test(line));
}
