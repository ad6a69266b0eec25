import type { Field } from '../fields/shared/field.ts';
import { isMessageKey, resolveName, type Text } from '../i18n/text.ts';
import type { FormField } from './form-fields.ts';

/** What a field asks for, in the player's language (§3); its name where it has no words. */
export function describeLabel(
  { definition, labelKey }: FormField,
  field: Field,
  text: Text,
  locale: string,
): string {
  const { placeholder, placeholder_key: dataKey, name } = definition;
  const key = field.labelKey ?? labelKey;
  if (key !== undefined) return text(key);
  if (dataKey !== undefined && isMessageKey(text, dataKey)) return text(dataKey);
  return placeholder === undefined ? name : resolveName(placeholder, locale);
}
