import type { FieldOf, FieldType } from '@kassa/contract';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import type { Field } from '../fields/shared/field.ts';
import { resolvePlayerLocale } from '../i18n/player-locale.ts';
import { TextProvider } from '../i18n/text-provider.tsx';
import { FieldStage } from './field-stage.tsx';
import { messagesOf } from './stage.tsx';

/** Renders a field for a test. `values` collects the value after each change. */
export function showField<Type extends FieldType>(
  field: Field<Type>,
  definition: FieldOf<Type>,
  {
    locale: requested = 'en',
    ...options
  }: Partial<ComponentProps<typeof FieldStage<Type>>> & { locale?: string } = {},
) {
  const values: string[] = [];
  const locale = resolvePlayerLocale(requested);
  render(
    <TextProvider locale={locale} messages={messagesOf(locale.tag)} onError={console.error}>
      <FieldStage
        field={field}
        definition={definition}
        onValue={(value) => values.push(value)}
        {...options}
      />
      <button type="button">Elsewhere</button>
    </TextProvider>,
  );
  const user = userEvent.setup();
  return {
    user,
    values,
    leave: () => user.click(screen.getByRole('button', { name: 'Elsewhere' })),
  };
}

/** Returns the input of the only field, which is named `Field`. */
export function theBox(): HTMLInputElement {
  return screen.getByLabelText('Field', { selector: 'input' });
}
