import * as z from 'zod/mini';
import { countrySchema } from '../countries.ts';
import { defineCall } from '../define-call.ts';

export const methodsCountrySelectorV2 = defineCall({
  name: 'methods-country-selector-v2',
  method: 'GET',
  summary: "Returns the regions whose methods the player may see; the token's country comes first.",
  isRetried: true,
  isCreating: false,
  cost: 'usual',
  request: z.object({}),
  response: z.object({ countries: z.array(countrySchema) }),
});
