import { currencySchema, locales as localeTable } from '@kassa/contract';
import * as z from 'zod/mini';

export const views = ['main', 'sweep'] as const;

/** The countries and currencies for the playground, and what it begins with; sent by its backend. */
export const choicesSchema = z.object({
  countries: z.array(z.string()),
  currencies: z.array(currencySchema),
  defaults: z.object({
    currency: z.string(),
    country: z.string(),
    region: z.string(),
    verified: z.boolean(),
    ofAge: z.boolean(),
    view: z.enum(views),
    host: z.string(),
    tokens: z.string(),
  }),
});

export type Choices = z.infer<typeof choicesSchema>;

/** The languages that the cashier has a file of: the others read as English. */
export const locales = Object.entries(localeTable).flatMap(([tag, row]) =>
  'isComplete' in row ? [tag] : [],
);

/** Returns whether the cashier has a file of a locale's language, in whatever region. */
export function isLocaleOffered(locale: string): boolean {
  try {
    const { language } = new Intl.Locale(locale);
    return locales.some((tag) => new Intl.Locale(tag).language === language);
  } catch {
    return false;
  }
}

export const themes = ['auto', 'light', 'dark'] as const;
export const transports = ['socket', 'http'] as const;
/** The platform in the host data; `auto` sends none. The last two are shown in a phone's frame. */
export const hostKinds = ['auto', 'desktop', 'mobile', 'android', 'ios'] as const;
/** Where the cashier opens. */
export const starts = ['deposit', 'withdrawal'] as const;
/** `default` sends no group, so that the cashier's own default applies. */
export const groups = ['default', 'group_a', 'group_b', 'group_c'] as const;
export const bonusPresets = ['none', 'deposit', 'freespin', 'both', 'expiring', 'broken'] as const;
export const metaFlags = ['isCryptoBonusAvailable', 'showCryptoInstruction'] as const;

/** Example values for the playground's field of theme tokens. */
export const tokenPresets = {
  none: '',
  emerald: 'accent: #0a7d5c; accent-strong: #075c44; on-accent: #ffffff; radius: 20px',
  violet: 'accent: #6d3bd7; accent-strong: #5425b5; on-accent: #ffffff; radius: 12px',
  sharp:
    'accent: #a8331c; accent-strong: #85240f; on-accent: #ffffff; radius: 0px; radius-s: 0px; font: Georgia, serif',
} as const;
