/** One line of a CSV file (RFC 4180). */
export function formatCsvLine(values: readonly (string | null)[]): string {
  return `${values.map(formatValue).join(',')}\r\n`;
}

function formatValue(value: string | null): string {
  const text = defuse(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Spreadsheets take a text that begins so for a formula; numbers may begin with a minus. */
function defuse(text: string): string {
  return /^[=+@\t\r]/.test(text) || /^-(?!\d+(\.\d+)?$)/.test(text) ? `'${text}` : text;
}
