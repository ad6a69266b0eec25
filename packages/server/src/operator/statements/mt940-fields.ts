import { FileProblem } from '../../ground/files/file-problem.ts';

/** A field of an MT940 file: its tag, such as `61`, and its lines without line ends. */
export interface Field {
  tag: string;
  lines: string[];
  /** The number of its first line in the file, from 1. */
  line: number;
}

/** Longer than any line, and more lines than any field has; SWIFT allows 65 characters and 6 lines. */
const longestLine = 2000;
const mostFieldLines = 100;

/** A tag at the start of a line; `:86:` of a bank may be followed by nothing. */
const fieldStart = /^:(\d{2}[A-Z]?|NS|940):(.*)$/;

/** The end of a message, alone or with the end of its text block; some banks add letters. */
const messageEnd = /^-(\}.*|X{3})?$/;

/** The blocks before a message's fields, which may stand on one line with the first of them. */
const blocks = /^(?:\{[1235]:[^{}]*(?:\{[^{}]*\}[^{}]*)*\})*(?:\{4:)?/;

/**
 * Splits an MT940 file into its fields, of any number of messages, with SWIFT's blocks around them or
 * without. What stands before the first field of a message is no part of it.
 * @throws FileProblem if a line or a field is too long, or a message isn't MT940
 */
export function* splitFields(text: string): Generator<Field> {
  let field: Field | null = null;
  for (const { value, line } of splitLines(text)) {
    if (value.length > longestLine) throw new FileProblem([`line ${line}: is too long`]);
    // In a field of text a brace is a payer's.
    const isInText: boolean = field !== null && (field.tag === '61' || field.tag === '86');
    const rest: string = value.startsWith('{') && !isInText ? takeBlocks(value, line) : value;
    const [, tag, first = ''] = fieldStart.exec(rest) ?? [];
    const isEnd = tag !== undefined || messageEnd.test(rest) || rest !== value;
    if (isEnd && field !== null) {
      yield field;
      field = null;
    }
    if (tag !== undefined) field = { tag, lines: [first], line };
    else if (!isEnd && field !== null) field.lines.push(value);
    if ((field?.lines.length ?? 0) > mostFieldLines) {
      throw new FileProblem([`line ${line}: the field :${field?.tag}: is too long`]);
    }
  }
  if (field !== null) yield field;
}

/** Takes the blocks off a line that begins with one. */
function takeBlocks(value: string, line: number): string {
  const [taken = ''] = blocks.exec(value) ?? [];
  const type = /\{2:[IO](\d{3})/.exec(taken)?.[1];
  if (type !== undefined && type !== '940') {
    throw new FileProblem([`line ${line}: the message is MT${type}, not an MT940 statement`]);
  }
  return value.slice(taken.length);
}

/** Splits a text at any line end, without a list of all lines. */
function* splitLines(text: string): Generator<{ value: string; line: number }> {
  const ends = /\r\n|\n|\r/g;
  let start = 0;
  for (let line = 1; start <= text.length; line += 1) {
    ends.lastIndex = start;
    const end = ends.exec(text);
    yield { value: text.slice(start, end?.index ?? text.length), line };
    if (end === null) return;
    start = ends.lastIndex;
  }
}
