/** Formats percent for a reader: `7.5` is "7.5%". */
export function formatPercent(percent: number, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  return format.format(percent / 100);
}
