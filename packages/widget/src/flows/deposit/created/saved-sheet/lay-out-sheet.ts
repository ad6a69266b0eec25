import type { InvoiceSheet } from './describe-sheet.ts';

/** The width of the sheet, and its margins, in px of its own. */
export const sheetWidthPx = 540;
export const marginPx = 36;

const textWidthPx = sheetWidthPx - 2 * marginPx;

const fontFamily = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

interface Style {
  font: string;
  lineHeightPx: number;
  tone: 'text' | 'muted' | 'warn';
}

const styles = {
  title: { font: `600 20px ${fontFamily}`, lineHeightPx: 28, tone: 'text' },
  name: { font: `400 15px ${fontFamily}`, lineHeightPx: 22, tone: 'muted' },
  value: { font: `600 19px ${fontFamily}`, lineHeightPx: 27, tone: 'text' },
  amount: { font: `700 34px ${fontFamily}`, lineHeightPx: 44, tone: 'text' },
  note: { font: `400 16px ${fontFamily}`, lineHeightPx: 23, tone: 'warn' },
} satisfies Record<string, Style>;

/** The size of a text in a font: its width in px. */
type Measure = (text: string, font: string) => number;

interface Line extends Pick<Style, 'font' | 'tone'> {
  text: string;
  /** The middle of the line, from the top. */
  yPx: number;
}

/** A sheet that is ready to be drawn. */
interface LaidOutSheet {
  lines: readonly Line[];
  /** The places of the lines between the rows, from the top. */
  rulesPx: readonly number[];
  heightPx: number;
}

/** The space between two rows; the rule lies in its middle. */
const gapPx = 24;

/** Breaks the texts of a sheet into lines, and places them. */
export function layOutSheet(sheet: InvoiceSheet, measure: Measure): LaidOutSheet {
  const lines: Line[] = [];
  const rulesPx: number[] = [];
  let yPx = marginPx;
  const add = (text: string, { font, lineHeightPx, tone }: Style, direction?: 'ltr' | 'auto') => {
    for (const part of breakText(text, (piece) => measure(piece, font))) {
      const shown = direction === undefined ? part : isolate(part, direction);
      lines.push({ text: shown, font, tone, yPx: yPx + lineHeightPx / 2 });
      yPx += lineHeightPx;
    }
  };
  const rule = () => {
    rulesPx.push(yPx + gapPx / 2);
    yPx += gapPx;
  };
  add(sheet.title, styles.title);
  rule();
  add(sheet.amount.name, styles.name);
  add(sheet.amount.shown, styles.amount, sheet.amount.direction);
  if (sheet.note !== null) add(sheet.note, styles.note);
  for (const { name, shown, direction } of [...sheet.rows, sheet.deadline]) {
    rule();
    add(name, styles.name);
    add(shown, styles.value, direction);
  }
  return { lines, rulesPx, heightPx: yPx + marginPx };
}

/** Breaks a text between words, and within a word that is wider than a line. */
function breakText(text: string, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  const fits = (longer: string) => widthOf(longer) <= textWidthPx;
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const letter of word) {
      if (!fits(line + letter)) {
        lines.push(line);
        line = '';
      }
      line += letter;
    }
  }
  return [...lines, line].filter((part) => part !== '');
}

/** Keeps a value in its own direction within a sheet of any language. */
function isolate(text: string, direction: 'ltr' | 'auto'): string {
  return `${direction === 'ltr' ? '\u2066' : '\u2068'}${text}\u2069`;
}
