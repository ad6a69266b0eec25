import { loadOffered } from '../../catalog/method-switches.ts';
import { selectCountries } from '../../catalog/select-methods.ts';
import type { ReadingHandler } from './handler.ts';

export const methodsCountrySelectorV2: ReadingHandler<'methods-country-selector-v2'> = {
  kind: 'reading',
  handle: async (core, caller) => ({
    countries: selectCountries(await loadOffered(core, core.db, caller.brandId), caller),
  }),
};
