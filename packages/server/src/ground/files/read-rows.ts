import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { parse as parseAtOnce } from 'csv-parse/sync';
import { FileProblem } from './file-problem.ts';

/** The work between two turns of the event loop. */
const bytesPerTurn = 32 * 1024;

/** A row of a CSV file that has any value. */
export interface CsvRow {
  /** The line on which it ends; the first line is 1. */
  line: number;
  values: string[];
}

/**
 * Reads the rows of a CSV file (RFC 4180). Quotation marks may stand bare within a value of one line:
 * `"From "Ada""`. Rows without any value are left out, and so is a byte order mark.
 * @throws FileProblem if a quotation mark isn't closed, or a row is too long or may be several
 */
export async function* readRows(text: string, delimiter: string): AsyncIterable<CsvRow> {
  const parser = parse({ ...strict, delimiter, relax_quotes: true, raw: true });
  Readable.from(cut(Buffer.from(text))).pipe(parser);
  // The parser counts a line's end of two characters twice within a value.
  let twice = 0;
  try {
    for await (const { info, record, raw } of parser) {
      const values: string[] = record;
      for (const value of values) twice += value.split('\r\n').length - 1;
      const line = info.lines - twice;
      if (values.every((value) => value.trim() === '')) continue;
      if (isOfLines(values) && hasTwoReadings(raw, delimiter, values.length)) {
        throw new FileProblem([`line ${line}: a quotation mark may be one of the text`]);
      }
      yield { line, values };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // The rest of the message quotes the file.
    const isLong = error.code === 'CSV_MAX_RECORD_SIZE';
    const what = isLong ? 'the row is too long' : error.message.split(':', 1)[0];
    throw new FileProblem([`line ${error.lines}: ${what}`]);
  }
}

/** The most bytes of a row. */
const longestRow = 256 * 1024;

const strict = {
  bom: true,
  info: true,
  max_record_size: longestRow,
  relax_column_count: true,
  skip_empty_lines: true,
} as const;

const isOfLines = (values: readonly string[]) => values.some((value) => /[\r\n]/.test(value));

/**
 * Whether a row of several lines may be several rows: a bare quotation mark is in it, or each of its
 * lines has as many values as it has.
 */
function hasTwoReadings(raw: string, delimiter: string, width: number): boolean {
  const lines = raw.split(/\r\n|\r|\n/).filter((line) => line !== '');
  if (lines.every((line) => line.split(delimiter).length === width)) return true;
  try {
    return parseAtOnce(raw, { ...strict, delimiter }).length !== 1;
  } catch (error) {
    if (error instanceof CsvError) return true;
    throw error;
  }
}

function* cut(bytes: Buffer): Iterable<Buffer> {
  for (let start = 0; start < bytes.length; start += bytesPerTurn) {
    yield bytes.subarray(start, start + bytesPerTurn);
  }
}
