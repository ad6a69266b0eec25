import { describe, expect, test } from 'vitest';
import { compareNames, type NameMatch, splitName } from './compare-names.ts';

type Example = [first: string | null, last: string | null, holder: string];

const examples: Record<NameMatch, Example[]> = {
  same: [
    ['Anna', 'Schmidt', 'Anna Schmidt'],
    ['Anna', 'Schmidt', 'ANNA SCHMIDT'],
    ['Anna', 'Schmidt', 'Schmidt, Anna'],
    ['Anna', 'Schmidt', '  schmidt   anna '],
    ['Anna', 'Schmidt', 'Frau Dr. Anna Schmidt'],
    ['Anna', 'Schmidt', 'Anna Maria Schmidt'],
    ['Anna Maria', 'Schmidt', 'Anna Schmidt'],
    ['Anna Maria', 'Schmidt', 'Maria Schmidt'],
    ['Anna', 'Schmidt', 'A. Schmidt'],
    ['Anna', 'Schmidt', 'SCHMIDT A'],
    ['A.', 'Schmidt', 'Anna Schmidt'],
    ['Anna', 'Schmidt', 'ANNASCHMIDT'],
    ['Anna', 'Schmidt', 'Anna Schmidt-Keller'],
    ['Anna', 'Schmidt', 'Anna Schmidt or Jan Keller'],
    // Accents and what banks without them write.
    ['Zoë', 'Müller', 'ZOE MULLER'],
    ['Zoë', 'Müller', 'Zoe Mueller'],
    ['Søren', 'Sørensen', 'SOEREN SORENSEN'],
    ['Åse', 'Ødegård', 'AASE OEDEGAARD'],
    ['Jürgen', 'Groß', 'Juergen Gross'],
    ['Łukasz', 'Wałęsa', 'Lukasz Walesa'],
    ['Đorđe', 'Þórsson', 'Dorde Thorsson'],
    ['İbrahim', 'Işık', 'IBRAHIM ISIK'],
    ['José', 'Núñez', 'JOSE NUNEZ'],
    ['João', 'Araújo', 'Joao Araujo'],
    ['Nguyễn', 'Đức', 'NGUYEN DUC'],
    // Written together or apart.
    ['Jean-Pierre', 'Dupont', 'Jeanpierre Dupont'],
    ['Jean Pierre', 'Dupont', 'JEAN-PIERRE DUPONT'],
    ['Ronald', 'McDonald', 'Ronald Mc Donald'],
    ['Sean', "O'Brien", 'SEAN OBRIEN'],
    ['Sean', 'O’Brien', 'Sean O Brien'],
    // Particles and several family names.
    ['Ludwig', 'van Beethoven', 'Ludwig Beethoven'],
    ['Maria', 'da Silva Santos', 'MARIA SANTOS'],
    ['Maria', 'Silva', 'Maria da Silva e Souza'],
    ['Gabriel', 'García Márquez', 'GARCIA MARQUEZ GABRIEL JOSE'],
    ['Juan', 'de la Cruz', 'Juan Dela Cruz'],
    ['Ravi', 'Kumar', 'Ravi K'],
    ['Omar', 'bin Khalid', 'OMAR KHALID'],
    // One name is all that is known.
    ['Suharto', null, 'Suharto'],
    [null, 'Schmidt', 'Anna Schmidt'],
    ['Thomas', 'Thomas', 'Thomas Thomas'],
    // Other scripts, compared with themselves.
    ['Алёна', 'Королёва', 'КОРОЛЕВА АЛЕНА'],
    ['Андрей', 'Чайкин', 'Чайкин Андрей Петрович'],
    ['أحمد', 'فاطمة', 'احمد فاطمه'],
    ['مُحَمَّد', 'علي', 'محمد على'],
    ['राम', 'शर्मा', 'राम शर्मा'],
    ['Γιώργος', 'Παπαδόπουλος', 'ΓΙΩΡΓΟΣ ΠΑΠΑΔΟΠΟΥΛΟΣ'],
    ['민수', '김', '김민수'],
    ['小明', '王', '王小明'],
  ],
  different: [
    ['Anna', 'Schmidt', 'Jan Keller'],
    ['Anna', 'Schmidt', 'Jan Schmidt'],
    ['Anna', 'Schmidt', 'Anna Keller'],
    ['Anna', 'Schmidt', 'J. Schmidt'],
    ['Anna', 'Schmidt', 'Anna B.'],
    ['Anna', 'Schmidt', 'Anna'],
    ['Anna', 'Schmidt', 'Schmidt'],
    ['Thomas', 'Thomas', 'Thomas Keller'],
    ['Maria', 'da Silva', 'Maria da Costa'],
    ['Maria', 'da Silva', 'Maria da'],
    ['Suharto', null, 'Sukarno'],
    ['Ann', 'Schmidt', 'Anna Schmidt'],
    ['Jean-Pierre', 'Dupont', 'Paul Dupont'],
    ['राम', 'शर्मा', 'रीम शर्मा'],
    ['Алёна', 'Королёва', 'Иван Королёв'],
    ['小明', '王', '李小明'],
    ['Anna', 'Schmidt', 'Northwind Trading Ltd'],
  ],
  unclear: [
    ['Anna', 'Schmidt', 'A. S.'],
    ['Anna', 'Schmidt', 'A S'],
    ['A', 'S', 'Anna Schmidt'],
    ['Алёна', 'Королёва', 'Alyona Korolyova'],
    ['Anna', 'Schmidt', 'Анна Шмидт'],
    ['محمد', 'علي', 'Mohamed Ali'],
    ['राम', 'शर्मा', 'Ram Sharma'],
    ['小明', '王', 'Wang Xiaoming'],
    ['Anna', 'Schmidt', ''],
    ['Anna', 'Schmidt', ' . - '],
    ['', ' ', 'Anna Schmidt'],
  ],
};

