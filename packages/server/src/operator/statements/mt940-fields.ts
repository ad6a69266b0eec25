import { FileProblem } from '../../ground/files/file-problem.ts';

/** A field of an MT940 file: its tag, such as `61`, and its lines without line ends. */
export interface Field {
  tag: string;
  lines: string[];
  /** The number of its first line in the file, from 1. */
  line: number;
  /**
   * The bytes of the line before it, if that is of a `:61:` or `:86:`, with its tag; else 0. Empty
   * lines don't count.
   */
  before: number;
}

/** Fields that have texts of payers. */
const isTextTag = (tag: string | undefined) => tag === '61' || tag === '86';

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
  let before = 0;
  for (const { value, line, next } of splitLines(text)) {
    if (value.length > longestLine) throw new FileProblem([`line ${line}: is too long`]);
    // In a field of text a brace is a payer's, and so is a dash that more of the text follows.
    const isInText: boolean = isTextTag(field?.tag);
    const rest: string = value.startsWith('{') && !isInText ? takeBlocks(value, line) : value;
    const [, tag, first = ''] = fieldStart.exec(rest) ?? [];
    const isMessageEnd = messageEnd.test(rest) && (!isInText || mayEndMessage(text, next));
    const isEnd = tag !== undefined || isMessageEnd || rest !== value;
    if (isEnd && field !== null) {
      yield field;
      field = null;
    }
    if (tag !== undefined) field = { tag, lines: [first], line, before };
    else if (!isEnd && field !== null) field.lines.push(value);
    if (field !== null && !isTextTag(field.tag)) before = 0;
    else if (field !== null && value !== '') before = Buffer.byteLength(value);
    if ((field?.lines.length ?? 0) > mostFieldLines) {
      throw new FileProblem([`line ${line}: the field :${field?.tag}: is too long`]);
    }
  }
  if (field !== null) yield field;
}

/** Whether nothing, a tag or a block stands at a line's start, or behind the empty lines there. */
function mayEndMessage(text: string, start: number): boolean {
  const empty = /\s*/y;
  empty.lastIndex = start;
  empty.exec(text);
  const following = /(?<=^|[\r\n])(?::(?:\d{2}[A-Z]?|NS|940):|\{[1-5]:)/y;
  following.lastIndex = empty.lastIndex;
  return empty.lastIndex === text.length || following.test(text);
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

/** Splits a text at any line end, without a list of all lines; `next` is where the next one starts. */
function* splitLines(text: string): Generator<{ value: string; line: number; next: number }> {
  const ends = /\r\n|\n|\r/g;
  let start = 0;
  for (let line = 1; start <= text.length; line += 1) {
    ends.lastIndex = start;
    const end = ends.exec(text);
    const next = end === null ? text.length : ends.lastIndex;
    yield { value: text.slice(start, end?.index ?? text.length), line, next };
    if (end === null) return;
    start = next;
  }
}
