import type { PaymentRequest } from './payment.ts';

/** The look of a hosted page, by the kind of method. */
export type PageStyle = 'bank' | 'card' | 'chat' | 'general' | 'voucher' | 'wallet';

/** Styles by the merchant's card view type, where it is more specific than the category. */
const styleByViewType: Readonly<Record<number, PageStyle>> = {
  1: 'card',
  2: 'wallet',
  4: 'card',
  9: 'bank',
  13: 'card',
  20: 'chat',
};

/**
 * Styles by the beginning of a merchant's category, in lower case: `cardsNigeria`,
 * `banksIndonesia`.
 */
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

/** Chooses a page's style by the merchant's data about the method. */
export function chooseStyle({
  category = '',
  cardViewType,
}: Pick<PaymentRequest, 'category' | 'cardViewType'>): PageStyle {
  const byViewType = cardViewType === undefined ? undefined : styleByViewType[cardViewType];
  if (byViewType !== undefined) return byViewType;
  const small = category.toLowerCase();
  return styleByCategory.find(([start]) => small.startsWith(start))?.[1] ?? 'general';
}
