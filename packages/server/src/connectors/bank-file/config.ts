import { countrySchema, currencySchema, holdsAccountNumber } from '@kassa/contract';
import * as z from 'zod/mini';
import { localTime, timeZoneSchema } from '../../ground/local-time.ts';
import { compact, isBic } from './payee.ts';
import { toBankText } from './to-bank-text.ts';

const text = (longest: number) => z.string().check(z.minLength(1), z.maxLength(longest));
/** A text that the bank's character set holds as it is. */
const bankText = (longest: number) =>
  text(longest).check(
    z.refine((it) => toBankText(it, longest) === it, 'has characters that banks refuse'),
  );

/** The messages of payouts that banks take. */
const formats = ['pain.001.001.03', 'pain.001.001.09'] as const;

/** A brand's account at a bank that takes payouts by file (docs/payout-files.md). */
export const bankFileConfigSchema = z.pipe(
  z
    .object({
      /** Who pays: the operator, as the bank knows it. */
      debtorName: bankText(70),
      /** The operator's account: its IBAN, or its number where there is none. */
      iban: z.optional(
        z.pipe(
          z
            .string()
            .check(
              z.refine(
                (it) => holdsAccountNumber('iban', it),
                'must be an IBAN, without typing errors',
              ),
            ),
          z.transform(compact),
        ),
      ),
      accountNumber: z.optional(bankText(34)),
      /** The operator's bank. */
      bic: z.optional(z.string().check(z.refine(isBic, 'must be a BIC of 8 or 11 characters'))),
      /** The operator's country. */
      country: countrySchema,
      format: z._default(z.enum(formats), 'pain.001.001.09'),
      /** Whether the bank's statement has one line for a file, or one for each payout. */
      batchBooking: z._default(z.boolean(), true),
      /** Who bears the banks' charges; `SLEV`: as the service says, which SEPA requires. */
      chargeBearer: z._default(z.enum(['SLEV', 'SHAR', 'DEBT', 'CRED']), 'SLEV'),
      /** Where the account is kept: its days are the file's. Follows from a country of one time. */
      timeZone: z.optional(timeZoneSchema),
      /** The currencies that are paid from the account. */
      currencies: z._default(z.array(currencySchema).check(z.minLength(1)), ['EUR']),
      /** The days from the file's to the requested date of payment. */
      executionOffsetDays: z._default(z.int().check(z.minimum(0), z.maximum(30)), 0),
      /** The most payouts of one file. */
      mostPayouts: z._default(z.int().check(z.minimum(1), z.maximum(2000)), 500),
    })
    .check(
      z.refine(
        ({ iban, accountNumber }) => (iban === undefined) !== (accountNumber === undefined),
        {
          message: 'give either iban or accountNumber',
          path: ['iban'],
        },
      ),
    ),
  z.transform(({ timeZone, ...config }, context) => {
    const resolved = timeZone ?? resolveTimeZone(config.country);
    if (resolved !== null) return { ...config, timeZone: resolved };
    const message = 'must be given, as the country has several times: "Europe/Madrid"';
    context.issues.push({ code: 'custom', path: ['timeZone'], message, input: timeZone });
    return z.NEVER;
  }),
);

/** Moments whose offsets tell zones apart: in winter and in summer. */
const compared = ['2026-01-01T00:00:00Z', '2026-07-01T00:00:00Z'].map((text) => new Date(text));

/** Returns a zone of a country whose clocks all show the same time; null for any other one. */
function resolveTimeZone(country: string): string | null {
  // Node has either the accessor or the method, which replaced it in the standard.
  const locale: Intl.Locale & { timeZones?: string[] } = new Intl.Locale(`und-${country}`);
  const zones = locale.timeZones ?? locale.getTimeZones() ?? [];
  const times = zones.map((zone) => JSON.stringify(compared.map((at) => localTime(at, zone))));
  return new Set(times).size === 1 ? (zones[0] ?? null) : null;
}

export type BankFileConfig = z.infer<typeof bankFileConfigSchema>;
