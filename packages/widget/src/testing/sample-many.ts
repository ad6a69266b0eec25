import type { CallResponse, PaymentMethod } from '@kassa/contract';
import { buildPaymentGroup, buildPaymentMethod } from '@kassa/test-kit';

const first = ['Northern', 'Royal', 'People’s', 'First', 'Golden', 'Atlas', 'Coral', 'Delta'];
const second = ['Savings', 'Trade', 'Harbour', 'River', 'Garden', 'Summit', 'Valley', 'Bridge'];
const third = ['Bank', 'Wallet', 'Pay', 'Card', 'Cash', 'Transfer', 'Voucher', 'Coin'];

const labels = ['cards', 'eMoney', 'bankTransfer', 'cash', 'giftCards', 'crypto', 'upi'] as const;

/** Nine of ten methods are in groups. */
const groupedOfTen = 9;

/**
 * Builds a number of methods with names that a search can tell apart, with popular and closed ones
 * among them.
 */
export function buildManyMethods(count: number): CallResponse<'methods-payment-v3'> {
  const methods = Array.from({ length: count }, (_, index) => buildMethod(index));
  const groups = labels.map((name, position) =>
    buildPaymentGroup({
      name,
      label: `group.${name}`,
      position,
      paymentMethods: methods
        .filter((_, index) => index % 10 < groupedOfTen && index % labels.length === position)
        .map((method) => method.name),
    }),
  );
  return { country: 'de', currency: 'EUR', methods, groups };
}

function buildMethod(index: number): PaymentMethod {
  const word = (words: readonly string[], step: number) =>
    words[Math.floor(index / step) % words.length] ?? '';
  const round = Math.floor(index / 512);
  const name = `${word(first, 64)} ${word(second, 8)} ${word(third, 1)}`;
  return buildPaymentMethod({
    name: `method_${index}`,
    text: { en: round === 0 ? name : `${name} ${round + 1}` },
    category: labels[index % labels.length] ?? 'cards',
    position: index,
    iconIds: index % 3 === 0 ? ['visa'] : [],
    usualMinutes: index % 7,
    amount_rules: { EUR: { min: String(5 + (index % 20)), max: String(1000 + 10 * index) } },
    ...(index % 97 === 0 && { isPopular: true, badge: 'instant' as const }),
    ...(index % 60 === 59 && { unavailable: { reason: 'bank' as const } }),
  });
}
