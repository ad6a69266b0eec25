import type { PaymentGroup } from '@kassa/contract';
import { isMessageKey, type Text } from '../../i18n/text.ts';

/** Returns a group's title by its label, or its name where this version doesn't know the label. */
export function groupTitle(group: PaymentGroup, text: Text): string {
  return isMessageKey<'group.'>(text, group.label) ? text(group.label) : group.name;
}
