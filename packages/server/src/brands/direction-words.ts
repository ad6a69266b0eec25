export type Direction = 'credit' | 'debit';

/** Words of a bank's column for the direction, those of credits first. */
type WordSet = readonly [credit: readonly string[], debit: readonly string[]];

/**
 * The sets that a format may name. A single letter, and a word that two of them read in opposite ways,
 * needs its set's name, unless it is one of `Cr/Dr`, as ISO 20022 and MT940 abbreviate.
 */
export const directionSets = {
  'Cr/Dr': [
    ['c', 'cr', 'ct', 'crdt', 'credit', 'credited', '+'],
    ['d', 'dr', 'dt', 'db', 'dbit', 'debit', 'debited', '-'],
  ],
  'In/Out': [
    ['in', 'incoming', 'money in', 'paid in', 'deposit', 'received'],
    ['out', 'outgoing', 'money out', 'paid out', 'withdrawal', 'sent'],
  ],
  'D/W': [['d'], ['w']],
  'Haben/Soll': [
    ['haben', 'gutschrift', 'eingang'],
    ['soll', 'lastschrift', 'belastung', 'ausgang'],
  ],
  'H/S': [['h'], ['s']],
  'Bij/Af': [['bij'], ['af', 'debet']],
  'B/A': [['b'], ['a']],
  'Crédit/Débit': [['crédit'], ['débit']],
  'Haber/Debe': [
    ['haber', 'crédito', 'credito', 'abono', 'ingreso'],
    ['debe', 'débito', 'debito', 'cargo', 'egreso', 'gasto'],
  ],
  'H/D': [['h'], ['d']],
  'A/C': [['a'], ['c']],
  'I/E': [['i'], ['e']],
  'Entrada/Saída': [['entrada'], ['saída', 'saida', 'salida']],
  'E/S': [['e'], ['s']],
  'Avere/Dare': [
    ['avere', 'accredito', 'entrata'],
    ['dare', 'addebito', 'uscita'],
  ],
  'A/D': [['a'], ['d']],
  'Uznanie/Obciążenie': [
    ['uznanie', 'wpływ', 'ma'],
    ['obciążenie', 'obciazenie', 'wydatek', 'wypływ', 'winien', 'wn'],
  ],
  'Alacak/Borç': [['alacak'], ['borç', 'borc']],
  'A/B': [['a'], ['b']],
  'Кредит/Дебет': [
    ['кредит', 'кт', 'приход', 'поступление', 'зачисление', 'пополнение'],
    ['дебет', 'дт', 'расход', 'списание'],
  ],
  'К/Д': [['к'], ['д']],
  'Надходження/Списання': [
    ['надходження', 'зарахування', 'прихід'],
    ['списання', 'видаток', 'видатки', 'витрата'],
  ],
  'Încasare/Plată': [
    ['încasare', 'incasare'],
    ['plată', 'plata'],
  ],
  'Příjem/Výdaj': [
    ['příjem', 'prijem', 'připsáno', 'dal'],
    ['výdaj', 'vydaj', 'odepsáno', 'má dáti', 'md'],
  ],
  'D/MD': [['d'], ['md']],
  'Jóváírás/Terhelés': [
    ['jóváírás', 'jovairas', 'követel'],
    ['terhelés', 'terheles', 'tartozik'],
  ],
  'J/T': [['j'], ['t']],
  'K/T': [['k'], ['t']],
  'K/D': [
    ['k', 'kredit'],
    ['d', 'debit'],
  ],
  'Masuk/Keluar': [['masuk'], ['keluar']],
  'Có/Nợ': [
    ['có', 'ghi có'],
    ['nợ', 'ghi nợ'],
  ],
  'जमा/नामे': [['जमा'], ['नामे', 'आहरण', 'निकासी']],
  'دائن/مدين': [
    ['دائن', 'إيداع', 'ايداع', 'له'],
    ['مدين', 'سحب', 'عليه'],
  ],
  'Кіріс/Шығыс': [
    ['кіріс', 'түсім'],
    ['шығыс', 'шығын'],
  ],
  'Kirim/Chiqim': [
    ['kirim', 'кирим'],
    ['chiqim', 'чиқим'],
  ],
} as const satisfies Record<string, WordSet>;

export type DirectionSet = keyof typeof directionSets;

export const directionSetNames = Object.keys(directionSets) as [DirectionSet, ...DirectionSet[]];

/** A named set, or the bank's own words besides the usual ones. */
export type Directions = DirectionSet | Readonly<Record<string, Direction>>;

const plain = (word: string) =>
  word.trim().replace(/\.$/, '').replaceAll(/\s+/g, ' ').normalize('NFC').toLowerCase();

/** What one set says of a normalized word. */
function readIn(name: DirectionSet, word: string): Direction | undefined {
  const [credit, debit]: WordSet = directionSets[name];
  if (credit.includes(word)) return 'credit';
  return debit.includes(word) ? 'debit' : undefined;
}

/** Returns the sets that have a word, with what each says. */
export function meaningsOf(word: string): { set: DirectionSet; direction: Direction }[] {
  return directionSetNames.flatMap((set) => {
    const direction = readIn(set, plain(word));
    return direction === undefined ? [] : [{ set, direction }];
  });
}

/**
 * Returns the direction that a bank's word means; undefined for an unknown word, and for one that
 * only a set's name would make clear.
 */
export function resolveDirection(
  directions: Directions | undefined,
  word: string,
): Direction | undefined {
  if (typeof directions === 'string') return readIn(directions, plain(word));
  const own = Object.entries(directions ?? {}).find(([known]) => plain(known) === plain(word));
  if (own !== undefined) return own[1];
  // One letter, or the Czech and Slovak `MD` beside `D`, is of one bank's language.
  if (plain(word).length === 1 || plain(word) === 'md') return readIn('Cr/Dr', plain(word));
  const meanings = new Set(meaningsOf(word).map(({ direction }) => direction));
  const [only] = meanings;
  return meanings.size === 1 ? only : readIn('Cr/Dr', plain(word));
}
