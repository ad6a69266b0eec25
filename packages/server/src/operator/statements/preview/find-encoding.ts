import { encodings, type StatementFormat } from '../../../brands/statement-format.ts';
import { decodeCsv, hasMark } from '../../../ground/files/decode-file.ts';
import { FileProblem } from '../../../ground/files/file-problem.ts';
import { findTable } from './find-table.ts';

type Encoding = StatementFormat['encoding'];

export interface FoundEncoding {
  encoding: Encoding;
  isCertain: boolean;
}

/** The bytes in which titles are looked for. */
const mostBytes = 32 * 1024;

/**
 * Finds the encoding of a CSV file. A mark says it, no text of another encoding is UTF-8 by chance,
 * and text of UTF-16 has zero bytes. Of the others that one is certain in which alone the header has
 * known titles with letters beyond ASCII.
 */
export async function findEncoding(bytes: Uint8Array): Promise<FoundEncoding> {
  if (!hasMark(bytes) && bytes.includes(0)) {
    return { encoding: bytes[0] === 0 ? 'utf-16be' : 'utf-16le', isCertain: true };
  }
  if (tryDecode(bytes, 'utf-8') !== null) return { encoding: 'utf-8', isCertain: true };
  const beginning = bytes.subarray(0, mostBytes);
  const counted = await Promise.all(
    encodings
      .filter((encoding) => !/^utf/.test(encoding) && tryDecode(bytes, encoding) !== null)
      .map(async (encoding) => ({ encoding, known: await countTitles(beginning, encoding) })),
  );
  const sorted = counted.toSorted(
    (one, other) => other.known - one.known || rank(one) - rank(other),
  );
  const [best] = sorted;
  if (best === undefined) return { encoding: 'windows-1252', isCertain: false };
  const text = tryDecode(bytes, best.encoding);
  const isCertain =
    best.known > 0 &&
    sorted.every(
      ({ encoding, known }) => known < best.known || tryDecode(bytes, encoding) === text,
    );
  return { encoding: best.encoding, isCertain };
}

/** Where nothing else decides, the most usual one. */
const rank = ({ encoding }: { encoding: Encoding }) => (encoding === 'windows-1252' ? 0 : 1);

/** Counts the known titles that have letters beyond ASCII. */
async function countTitles(bytes: Uint8Array, encoding: Encoding): Promise<number> {
  const table = await findTable(decodeCsv(bytes, encoding));
  const titles = Object.values(table?.places ?? {}).map((place) => table?.head[place] ?? '');
  return titles.filter((title) => /[^\p{ASCII}]/u.test(title)).length;
}

function tryDecode(bytes: Uint8Array, encoding: Encoding): string | null {
  try {
    return decodeCsv(bytes, encoding);
  } catch (error) {
    if (error instanceof FileProblem) return null;
    throw error;
  }
}
