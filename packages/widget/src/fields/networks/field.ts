import { networkLimits } from '@kassa/contract';
import type { Field } from '../shared/field.ts';
import { validateValue } from '../shared/validate-value.ts';
import { NetworksInput } from './networks-input.tsx';
import { pickNetwork } from './pick-network.ts';

/** The network of a crypto payment (§3). One is always chosen (§2). */
export const field: Field<'networks'> = {
  Input: NetworksInput,
  format: (value, definition) =>
    definition.values.some((choice) => choice.value === value) ? value : pickNetwork(definition),
  normalize: (text) => text,
  validate: validateValue,
  serialize: (value) => value,
  narrowLimits: (value, { values }, { limits, currency }) => {
    const chosen = values.find((choice) => choice.value === value);
    return chosen === undefined ? null : networkLimits(chosen, limits, currency);
  },
};
