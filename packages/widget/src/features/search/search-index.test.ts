import { expect, test } from 'vitest';
import { buildSearch, type SearchWords } from './search-index.ts';

const items: (SearchWords & { id: string })[] = [
  { id: 'gift', names: ['Gift card'] },
  { id: 'card', names: ['Bank card', 'Банковская карта'], keywords: ['Cards', 'Visa', 'card_in'] },
  { id: 'bkash', names: ['bKash'], keywords: ['E-wallets', 'eMoney'] },
  { id: 'gpay', names: ['Google Pay'], keywords: ['E-wallets'] },
  { id: 'paytm', names: ['Paytm'], keywords: ['E-wallets', 'UPI'] },
  { id: 'mpesa', names: ['M-Pesa'] },
  { id: 'sao', names: ['Banco de São Paulo'] },
  { id: 'oz', names: ['Oʻzcard', 'Оʻзкард'] },
  { id: 'isbank', names: ['İşbank'] },
  { id: 'mada', names: ['مدى'], keywords: ['بطاقة'] },
  { id: 'easy', names: ['دفع ١٢'] },
  { id: 'digital', names: ['ڈیجیٹل', 'دیجیتال کی'] },
  { id: 'upi', names: ['यूपीआई', 'UPI'] },
  { id: 'kakao', names: ['카카오페이', 'KakaoPay'] },
  { id: 'net', names: ['Net banking'], keywords: ['HDFC Bank', 'State Bank of India'] },
  { id: 'bitcoin', names: ['Bitcoin'], keywords: ['Cryptocurrency', 'btc'] },
  { id: 'tether', names: ['Tether'], keywords: ['Cryptocurrency', 'TRC-20', 'usdt_trc20'] },
];

const { find, findNearest } = buildSearch(items, (item) => item);
const ids = (search: string) => find(search).map(({ id }) => id);

test.each<[string, string[]]>([
  // Names that begin with it, then names with such a word, then names that contain it.
  ['ba', ['card', 'sao', 'net', 'isbank']],
  ['card', ['gift', 'card', 'oz']],
  ['pay', ['paytm', 'gpay', 'kakao']],
  ['ank', ['card', 'isbank', 'net']],
  // Spaces, hyphens, apostrophes, case and width are ignored.
  ['payt m', ['paytm']],
  ['mpesa', ['mpesa']],
  ['m pesa', ['mpesa']],
  ['ozcard', ['oz']],
  ['BKASH', ['bkash']],
  ['ｂｋａｓｈ', ['bkash']],
  ['  bitcoin  ', ['bitcoin']],
  // Accents, dotless letters, marks.
  ['sao paulo', ['sao']],
  ['isbank', ['isbank']],
  ['ISBANK', ['isbank']],
  ['مدي', ['mada']],
  ['دفع ۱۲', ['easy']],
  ['ديجيتال كي', ['digital']],
  ['यूपीआई', ['upi']],
  ['카카', ['kakao']],
  // Another script.
  ['карта', ['card']],
  ['karta', ['card']],
  ['биткоин', ['bitcoin']],
  // Initials.
  ['gpay', ['gpay']],
  ['gp', ['gpay']],
  ['google', ['gpay']],
  // Group, category, bank, network.
  ['e-wallet', ['bkash', 'gpay', 'paytm']],
  ['hdfc', ['net']],
  ['crypto', ['bitcoin', 'tether']],
  ['trc', ['tether']],
  ['tether trc20', ['tether']],
  ['visa card', ['card']],
  // Typos: a letter extra, missing, wrong or swapped; none in the shortest searches.
  ['bikash', ['bkash']],
  ['gogle', ['gpay']],
  ['paytn', ['paytm']],
  ['bticoin', ['bitcoin']],
  ['bitcion', ['bitcoin']],
  ['criptocurency', ['bitcoin', 'tether']],
  ['bki', []],
  ['xyz', []],
  ['+', []],
  // Exact matches hide the matches with typos.
  ['teth', ['tether']],
])('%j finds %j', (search, expected) => {
  expect(ids(search)).toEqual(expected);
});

test.each<[string, string[]]>([
  // The fewest different letters first, then the same beginning.
  ['bki', ['bkash']],
  ['mpesso', ['mpesa']],
  ['bitpoint', ['bitcoin']],
  ['xyz', []],
  ['x', []],
  ['+', []],
])('%j is nearest to %j', (search, expected) => {
  expect(findNearest(search, 1).map(({ id }) => id)).toEqual(expected);
});

test('an empty search finds all, in order', () => {
  expect(find('  ')).toEqual(items);
});

test('an item without a searchable name is never found, and breaks nothing', () => {
  const odd = buildSearch([{ names: ['★'] }], (item) => item);
  expect(odd.find('star')).toEqual([]);
  expect(odd.findNearest('star', 4)).toEqual([]);
  expect(odd.find('')).toHaveLength(1);
});
