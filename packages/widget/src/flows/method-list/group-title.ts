import type { PaymentGroup } from '@kassa/contract';
import { isMessageKey, type Text } from '../../i18n/text.ts';

/** A group's title by its label; of a label this version doesn't know, its name. */
export function groupTitle(group: PaymentGroup, text: Text): string {
  return isMessageKey(text, group.label) ? text(group.label) : group.name;
}
