/** Formats one line of a CSV file (RFC 4180). */
export function formatCsvLine(values: readonly (string | null)[]): string {
  return `${values.map(formatValue).join(',')}\r\n`;
}

function formatValue(value: string | null): string {
  const text = defuse(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Spreadsheets read a text that begins with one of these characters as a formula; a number may
 * begin with a minus.
 */
function defuse(text: string): string {
  return /^[=+@\t\r]/.test(text) || /^-(?!\d+(\.\d+)?$)/.test(text) ? `'${text}` : text;
}
