import type { FieldOf } from '@kassa/contract';
import type { Choice } from '../../features/dropdown/find-choices.ts';
import { resolveName } from '../../i18n/text.ts';

/** Returns the choices of a field with their names in the player's language. */
export function nameChoices(
  { values }: Pick<FieldOf<'dropdown'>, 'values'>,
  locale: string,
): Choice[] {
  return values.map(({ value, text, iconId }) => ({
    value,
    text: resolveName(text, locale),
    iconId,
  }));
}
