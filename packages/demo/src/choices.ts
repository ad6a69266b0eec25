import { currencySchema, locales as localeTable } from '@kassa/contract';
import * as z from 'zod/mini';

/** What the playground offers of the catalogue, as its backend tells the page. */
export const choicesSchema = z.object({
  countries: z.array(z.string()),
  currencies: z.array(currencySchema),
});

export type Choices = z.infer<typeof choicesSchema>;

/** The languages that the cashier has. */
export const locales = Object.keys(localeTable);
export const themes = ['auto', 'light', 'dark'] as const;
export const transports = ['socket', 'http'] as const;
