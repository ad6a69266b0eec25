import * as z from 'zod/mini';

const textSchema = z.optional(z.nullable(z.string().check(z.maxLength(512))));

/** What a merchant says of its customer. */
export const customerSchema = z.object({
  country: textSchema,
  locale: textSchema,
  ipAddress: textSchema,
  userAgent: textSchema,
  name: textSchema,
  email: textSchema,
  phone: textSchema,
  address: textSchema,
  birthDate: textSchema,
});

type Customer = z.infer<typeof customerSchema>;

/** Masks a customer for the journal, in which no person is to be found: `Z•••`. */
export function maskCustomer({ country, locale, ...person }: Customer): Customer {
  const masked = Object.entries(person).map(([name, value]) => [
    name,
    value == null ? null : `${[...value].slice(0, 1).join('')}•••`,
  ]);
  return { country, locale, ...Object.fromEntries(masked) };
}
