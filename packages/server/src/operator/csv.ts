/**
 * Formats one line of a CSV file (RFC 4180). Semicolons and tabs are quoted, too: spreadsheets of
 * some locales separate values by them.
 */
export function formatCsvLine(values: readonly (string | null)[]): string {
  return `${values.map(formatValue).join(',')}\r\n`;
}

function formatValue(value: string | null): string {
  const text = defuse(value ?? '');
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A sign that spreadsheets read as the beginning of a formula, also in its full-width form, and
 * after spaces and quotation marks, which some of them drop. Where a semicolon or a tab separates
 * values, quotation marks after a comma quote nothing, and a cell begins after each separator.
 */
const formulaStart = /(^|[;\t\r\n])(?=[\s"'\u200B\u2060]*[=+\-@＝＋－＠])/g;
const negativeNumber = /^-\d+(\.\d+)?$/;

/** Makes a spreadsheet read a formula as text. */
function defuse(text: string): string {
  if (negativeNumber.test(text)) return text;
  return text.replace(/^(?=[\t\r])/, "'").replace(formulaStart, "$1'");
}
