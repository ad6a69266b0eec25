import type { FieldOf, FieldType } from '@kassa/contract';
import { buildPaymentMethod } from '@kassa/test-kit';
import { useId, useState } from 'react';
import type { Field, FieldFault, FormContext } from '../fields/shared/field.ts';
import { sayWords } from '../fields/shared/say-words.ts';
import { resolveName, useText } from '../i18n/text.ts';
import { useLocale } from '../i18n/use-locale.ts';
import styles from './field-stage.module.css';

interface FieldStageProps<Type extends FieldType> {
  field: Field<Type>;
  definition: FieldOf<Type>;
  /** The initial value. */
  value?: string;
  /** Shows the error from the start, not only once the field is left. */
  isValidated?: boolean;
  isDisabled?: boolean;
  /** Called with the value after each change. */
  onValue?: (value: string, origin: 'typed' | 'chosen') => void;
}

/** A field under its label, with its error below, for stories and tests. */
export function FieldStage<Type extends FieldType>({
  field,
  definition,
  value = '',
  isValidated = false,
  isDisabled = false,
  onValue,
}: FieldStageProps<Type>) {
  const say = useText();
  const locale = useLocale();
  const id = useId();
  const noteId = useId();
  const context = contextOf(locale);
  const [text, setText] = useState(() => field.format(value, definition, context));
  const [isLeft, setIsLeft] = useState(isValidated);
  const fault = field.validate(field.normalize(text, definition), definition, context);
  const label = resolveName(definition.placeholder ?? { en: definition.name }, locale);
  const words = isLeft ? wordsOf(fault) : null;
  const error = words === null ? null : sayWords(words, label, say, locale);
  const Note = field.noteOf?.(definition) ?? null;
  return (
    <div className={styles.row}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <field.Input
        definition={definition}
        id={id}
        describedBy={error === null && Note === null ? undefined : noteId}
        label={label}
        text={text}
        onChange={(next, origin) => {
          setText(next);
          onValue?.(field.normalize(next, definition), origin);
        }}
        onFocus={() => setIsLeft(isValidated)}
        onBlur={() => setIsLeft(true)}
        context={context}
        error={error}
        isDisabled={isDisabled}
      />
      {error !== null && (
        <p className={styles.error} id={noteId}>
          {error}
        </p>
      )}
      {error === null && Note !== null && (
        <p id={noteId}>
          <Note text={text} context={context} />
        </p>
      )}
    </div>
  );
}

function contextOf(locale: string): FormContext {
  return {
    method: buildPaymentMethod({ checkLuhn: true }),
    currency: 'BDT',
    country: 'bd',
    limits: { min: '200', max: '25000' },
    locale,
  } as FormContext;
}

function wordsOf(fault: FieldFault | null | Promise<FieldFault | null>) {
  return fault === null || fault instanceof Promise ? null : fault.words;
}
