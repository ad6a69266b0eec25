import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { countrySchema, currencySchema } from '@kassa/contract';
import * as z from 'zod/mini';
import type { Choices } from './choices.ts';

const file = path.resolve(import.meta.dirname, '../../../catalog/countries.json');

const countriesSchema = z.object({
  countries: z.array(z.object({ code: countrySchema, currency: currencySchema })),
});

/** Reads from the catalogue which countries and currencies there are to try. */
export async function loadChoices(): Promise<Choices> {
  const { countries } = countriesSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  // Dollar accounts are common where the dollar is nobody's own currency.
  const currencies = new Set([...countries.map(({ currency }) => currency), 'USD']);
  return { countries: countries.map(({ code }) => code), currencies: [...currencies].sort() };
}
