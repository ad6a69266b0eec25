/**
 * Formats one line of a CSV file (RFC 4180). Semicolons and tabs are quoted, too: in some locales
 * spreadsheets separate values by them, and the part after one could begin a formula.
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
 * after spaces and quotation marks, which some of them drop.
 */
const formulaStart = /^[\s"'\u200B\u2060]*[=+\-@＝＋－＠]/;
const negativeNumber = /^-\d+(\.\d+)?$/;

/** Makes a spreadsheet read a formula as text. */
function defuse(text: string): string {
  const isFormula = formulaStart.test(text) || /^[\t\r]/.test(text);
  return isFormula && !negativeNumber.test(text) ? `'${text}` : text;
}
