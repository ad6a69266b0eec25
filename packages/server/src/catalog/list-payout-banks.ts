import type { CallResponse, PayoutBank } from '@kassa/contract';
import { neutralBankIcon } from './neutral-bank-icon.ts';

type Offer = Pick<CallResponse<'methods-payment-v3'>, 'methods' | 'groups'>;

/**
 * Returns the banks that a player can choose in the field `bank` of the offered withdrawal methods of
 * a group, by name. Methods under maintenance are left out.
 */
export function listPayoutBanks({ methods, groups }: Offer, groupName: string): PayoutBank[] {
  const names = groups.find(({ name }) => name === groupName)?.paymentMethods ?? [];
  const banks = methods
    .filter(({ name, unavailable }) => names.includes(name) && unavailable === undefined)
    .flatMap(({ name: paymentMethod, fields = [] }) =>
      fields
        .flatMap((field) =>
          field.name === 'bank' && field.type === 'dropdown' ? field.values : [],
        )
        .map(({ value: code, text, iconId }) => ({
          paymentMethod,
          code,
          name: text.en ?? code,
          iconId: iconId ?? neutralBankIcon,
        })),
    );
  return banks.sort((left, right) => left.name.localeCompare(right.name, 'en'));
}
