import Table from 'cli-table3';

type Row = Record<string, unknown>;

/** Formats a response for people: lists as tables, everything else as lines of name and value. */
export function formatAnswer(body: unknown, columns?: readonly string[]): string {
  if (!isRow(body)) return formatValue(body);
  const { items, nextCursor } = body;
  if (!Array.isArray(items)) return formatRow(body);
  const table = formatList(items, columns);
  return typeof nextCursor === 'string'
    ? `${table}\nThere are more: --cursor ${plainText(nextCursor)}`
    : table;
}

function formatList(items: readonly unknown[], columns?: readonly string[]): string {
  const rows = items.filter(isRow);
  const [first] = rows;
  if (first === undefined) return items.length === 0 ? 'None.' : items.map(formatValue).join('\n');
  // Columns that are empty in all rows are left out, unless they were requested.
  const shown =
    columns ?? Object.keys(first).filter((name) => rows.some((row) => row[name] != null));
  const table = new Table({ ...style, head: [...shown] });
  for (const row of rows) table.push(shown.map((column) => formatValue(row[column])));
  return trimLines(table.toString());
}

/** Formats one object: its plain values, and below them each of its lists. */
function formatRow(row: Row): string {
  const plain = Object.entries(row).filter(([, value]) => !isList(value));
  const lists = Object.entries(row).filter(([, value]) => isList(value));
  const table = new Table(style);
  for (const [name, value] of plain) table.push([name, formatValue(value)]);
  const parts = lists.map(([name, value]) => `${name}:\n${formatList(value as unknown[])}`);
  return [...(plain.length > 0 ? [trimLines(table.toString())] : []), ...parts].join('\n');
}

/** Removes the blanks with which the table fills each line, as they disturb when text is copied. */
const trimLines = (text: string) => text.replaceAll(/ +$/gm, '');

const style = {
  chars: {
    top: '',
    'top-mid': '',
    'top-left': '',
    'top-right': '',
    bottom: '',
    'bottom-mid': '',
    'bottom-left': '',
    'bottom-right': '',
    left: '',
    'left-mid': '',
    mid: '',
    'mid-mid': '',
    right: '',
    'right-mid': '',
    middle: '  ',
  },
  style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
};

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Lists of plain values fit on a line; others get a table of their own. */
function isList(value: unknown): boolean {
  return Array.isArray(value) && value.some(isRow);
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(formatValue).join(', ');
  if (isRow(value)) {
    return Object.entries(value)
      .map(([name, item]) => `${formatValue(name)}: ${formatValue(item)}`)
      .join(', ');
  }
  return plainText(String(value));
}

/**
 * Replaces control characters, and marks that change the writing direction, by blanks. Texts come
 * from players, providers and files, and could otherwise control the terminal.
 */
export function plainText(text: string): string {
  return text.replaceAll(controlCharacters, ' ');
}

const controlCharacters = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** Does the same for a text of several lines. */
export function plainLines(text: string): string {
  return text.split('\n').map(plainText).join('\n');
}

/** Formats JSON with these characters escaped: `\\u009b`. */
export function plainJson(value: unknown): string {
  const text = JSON.stringify(value, null, 2);
  const spell = (mark: string) =>
    mark === '\n' ? mark : `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return text.replaceAll(controlCharacters, spell);
}
