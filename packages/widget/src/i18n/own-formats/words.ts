/** A language's words of dates, times and lists. */
export interface FormatWords {
  /** From January on, with spaces between. */
  months: string;
  shortMonths: string;
  /** From Sunday on. */
  weekdays: string;
  /** Of `d` day, `M` month, `y` year and `E` weekday. */
  date: string;
  dateWithoutYear: string;
  dateWithWeekday: string;
  /** What stands between a date and a time. */
  beforeTime: string;
  /** How long from now, with the number as `#`. */
  in: { minute: string; hour: string; day: string };
  /** The word between the last two things of a list. */
  and: string;
  kilobyte: string;
  megabyte: string;
}

/**
 * The words of the languages that Chromium has no data for, from CLDR 48 ({@link https://cldr.unicode.org}).
 * What differs from it: Tajik months and weekdays are small, as in Tajik texts; no day has a zero before it
 * (kk, tg); a comma stands before each time (but for ky); the last thing of every list has the word "and".
 */
export const formatWords: Readonly<Record<string, FormatWords>> = {
  az: {
    months: 'yanvar fevral mart aprel may iyun iyul avqust sentyabr oktyabr noyabr dekabr',
    shortMonths: 'yan fev mar apr may iyn iyl avq sen okt noy dek',
    weekdays: 'B. B.e. Ç.a. Ç. C.a. C. Ş.',
    date: 'd M y',
    dateWithoutYear: 'd M',
    dateWithWeekday: 'd M, E',
    beforeTime: ', ',
    in: { minute: '# dəqiqə ərzində', hour: '# saat ərzində', day: '# gün ərzində' },
    and: 'və',
    kilobyte: 'kB',
    megabyte: 'MB',
  },
  kk: {
    months: 'қаңтар ақпан наурыз сәуір мамыр маусым шілде тамыз қыркүйек қазан қараша желтоқсан',
    shortMonths: 'қаң. ақп. нау. сәу. мам. мау. шіл. там. қыр. қаз. қар. жел.',
    weekdays: 'жс дс сс ср бс жм сб',
    date: 'y ж. d M',
    dateWithoutYear: 'd M',
    dateWithWeekday: 'd M, E',
    beforeTime: ', ',
    in: { minute: '# минуттан кейін', hour: '# сағаттан кейін', day: '# күннен кейін' },
    and: 'және',
    kilobyte: 'кБ',
    megabyte: 'МБ',
  },
  ky: {
    months: 'январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь',
    shortMonths: 'янв. фев. мар. апр. май июн. июл. авг. сен. окт. ноя. дек.',
    weekdays: 'жек. дүй. шейш. шарш. бейш. жума ишм.',
    date: 'y‑ж., d‑M',
    dateWithoutYear: 'd‑M',
    dateWithWeekday: 'd‑M, E',
    beforeTime: ' ',
    in: { minute: '# мүнөттөн кийин', hour: '# сааттан кийин', day: '# күндөн кийин' },
    and: 'жана',
    kilobyte: 'кБ',
    megabyte: 'МБ',
  },
  tg: {
    months: 'январ феврал март апрел май июн июл август сентябр октябр ноябр декабр',
    shortMonths: 'янв фев мар апр май июн июл авг сен окт ноя дек',
    weekdays: 'яшб дшб сшб чшб пшб ҷмъ шнб',
    date: 'd M y',
    dateWithoutYear: 'd M',
    dateWithWeekday: 'E, d M',
    beforeTime: ', ',
    in: { minute: 'пас аз # дақиқа', hour: 'пас аз # соат', day: 'пас аз # рӯз' },
    and: 'ва',
    kilobyte: 'кБ',
    megabyte: 'МБ',
  },
  uz: {
    months: 'yanvar fevral mart aprel may iyun iyul avgust sentabr oktabr noyabr dekabr',
    shortMonths: 'yan fev mar apr may iyn iyl avg sen okt noy dek',
    weekdays: 'Yak Dush Sesh Chor Pay Jum Shan',
    date: 'd‑M, y',
    dateWithoutYear: 'd‑M',
    dateWithWeekday: 'E, d‑M',
    beforeTime: ', ',
    in: { minute: '# daqiqadan keyin', hour: '# soatdan keyin', day: '# kundan keyin' },
    and: 'va',
    kilobyte: 'kB',
    megabyte: 'MB',
  },
};
