import { decodeCsv, decodeXml, isMt940, isXml } from '../../ground/files/decode-file.ts';
import type { ReadStatement } from '../../money/requisites/statement-line.ts';
import { readCamt } from './read-camt.ts';
import { type CsvOptions, readCsvStatement } from './read-csv-statement.ts';
import { readMt940 } from './read-mt940.ts';

/**
 * Reads a statement file: camt.053 if it is XML, MT940 if it begins as one, else CSV. Yields to the
 * event loop, so that a large file doesn't block the process.
 * @throws FileProblem if any part is unreadable; nothing is guessed
 */
export async function readStatement(
  bytes: Uint8Array,
  options: CsvOptions,
): Promise<ReadStatement> {
  if (isXml(bytes)) return readCamt(decodeXml(bytes));
  if (isMt940(bytes)) return readMt940(decodeCsv(bytes, options.format.encoding));
  return readCsvStatement(decodeCsv(bytes, options.format.encoding), options);
}
