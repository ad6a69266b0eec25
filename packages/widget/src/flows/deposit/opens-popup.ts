import { cardViewTypes, type PaymentMethod } from '@kassa/contract';

/**
 * Whether the press that creates a deposit opens a popup for the provider's page: not where a page
 * of ours follows, which would leave an empty window behind. A redirect that comes all the same is
 * offered as a link.
 */
export function opensPopup(method: Pick<PaymentMethod, 'cardViewType' | 'isPaidHere'>): boolean {
  return method.isPaidHere !== true && !hasCode(method);
}

/** Whether it is paid by a code alone. */
export function hasCode({ cardViewType }: Pick<PaymentMethod, 'cardViewType'>): boolean {
  return cardViewType === cardViewTypes.pix || cardViewType === cardViewTypes.eazype;
}
