import type { FieldOf } from '@kassa/contract';
import type { Choice } from '../../features/dropdown/find-choices.ts';
import { resolveName } from '../../i18n/text.ts';

/** The choices of a field by their names in the player's language. */
export function nameChoices(
  { values }: Pick<FieldOf<'dropdown'>, 'values'>,
  locale: string,
): Choice[] {
  return values.map(({ value, text }) => ({ value, text: resolveName(text, locale) }));
}
