import { decodeCsv, decodeXml, isXml } from '../../ground/files/decode-file.ts';
import type { ReadStatement } from '../../money/requisites/statement-line.ts';
import { readCamt } from './read-camt.ts';
import { type CsvOptions, readCsvStatement } from './read-csv-statement.ts';

/**
 * Reads a statement file: camt.053 if it is XML, else CSV. Yields to the event loop, so that a large
 * file doesn't block the process.
 * @throws FileProblem if any part is unreadable; nothing is guessed
 */
export async function readStatement(
  bytes: Uint8Array,
  options: CsvOptions,
): Promise<ReadStatement> {
  if (isXml(bytes)) return readCamt(decodeXml(bytes));
  return readCsvStatement(decodeCsv(bytes, options.format.encoding), options);
}
