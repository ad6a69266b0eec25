import {
  type FieldType,
  fieldTypes,
  networkLimits,
  validateAmount,
  validateField,
} from '@kassa/contract';
import type { Fields } from '../../fields/registry.ts';
import { describeProblem } from '../../fields/shared/describe-problem.ts';
import type { Field, FieldFault, FieldInputProps } from '../../fields/shared/field.ts';

/** Validates a value asynchronously; a test resolves it. */
export type Asked = (value: string) => FieldFault | null | Promise<FieldFault | null>;

/**
 * Creates plain inputs as fields, for tests of the form around them: the text is the value. A
 * dropdown has a button for each choice. `ask` validates values in addition to the definition.
 */
export function createPlainFields(ask: Asked = () => null): Fields {
  const plain: Field = {
    Input: PlainInput,
    format: (value) => value,
    normalize: (text) => text.trim(),
    validate: (value, definition, { method }) => {
      const problem = validateField(definition, value, { checkLuhn: method.checkLuhn });
      return problem === null ? ask(value) : describeProblem(problem, definition);
    },
    serialize: (value) => value,
  };
  const fields = new Map<FieldType, Field>(fieldTypes.map((type) => [type, plain]));
  const phone: Field<'phone_with_prefix'> = {
    ...(plain as Field<'phone_with_prefix'>),
    normalize: (text, { prefix }) => (text.trim() === '' ? '' : `${prefix}${text.trim()}`),
  };
  const amount: Field = {
    ...plain,
    labelKey: 'form.amountInput.label',
    isFramed: true,
    normalize: (text) => (/^\d+$/.test(text) ? text : '0'),
    validate: (value, _, { currency, limits }) => {
      const problem = validateAmount(value, currency, limits);
      if (problem === null) return null;
      return { words: problem.kind === 'limitsUnknown' ? null : { key: 'form.amountInput.empty' } };
    },
  };
  const networks: Field<'networks'> = {
    ...(plain as Field<'networks'>),
    narrowLimits: (value, { values }, { limits, currency }) => {
      const chosen = values.find((choice) => choice.value === value);
      return chosen === undefined ? null : networkLimits(chosen, limits, currency);
    },
  };
  return fields
    .set('phone_with_prefix', phone as Field)
    .set('networks', networks as Field)
    .set('amount', amount);
}

function PlainInput(props: FieldInputProps) {
  const { id, definition, label, text, error, onChange } = props;
  const isAmount = definition.type === 'amount';
  return (
    <>
      {isAmount && <label htmlFor={id}>{label}</label>}
      <input
        id={id}
        value={text}
        disabled={props.isDisabled}
        aria-invalid={error !== null || undefined}
        aria-describedby={props.describedBy}
        onChange={(event) => onChange(event.currentTarget.value, 'typed')}
        onFocus={props.onFocus}
        onBlur={props.onBlur}
      />
      {'values' in definition &&
        definition.values.map(({ value }) => (
          <button type="button" key={value} onClick={() => onChange(value, 'chosen')}>
            {value}
          </button>
        ))}
      {isAmount && (
        <button type="button" onClick={() => onChange('50', 'chosen')}>
          Pick 50
        </button>
      )}
      {isAmount && error !== null && <p>{error}</p>}
    </>
  );
}
