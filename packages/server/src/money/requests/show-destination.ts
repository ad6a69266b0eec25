import type { PayoutDestination } from '@kassa/contract';
import { showFields } from '../../catalog/fields.ts';
import { findCard } from '../../catalog/find-card.ts';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import {
  excerptOf,
  isBankCode,
  isCard,
  isTypedDestination,
} from '../saved-details/mask-destination.ts';
import type { OrderedWithdrawal, WithdrawalOrder } from './plan-withdrawal.ts';

/**
 * Returns the destination of an order as the player compares it: what they typed now whole, saved
 * details in part, unless the player has confirmed the order by its code. A stolen token alone reads
 * no saved account.
 */
export function showDestination(
  core: Pick<Core, 'catalogOf'>,
  caller: Pick<Caller, 'brandId' | 'country'>,
  { method, account, details, cost }: OrderedWithdrawal,
  { order, isConfirmed }: { order: WithdrawalOrder; isConfirmed: boolean },
): PayoutDestination {
  const rail = method.coin && account.rails.get(method.coin.blockchain);
  const contract = rail?.coins.get(cost.arrives.currency)?.shownContract ?? null;
  const { instrument, fields } = details;
  if (instrument !== null) return { parts: [], isPartial: false, contract };
  const definitions = showFields(method.fields ?? [], order.selectedCountry ?? caller.country);
  const shown = definitions.flatMap((definition) => {
    const value = fields[definition.name] ?? '';
    if (definition.type === 'amount' || value === '') return [];
    return [{ definition, value, isTyped: Object.hasOwn(order.fields ?? {}, definition.name) }];
  });
  const isHidden = ({ definition, isTyped }: (typeof shown)[number]) =>
    !isTyped && !isConfirmed && isTypedDestination(definition) && !isBankCode(definition);
  return {
    parts: shown.map((part) => ({
      field: part.definition.name,
      value: isCard(part.definition)
        ? describeCard(core, caller, part.value)
        : isHidden(part)
          ? excerptOf(part.value)
          : part.value,
    })),
    isPartial: shown.some((part) => isHidden(part) && !isCard(part.definition)),
    contract,
  };
}

/** The scheme of a card and its last four digits: `Visa •••• 4242`. */
function describeCard(
  { catalogOf }: Pick<Core, 'catalogOf'>,
  { brandId }: Pick<Caller, 'brandId'>,
  number: string,
): string {
  const digits = number.replace(/\D/g, '');
  const { scheme } = findCard(catalogOf(brandId), digits.slice(0, 8));
  return [scheme?.name, excerptOf(digits.slice(-8))].filter((it) => it !== undefined).join(' ');
}