describe.each(Object.entries(examples))('%s', (match, table) => {
  test.each(table)('%s, %s: %s', (first, last, holder) => {
    expect(compareNames({ first, last }, holder)).toBe(match);
  });
});

test.each<[name: string, first: string, last: string | null]>([
  ['Anna Schmidt', 'Anna', 'Schmidt'],
  ['  Anna   Maria\tSchmidt ', 'Anna Maria', 'Schmidt'],
  ['Ludwig van Beethoven', 'Ludwig van', 'Beethoven'],
  ['Sam\u00a0Sample', 'Sam', 'Sample'],
  ['王 小明', '王', '小明'],
  ['Suharto', 'Suharto', null],
  ['', '', null],
])('splits the typed name %j', (name, first, last) => {
  expect(splitName(name)).toEqual({ first, last });
});

test.each<[name: string, holder: string, match: NameMatch]>([
  ['Anna Schmidt', 'SCHMIDT ANNA', 'same'],
  ['Schmidt Anna', 'Anna Maria Schmidt', 'same'],
  ['Ludwig van Beethoven', 'LUDWIG BEETHOVEN', 'same'],
  ['Maria da Silva Santos', 'MARIA SANTOS', 'same'],
  ['A. Schmidt', 'Anna Schmidt', 'same'],
  // Each of two words has to be found.
  ['Anna Schmidt', 'Anna Keller', 'different'],
  ['Anna Schmidt', 'Jan Schmidt', 'different'],
  ['Anna Maria Schmidt', 'Anna Maria Keller', 'different'],
  ['A. S.', 'Anna Schmidt', 'unclear'],
  ['Анна Шмидт', 'Anna Schmidt', 'unclear'],
  ['', 'Anna Schmidt', 'unclear'],
])('the typed name %j: %s is %s', (name, holder, match) => {
  expect(compareNames(splitName(name), holder)).toBe(match);
});
