import type { PaymentRequest } from './payment.ts';

/** What a hosted page looks like: what the method is elsewhere. */
export type PageStyle = 'bank' | 'card' | 'chat' | 'general' | 'voucher' | 'wallet';

/** The merchant's numbers of card view types that say more than the category does. */
const styleByViewType: Readonly<Record<number, PageStyle>> = {
  1: 'card',
  2: 'wallet',
  4: 'card',
  9: 'bank',
  20: 'chat',
};

/** By what a merchant's category begins with, in small letters: `cardsNigeria`, `banksIndonesia`. */
const styleByCategory: readonly (readonly [start: string, style: PageStyle])[] = [
  ['card', 'card'],
  ['emoney', 'wallet'],
  ['wallet', 'wallet'],
  ['dana', 'wallet'],
  ['upi', 'wallet'],
  ['bank', 'bank'],
  ['sbp', 'bank'],
  ['me2me', 'bank'],
  ['p2p', 'bank'],
  ['cash', 'voucher'],
  ['giftcard', 'voucher'],
  ['voucher', 'voucher'],
];

/** Chooses a page's style from what the merchant says of the method. */
export function chooseStyle({
  category = '',
  cardViewType,
}: Pick<PaymentRequest, 'category' | 'cardViewType'>): PageStyle {
  const byViewType = cardViewType === undefined ? undefined : styleByViewType[cardViewType];
  if (byViewType !== undefined) return byViewType;
  const small = category.toLowerCase();
  return styleByCategory.find(([start]) => small.startsWith(start))?.[1] ?? 'general';
}
