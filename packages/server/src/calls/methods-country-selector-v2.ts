import type { ReadingHandler } from '../api/handler.ts';
import { selectCountries } from '../catalog/select-methods.ts';

export const methodsCountrySelectorV2: ReadingHandler<'methods-country-selector-v2'> = {
  kind: 'reading',
  handle: (core, caller) => ({
    countries: selectCountries(core.catalogOf(caller.brandId), caller),
  }),
};
