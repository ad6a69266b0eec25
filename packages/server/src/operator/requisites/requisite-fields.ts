import { countrySchema, currencySchema, decimalSchema } from '@kassa/contract';
import * as z from 'zod/mini';
import { plainTextSchema } from '../../ground/config/plain-text.ts';
import { timeZoneSchema } from '../../ground/local-time.ts';
import { workingHoursSchema } from './working-hours.ts';

export const requisiteKinds = ['card', 'bankAccount', 'wallet', 'vpa'] as const;

const nameSchema = plainTextSchema.check(z.trim(), z.minLength(2), z.maxLength(100));

const methodsSchema = z
  .array(z.string().check(z.maxLength(64)))
  .check(z.minLength(1), z.maxLength(50), z.describe('the methods that are paid into it'));

const positiveSchema = decimalSchema.check(
  z.refine((text) => /[1-9]/.test(text), 'must be above 0'),
);

const limitHelp = '"none" on the command line, null over HTTP: no limit';

const limitField = (what: string) =>
  z.optional(z.nullable(positiveSchema).check(z.describe(`${what}; ${limitHelp}`)));

/** The fields that may be changed, each optional. */
export const changeFields = {
  methods: z.optional(methodsSchema),
  owner: z.optional(
    z.nullable(nameSchema).check(z.describe('the person or company whose account it is')),
  ),
  hasReference: z.optional(
    z.boolean().check(z.describe("transfers name the deposit's reference, so amounts may repeat")),
  ),
  minAmount: limitField('the least of one payment'),
  maxAmount: limitField('the most of one payment'),
  dayAmountLimit: limitField('the most that is given out a day'),
  dayCountLimit: z.optional(
    z
      .nullable(z.int().check(z.minimum(1), z.maximum(1_000_000)))
      .check(z.describe(`the most invoices a day; ${limitHelp}`)),
  ),
  workingHours: z.optional(
    z
      .nullable(workingHoursSchema)
      .check(z.describe('such as 09:00-23:30; "none" on the command line, null over HTTP: always')),
  ),
  timeZone: z.optional(
    timeZoneSchema.check(z.describe('of working hours and of the day of limits: Asia/Tashkent')),
  ),
  cooldownMinutes: z.optional(
    z
      .int()
      .check(
        z.minimum(0),
        z.maximum(43_200),
        z.describe("how long after an invoice's end its amount isn't given out again"),
      ),
  ),
};

/** The fields of a new account. */
export const newFields = {
  account: z.optional(
    z.string().check(z.describe('the account of the connector "requisites", if there are several')),
  ),
  kind: z.enum(requisiteKinds),
  country: countrySchema,
  currency: currencySchema,
  bank: z.optional(nameSchema.check(z.describe("the bank's name, as players read it"))),
  bankCode: z.optional(
    z
      .string()
      .check(z.regex(/^[A-Za-z0-9-]{2,20}$/, 'must have 2 to 20 letters or digits'))
      .check(z.describe("the bank's own code: a BIC, a sort code, an IFSC")),
  ),
  holder: z.optional(nameSchema.check(z.describe("the holder's name, as players read it"))),
  /** The number of the card or account, an IBAN, a phone with its prefix, a wallet or a VPA. */
  number: z.string().check(z.trim(), z.minLength(4), z.maxLength(64)),
  ...changeFields,
  methods: methodsSchema,
};
