import { isMessageKey, resolveName, type Text } from '../i18n/text.ts';
import type { FormField } from './form-fields.ts';

/** What a field asks for, in the player's language (§3); its name where it has no words. */
export function describeLabel(
  { definition, labelKey }: FormField,
  text: Text,
  locale: string,
): string {
  const { placeholder, placeholder_key: dataKey, name, type } = definition;
  if (type === 'amount') return text('form.amountInput.label');
  if (labelKey !== undefined) return text(labelKey);
  if (dataKey !== undefined && isMessageKey(text, dataKey)) return text(dataKey);
  return placeholder === undefined ? name : resolveName(placeholder, locale);
}
