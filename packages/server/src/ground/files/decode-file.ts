import { FileProblem } from './file-problem.ts';

/** A byte order mark, and the encoding that it stands for. */
const marks = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8', family: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le', family: 'utf-16' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be', family: 'utf-16' },
] as const;

const findMark = (bytes: Uint8Array) =>
  marks.find((mark) => mark.bytes.every((byte, index) => bytes[index] === byte));

/** Whether a file begins with a byte order mark, which then says its encoding. */
export const hasMark = (bytes: Uint8Array): boolean => findMark(bytes) !== undefined;

/** Whether a file begins as XML does, in any encoding. */
export function isXml(bytes: Uint8Array): boolean {
  return beginningOf(bytes).trimStart().startsWith('<');
}

/** Whether a file begins as SWIFT's messages do: with their blocks, or soon with a field `:20:`. */
export function isMt940(bytes: Uint8Array): boolean {
  return /^\s*\{1:|^\s*:20:|[\r\n]:20:/.test(beginningOf(bytes));
}

/** Returns the beginning of a file, where marks, zero bytes and other encodings don't matter. */
function beginningOf(bytes: Uint8Array): string {
  const start = findMark(bytes)?.bytes.length ?? 0;
  return Buffer.from(bytes.subarray(start, start + 400))
    .toString('latin1')
    .replaceAll('\0', '');
}

/**
 * Decodes an XML file as its declaration says (XML 1.0, appendix F).
 * @throws FileProblem if the declaration is wrong or a byte isn't of the encoding
 */
export function decodeXml(bytes: Uint8Array): string {
  const declared = /^<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/
    .exec(beginningOf(bytes).trimStart())?.[1]
    ?.toLowerCase();
  const mark = findMark(bytes);
  const family = mark?.family ?? guessFamily(bytes);
  const isUtf16 = declared?.startsWith('utf-16') ?? false;
  if (declared !== undefined && isUtf16 !== (family === 'utf-16')) throw wrongDeclaration(declared);
  if (mark !== undefined) {
    if (declared !== undefined && !declared.startsWith(mark.family)) {
      throw wrongDeclaration(declared);
    }
    return decode(bytes, mark.encoding);
  }
  if (family === 'utf-16') return decode(bytes, bytes[0] === 0 ? 'utf-16be' : 'utf-16le');
  return decode(bytes, declared ?? 'utf-8');
}

/** An XML file without a mark begins with `<`, which has a zero byte in UTF-16. */
const guessFamily = (bytes: Uint8Array) =>
  bytes[0] === 0 || bytes[1] === 0 ? 'utf-16' : 'another';

function wrongDeclaration(declared: string): FileProblem {
  return new FileProblem([
    `line 1: the file declares the encoding ${declared} and is written in another one`,
  ]);
}

/**
 * Decodes a CSV or MT940 file: as its byte order mark says, else in the configured encoding.
 * @throws FileProblem if a byte isn't of the encoding
 */
export function decodeCsv(bytes: Uint8Array, encoding: string): string {
  return decode(bytes, findMark(bytes)?.encoding ?? encoding);
}

function decode(bytes: Uint8Array, encoding: string): string {
  const decoder = buildDecoder(encoding);
  try {
    return decoder.decode(bytes);
  } catch {
    throw new FileProblem([`The file has bytes that are not of the encoding ${encoding}.`]);
  }
}

function buildDecoder(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new FileProblem([`line 1: the encoding ${encoding} is unknown`]);
  }
}
