import type { MovementKind } from '../../connectors/provider-event.ts';
import { cutText, joinTexts, readPayerAccount } from './read-values.ts';

/** What the information of a movement (`:86:`) says. */
export interface Information {
  text: string | null;
  payerName: string | null;
  payerAccount: string | null;
  /** Null: it doesn't say what the movement is. */
  movement: MovementKind | null;
}

/** The characters of a full line, and of a full part in the German form: the text goes on behind it. */
const fullLine = 65;
const fullPart = 27;

/**
 * Reads the information of a movement in the German form (`166?00…?20…?32…`), in that of Dutch banks
 * (`/NAME/…/REMI/…`), or as plain text. A payer can write the codes of these forms, too: where one is
 * repeated or out of its order, the information is plain text, and names no payer.
 */
export function readInformation(lines: readonly string[]): Information {
  const whole = joinCut(lines, fullLine);
  return readNumbered(whole) ?? readCodewords(whole) ?? { ...unnamed, text: joinTexts([whole]) };
}

const unnamed = { payerName: null, payerAccount: null, movement: null };

/** Joins texts that were cut at a length: a shorter one ends with a blank, or a word. */
function joinCut(texts: readonly string[], length: number): string {
  return texts
    .map((text) => (text.length === length ? text : `${text.trimEnd()} `))
    .join('')
    .trim();
}

/** Codes of the German form for SEPA payments that came back (returns, and debits that were given back). */
const returns = new Set(['159', '181', '184']);
/** Charges, interest, and cash pooling. */
const numbered: Readonly<Record<string, MovementKind>> = {
  '808': 'charge',
  '809': 'charge',
  '814': 'interest',
  '833': 'own',
};

/** Reads the German form, which other countries write with other marks. Null if it isn't in it. */
function readNumbered(whole: string): Information | null {
  const [, code = '', mark] = /^(\d{3})([?<~^])\d\d/.exec(whole) ?? [];
  if (mark === undefined) return null;
  const [, ...found] = whole.split(new RegExp(`\\${mark}(?=\\d\\d)`));
  const parts = found.map((part) => ({ id: part.slice(0, 2), text: part.slice(2) }));
  const isOrdered = parts.every(({ id }, index) => id > (parts[index - 1]?.id ?? ''));
  if (!isOrdered) return null;
  const join = (of: (id: string) => boolean) =>
    joinCut(
      parts.filter(({ id }) => of(id)).map(({ text }) => text),
      fullPart,
    );
  const text = join((id) => /^(2\d|6[0-3])$/.test(id));
  return {
    text: joinTexts([text === '' ? whole : text]),
    payerName: cutText(join((id) => id === '32' || id === '33')),
    payerAccount: readPayerAccount(join((id) => id === '31')),
    movement: returns.has(code) ? 'return' : (numbered[code] ?? null),
  };
}

/** The codewords of Dutch banks. */
const codewords =
  'TRTP|IBAN|BIC|NAME|REMI|EREF|CSID|MARF|CNTP|ORDP|BENM|ID|ADDR|ISDT|PREF|RTRN|RREF|SVCL|PURP|ULTC|ULTD|ULTB|ACCW|OCMT|EXCH|CHGS|CDTRREFTP|CDTRREF|TXID|IREF|MSID|ERR';

/** Reads the form of codewords between slashes. Null if it isn't in it. */
function readCodewords(whole: string): Information | null {
  if (!new RegExp(`^/(${codewords})/`).test(whole)) return null;
  const pieces = whole.split(new RegExp(`/(${codewords})/`)).slice(1);
  const parts = new Map<string, string>();
  /** The payer's words, and what follows them, in which no codeword is the bank's for certain. */
  const remitted: string[] = [];
  for (let index = 0; index < pieces.length; index += 2) {
    const word = pieces[index] ?? '';
    const content = (pieces[index + 1] ?? '').replaceAll(/^\/+|\/+$/g, '').trim();
    if (parts.has(word)) return null;
    if (word === 'REMI' || remitted.length > 0) remitted.push(content);
    else parts.set(word, content);
  }
  if (parts.has('NAME') && parts.has('CNTP')) return null;
  const [account = '', , name = ''] = parts.get('CNTP')?.split('/') ?? [];
  const texts = [...remitted, parts.get('EREF') ?? '', parts.get('PURP') ?? '']
    .map((it) => it.replace(/^(USTD|STRD)\/\/?/, '').trim())
    .filter((it) => it !== '' && !/^NOT ?PROVIDED$/i.test(it));
  return {
    text: joinTexts(texts.length === 0 ? [whole] : texts),
    payerName: cutText(parts.get('NAME') || name),
    payerAccount: readPayerAccount(parts.get('IBAN') || account),
    movement: parts.has('RTRN') ? 'return' : null,
  };
}
