import type { MovementKind } from '../../connectors/provider-event.ts';
import { cutText, joinTexts, readPayerAccount } from './read-values.ts';

/** What the information of a movement (`:86:`) says. */
export interface Information {
  /** The form in which it begins, also where it is plain text by its codes; null: none. */
  form: 'numbered' | 'codewords' | null;
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
  const form = findForm(whole);
  const read = form === null ? null : forms[form].read(whole);
  return { form, ...(read ?? { ...unnamed, text: joinTexts([whole]) }) };
}

const unnamed = { payerName: null, payerAccount: null, movement: null };

function findForm(whole: string): Information['form'] {
  if (forms.numbered.start.test(whole)) return 'numbered';
  return forms.codewords.start.test(whole) ? 'codewords' : null;
}

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

type Said = Omit<Information, 'form'>;

const numberedStart = /^(\d{3})([?<~^])\d\d/;

/** Reads the German form, which other countries write with other marks. Null if it is out of order. */
function readNumbered(whole: string): Said | null {
  const [, code = '', mark] = numberedStart.exec(whole) ?? [];
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

/** The codewords of what a payer can write; those that follow may be a payer's, too. */
const payersWords = new Set('EREF|PREF|PURP|CSID|MARF|ULTC|ULTD|ULTB|CDTRREFTP|CDTRREF'.split('|'));

/** Reads the form of codewords between slashes. Null if they have several readings. */
function readCodewords(whole: string): Said | null {
  const pieces = whole.split(new RegExp(`/(${codewords})/`)).slice(1);
  const parts = new Map<string, string>();
  /** The payer's words, and what follows them, in which no codeword is the bank's for certain. */
  const remitted: string[] = [];
  /** What a payer may have written behind an own reference. */
  const unsure = new Set<string>();
  let isBehindPayer = false;
  let before = '';
  for (let index = 0; index < pieces.length; index += 2) {
    const word = pieces[index] ?? '';
    const content = (pieces[index + 1] ?? '').replaceAll(/^\/+|\/+$/g, '').trim();
    if (parts.has(word)) return null;
    if (word === 'REMI' || remitted.length > 0) remitted.push(content);
    else {
      parts.set(word, content);
      const isOfBank = word === 'NAME' ? before === 'ORDP' : word !== 'IBAN';
      if (isBehindPayer && !isOfBank) unsure.add(word);
      isBehindPayer ||= payersWords.has(word);
      before = word;
    }
  }
  if (parts.has('CNTP') && (parts.has('NAME') || parts.has('IBAN'))) return null;
  const [account = '', , name = ''] = parts.get('CNTP')?.split('/') ?? [];
  const sure = (word: string) => (unsure.has(word) ? '' : (parts.get(word) ?? ''));
  const texts = [...remitted, parts.get('EREF') ?? '', parts.get('PURP') ?? '']
    .map((it) => it.replace(/^(USTD|STRD)\/\/?/, '').trim())
    .filter((it) => it !== '' && !/^NOT ?PROVIDED$/i.test(it));
  return {
    text: joinTexts(texts.length === 0 ? [whole] : texts),
    payerName: cutText(sure('NAME') || name),
    payerAccount: readPayerAccount(sure('IBAN') || account),
    movement: parts.has('RTRN') ? 'return' : null,
  };
}

const forms = {
  numbered: { start: numberedStart, read: readNumbered },
  codewords: { start: new RegExp(`^/(${codewords})/`), read: readCodewords },
};
