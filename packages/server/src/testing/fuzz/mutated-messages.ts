import fc from 'fast-check';

/** Pieces that mean something to one of the readers, or have broken others. */
const piece = fc.oneof(
  fc.constantFrom(
    ...[
      '<',
      '>',
      '</',
      '/>',
      '&amp;',
      '&#0;',
      '<![CDATA[',
      '<!--',
      '<!DOCTYPE a>',
      '<?xml ?>',
      '"',
    ],
    ...['<TxDtls>', '</TxDtls>', '<Amt Ccy="EUR">', '<Sts>BOOK</Sts>', 'xmlns="urn:x"', 'DBIT'],
    ...[
      '\r\n',
      '\n:',
      ':61:',
      ':86:',
      ':62F:',
      '\n:20:S3\n',
      '-}',
      '\n-',
      '{4:',
      '?20',
      '?32',
      '/NAME/',
    ],
    ...[
      'RC',
      'RD',
      '//',
      ',',
      '.',
      '-',
      '+',
      '0',
      '000000',
      '99999999999999999999',
      '1e5',
      'NaN',
      '٥',
    ],
    ...['\0', '\ufeff', '\ud800', 'é', '漢', '\u200b', 'EUR', 'XXX', 'JPY', '261399', '0229'],
  ),
  fc.string({ maxLength: 8 }),
);

/** A change of a text: a piece in the place of a part, a part twice, a part elsewhere, or its end cut. */
const change = fc.record({
  kind: fc.constantFrom('replace', 'insert', 'repeat', 'move', 'cut'),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  to: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat(60),
  piece,
});

function mutate(
  text: string,
  changes: readonly (typeof change extends fc.Arbitrary<infer T> ? T : never)[],
) {
  return changes.reduce((whole, { kind, at, to, length, piece: added }) => {
    const start = Math.floor(at * whole.length);
    const [before, part, behind] = [
      whole.slice(0, start),
      whole.slice(start, start + length),
      whole.slice(start + length),
    ];
    if (kind === 'replace') return before + added + behind;
    if (kind === 'insert') return before + added + part + behind;
    if (kind === 'repeat') return before + part + part + behind;
    if (kind === 'cut') return before;
    const place = Math.floor(to * (before.length + behind.length));
    const rest = before + behind;
    return rest.slice(0, place) + part + rest.slice(place);
  }, text);
}

/** One of the files with some changes, in UTF-8 or Latin-1. */
export const mutatedMessages = (files: readonly string[]) =>
  fc
    .tuple(
      fc.constantFrom(...files),
      fc.array(change, { minLength: 1, maxLength: 4 }),
      fc.boolean(),
    )
    .map(([file, changes, isLatin]) =>
      Buffer.from(mutate(file, changes), isLatin ? 'latin1' : 'utf8'),
    );
