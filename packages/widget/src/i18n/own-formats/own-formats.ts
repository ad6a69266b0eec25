import { numberLocale } from '@kassa/contract';
import { type FormatWords, formatWords } from './words.ts';

type Format<Options, Write> = new (locale: string, options?: Options) => { format: Write };

/** What the cashier writes by locale, but for money and numbers, which have functions of their own. */
export interface Formats {
  DateTimeFormat: Format<Intl.DateTimeFormatOptions, Intl.DateTimeFormat['format']>;
  RelativeTimeFormat: Format<undefined, Intl.RelativeTimeFormat['format']>;
  ListFormat: Format<Intl.ListFormatOptions, Intl.ListFormat['format']>;
  NumberFormat: Format<Intl.NumberFormatOptions, (value: number) => string>;
  DisplayNames: new (
    locale: string,
    options: Intl.DisplayNamesOptions,
  ) => Pick<Intl.DisplayNames, 'of'>;
}

type CountryNames = Readonly<Record<string, string>>;

const countryNames = import.meta.glob<CountryNames>('./country-names/*.json', {
  import: 'default',
});

/** Loads the formats of a language that Chromium has no data for; undefined for any other. */
export default async function loadOwnFormats(language: string): Promise<Formats | undefined> {
  const names = await countryNames[`./country-names/${language}.json`]?.();
  const words = formatWords[language];
  return names && words && buildFormats(words, names);
}

/** Builds what {@link Formats} names, as far as the cashier uses it. */
function buildFormats(words: FormatWords, names: CountryNames): Formats {
  class DateTimeFormat {
    readonly #options: Intl.DateTimeFormatOptions;
    constructor(_: string, options: Intl.DateTimeFormatOptions = {}) {
      this.#options = options;
    }
    format(at: Date | number = Date.now()): string {
      return writeMoment(readMoment(at, this.#options.timeZone), words, this.#options);
    }
  }
  class RelativeTimeFormat {
    format(value: number, unit: Intl.RelativeTimeFormatUnit): string {
      return words.in[unit as keyof FormatWords['in']].replace('#', String(value));
    }
  }
  class ListFormat {
    readonly #isUnit: boolean;
    constructor(_: string, { type }: Intl.ListFormatOptions = {}) {
      this.#isUnit = type === 'unit';
    }
    format(list: Iterable<string>): string {
      const items = [...list];
      if (this.#isUnit || items.length < 2) return items.join(', ');
      return `${items.slice(0, -1).join(', ')} ${words.and} ${items.at(-1)}`;
    }
  }
  class DisplayNames {
    readonly #isRegion: boolean;
    constructor(_: string, { type }: Intl.DisplayNamesOptions) {
      this.#isRegion = type === 'region';
    }
    of(code: string): string | undefined {
      return this.#isRegion ? names[code] : undefined;
    }
  }
  class NumberFormat {
    readonly #format: Intl.NumberFormat;
    readonly #word: string;
    constructor(locale: string, { unit, ...options }: Intl.NumberFormatOptions = {}) {
      this.#format = new Intl.NumberFormat(numberLocale(locale), { ...options, style: 'decimal' });
      this.#word = words[unit as 'kilobyte' | 'megabyte'];
    }
    format(value: number): string {
      return `${this.#format.format(value)}\u00a0${this.#word}`;
    }
  }
  return { DateTimeFormat, RelativeTimeFormat, ListFormat, DisplayNames, NumberFormat };
}

type Moment = Partial<Record<Intl.DateTimeFormatPartTypes, string>>;

/** Returns the numbers of a moment in a time zone, by the clock of 24 hours. */
function readMoment(at: Date | number, timeZone: string | undefined): Moment {
  const format = new Intl.DateTimeFormat('en-GB', {
    ...{ day: 'numeric', month: 'numeric', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
    timeZoneName: 'short',
    timeZone,
  });
  return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
}

function writeMoment(
  moment: Moment,
  words: FormatWords,
  options: Intl.DateTimeFormatOptions,
): string {
  const { dateStyle, timeStyle, year, month, day, weekday, hour } = options;
  const shown: string[] = [];
  if (dateStyle !== undefined || day !== undefined) {
    const isLong = dateStyle === 'long' || month === 'long';
    const hasYear = dateStyle !== undefined || year !== undefined;
    const pattern =
      weekday !== undefined ? 'dateWithWeekday' : hasYear ? 'date' : 'dateWithoutYear';
    const months = isLong ? words.months : words.shortMonths;
    shown.push(writeDate(moment, words[pattern], months, words.weekdays));
  }
  if (timeStyle !== undefined || hour !== undefined) {
    const time = `${moment.hour}:${moment.minute}`;
    const isLong = timeStyle === 'long';
    shown.push(isLong ? `${time}:${moment.second} ${moment.timeZoneName}` : time);
  }
  return shown.join(words.beforeTime);
}

function writeDate(moment: Moment, pattern: string, months: string, weekdays: string): string {
  const [year, month, day] = [Number(moment.year), Number(moment.month), Number(moment.day)];
  const at = new Date(Date.UTC(year, month - 1, day));
  const parts: Readonly<Record<string, string | undefined>> = {
    d: String(day),
    M: months.split(' ')[month - 1],
    y: String(year),
    E: weekdays.split(' ')[at.getUTCDay()],
  };
  return pattern.replace(/[dMyE]/g, (letter) => parts[letter] ?? '');
}
