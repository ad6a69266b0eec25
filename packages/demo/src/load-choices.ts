import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { countrySchema, currencySchema } from '@kassa/contract';
import * as z from 'zod/mini';
import type { Choices } from './choices.ts';
import { type SiteName, sites } from './sites.ts';

const file = path.resolve(import.meta.dirname, '../../../catalog/countries.json');

const countriesSchema = z.object({
  countries: z.array(z.object({ code: countrySchema, currency: currencySchema })),
});

/** Reads the available countries and currencies of a site from the catalogue. */
export async function loadChoices(site: SiteName): Promise<Choices> {
  const { countries } = countriesSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  // Dollar accounts are common even in countries with another currency.
  const currencies = new Set([...countries.map(({ currency }) => currency), 'USD']);
  const { defaults, currencies: own = [...currencies].sort() } = sites[site];
  return { countries: countries.map(({ code }) => code), currencies: [...own], defaults };
}
