import fc from 'fast-check';
import type { BankFile } from '../bank-files.ts';

/** What banks, spreadsheets and people do to a value. */
const pieces = [
  '.',
  ',',
  "'",
  ' ',
  '-',
  '+',
  '(',
  ')',
  '€',
  '$',
  '₹',
  'EUR',
  'Cr',
  '0',
  '00',
  '000',
  '7',
  '\u00a0',
  '\u2212',
  '"',
  '/',
  '٥',
];

/** A text in the place of a value: another one of the same kind, or a changed one. */
export const mutatedValue = (value: string): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom('', '-', 'n/a', '1.000', '1,000', '1,50', '12.50-', '(7.00)', '1e3'),
    fc.constantFrom('0,500', '0.500', '0,500.00', '0.500,00', '--5', '-5-', '(-5)', 'rent'),
    fc.constantFrom('01/02/26', '2026-11-31', '31.12.2026', '20261126', '26 Nov 2026', 'D', 'Bij'),
    fc
      .tuple(fc.nat(value.length), fc.nat(2), fc.constantFrom('', ...pieces))
      .map(([at, cut, piece]) => value.slice(0, at) + piece + value.slice(at + cut)),
    fc
      .array(fc.constantFrom(...pieces, ...'0123456789'), { maxLength: 8 })
      .map((all) => all.join('')),
  );

/** Bytes of a file changed anywhere: cut, repeated, replaced. */
export const mutatedBytes = (bytes: Buffer): fc.Arbitrary<Buffer> =>
  fc
    .array(
      fc.tuple(
        fc.nat(bytes.length),
        fc.nat(40),
        fc.oneof(
          fc
            .constantFrom(...pieces, '\n', '\r\n', ';', '\t', '<', ':61:', '\0')
            .map((text) => Buffer.from(text)),
          fc.uint8Array({ maxLength: 4 }).map((some) => Buffer.from(some)),
        ),
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((changes) =>
      changes.reduce(
        (file, [at, cut, some]) =>
          Buffer.concat([file.subarray(0, at), some, file.subarray(at + cut)]),
        bytes,
      ),
    );

/** Changes of a file by which no payment changes; the readers may refuse them. */
export const harmless: readonly ((text: string, file: BankFile) => string)[] = [
  (text) => text.replaceAll('\r\n', '\n'),
  (text) => text.replaceAll('\r\n', '\r\n\r\n'),
  (text, file) => text.replaceAll('\r\n', `${delimiterOf(file)}\r\n`),
  (text) => `${text}*** End ***\r\n`,
  (text, file) => `${text}${delimiterOf(file).repeat(3)}\r\n`,
  (text) => text.trimEnd(),
];

export const delimiterOf = ({ format }: BankFile): string =>
  'delimiter' in format ? String(format.delimiter) : ',';
