import { resolveFormatLocale, resolveLocale } from '@kassa/contract';
import type { BonusName } from './bonuses/demo-bonuses.ts';
import { isLocaleOffered } from './choices.ts';
import type { SiteName } from './sites.ts';

/** The texts of the betting site around the cashier, in one language. */
export interface SiteTexts {
  pageTitle: string;
  description: string;
  skipToCashier: string;
  /** What the demo's sites are. */
  sites: Record<'label' | SiteName, string>;
  header: Record<
    'navigation' | 'live' | 'upcoming' | 'cashier' | 'balance' | 'deposit' | 'withdraw',
    string
  >;
  matches: Record<'live' | 'upcoming' | 'note' | 'home' | 'draw' | 'away' | 'set', string>;
  sports: Record<Sport, string>;
  promotion: Record<'title' | 'text', string>;
  support: Record<'title' | 'text' | 'reference' | 'back', string>;
  cashier: {
    title: string;
    sheet: string;
    state: Record<
      'loading' | 'ready' | 'refused' | 'unreachable' | 'closed' | 'invalidPlayer',
      string
    >;
    closedTitle: string;
    closedText: string;
    open: string;
    unreachableTitle: string;
    retry: string;
  };
  /** `{amount}` stands for the highest bonus. */
  bonuses: Record<BonusName, { title: string; subtitle?: string }>;
}

export type Sport = 'football' | 'basketball' | 'tennis' | 'cricket' | 'hockey';

const english: SiteTexts = {
  pageTitle: 'Northline: live odds and sports betting',
  description: 'An invented betting site that shows the Kassa cashier embedded in a host page.',
  skipToCashier: 'Skip to the cashier',
  sites: { label: 'Sites of the demo', northline: 'Sports betting', lagoon: 'Sweepstake casino' },
  header: {
    navigation: 'Main',
    live: 'Live',
    upcoming: 'Upcoming',
    cashier: 'Cashier',
    balance: 'Balance',
    deposit: 'Deposit',
    withdraw: 'Withdraw',
  },
  matches: {
    live: 'Live now',
    upcoming: 'Upcoming',
    note: 'Invented teams and odds. Nothing here takes a bet.',
    home: '1',
    draw: 'X',
    away: '2',
    set: 'Set',
  },
  sports: {
    football: 'Football',
    basketball: 'Basketball',
    tennis: 'Tennis',
    cricket: 'Cricket',
    hockey: 'Ice hockey',
  },
  promotion: {
    title: '100% on your first deposit',
    text: 'Paid in the currency of your account, and back in the game in a minute.',
  },
  support: {
    title: 'Support',
    text: 'A real site has its chat here. Northline is invented, so nobody answers.',
    reference:
      'Before you write: have the reference of the deposit at hand, such as KS-7Q2M-41XK. The cashier shows it beside each deposit.',
    back: 'Back to the site',
  },
  cashier: {
    title: 'Cashier',
    sheet: 'Cashier sheet',
    state: {
      loading: 'Loading',
      ready: 'Ready',
      refused: 'Failed',
      unreachable: 'Not reachable',
      closed: 'Closed',
      invalidPlayer: 'No player',
    },
    closedTitle: 'The cashier is closed',
    closedText: 'Open it again to deposit or withdraw.',
    open: 'Open cashier',
    unreachableTitle: 'The cashier is not reachable',
    retry: 'Try again',
  },
  bonuses: {
    welcome: { title: '100% on your deposit', subtitle: 'Up to {amount}' },
    spins: { title: '50 free spins' },
    ending: { title: '50% if you are quick' },
  },
};

const arabic: SiteTexts = {
  pageTitle: 'Northline: رهانات رياضية واحتمالات مباشرة',
  description: 'موقع رهانات افتراضي يعرض صندوق Kassa داخل صفحة مضيفة.',
  skipToCashier: 'الانتقال إلى الصندوق',
  sites: { label: 'مواقع العرض', northline: 'رهانات رياضية', lagoon: 'كازينو مسابقات' },
  header: {
    navigation: 'القائمة الرئيسية',
    live: 'مباشر',
    upcoming: 'قادمة',
    cashier: 'الصندوق',
    balance: 'الرصيد',
    deposit: 'إيداع',
    withdraw: 'سحب',
  },
  matches: {
    live: 'مباشر الآن',
    upcoming: 'المباريات القادمة',
    note: 'الفرق والاحتمالات افتراضية، ولا تُقبل هنا أي رهانات.',
    home: '1',
    draw: 'X',
    away: '2',
    set: 'المجموعة',
  },
  sports: {
    football: 'كرة القدم',
    basketball: 'كرة السلة',
    tennis: 'التنس',
    cricket: 'الكريكيت',
    hockey: 'هوكي الجليد',
  },
  promotion: {
    title: '100% على أول إيداع لك',
    text: 'تُدفع بعملة حسابك، وتعود إلى اللعب في دقيقة.',
  },
  support: {
    title: 'الدعم',
    text: 'في الموقع الحقيقي توجد هنا محادثة الدعم. موقع Northline افتراضي، فلا أحد يقرأ الرسائل.',
    reference:
      'قبل أن تكتب: جهّز الرقم المرجعي للإيداع، مثل KS-7Q2M-41XK. يعرضه الصندوق بجانب كل إيداع.',
    back: 'العودة إلى الموقع',
  },
  cashier: {
    title: 'الصندوق',
    sheet: 'لوحة الصندوق',
    state: {
      loading: 'جارٍ التحميل',
      ready: 'جاهز',
      refused: 'تعذّر الفتح',
      unreachable: 'غير متاح',
      closed: 'مغلق',
      invalidPlayer: 'لا يوجد لاعب',
    },
    closedTitle: 'الصندوق مغلق',
    closedText: 'افتحه من جديد للإيداع أو السحب.',
    open: 'فتح الصندوق',
    unreachableTitle: 'تعذّر الوصول إلى الصندوق',
    retry: 'إعادة المحاولة',
  },
  bonuses: {
    welcome: { title: '100% على إيداعك', subtitle: 'حتى {amount}' },
    spins: { title: '50 دورة مجانية' },
    ending: { title: '50% إذا أسرعت' },
  },
};

const russian: SiteTexts = {
  pageTitle: 'Northline: ставки на спорт и коэффициенты онлайн',
  description: 'Вымышленный сайт ставок со встроенной кассой Kassa.',
  skipToCashier: 'Перейти к кассе',
  sites: { label: 'Сайты демо', northline: 'Ставки на спорт', lagoon: 'Свипстейк-казино' },
  header: {
    navigation: 'Главное меню',
    live: 'Live',
    upcoming: 'Скоро',
    cashier: 'Касса',
    balance: 'Баланс',
    deposit: 'Пополнить',
    withdraw: 'Вывести',
  },
  matches: {
    live: 'Сейчас играют',
    upcoming: 'Скоро начнутся',
    note: 'Команды и коэффициенты вымышлены. Ставки здесь не принимаются.',
    home: 'П1',
    draw: 'X',
    away: 'П2',
    set: 'Сет',
  },
  sports: {
    football: 'Футбол',
    basketball: 'Баскетбол',
    tennis: 'Теннис',
    cricket: 'Крикет',
    hockey: 'Хоккей',
  },
  promotion: {
    title: '100% на первое пополнение',
    text: 'В валюте вашего счёта, и через минуту снова в игре.',
  },
  support: {
    title: 'Поддержка',
    text: 'На настоящем сайте здесь чат поддержки. Northline — вымышленный сайт, и сообщений тут никто не читает.',
    reference:
      'Перед обращением найдите номер пополнения, например KS-7Q2M-41XK. Касса показывает его рядом с каждым пополнением.',
    back: 'Вернуться на сайт',
  },
  cashier: {
    title: 'Касса',
    sheet: 'Панель кассы',
    state: {
      loading: 'Загрузка',
      ready: 'Готова',
      refused: 'Ошибка',
      unreachable: 'Недоступна',
      closed: 'Закрыта',
      invalidPlayer: 'Нет игрока',
    },
    closedTitle: 'Касса закрыта',
    closedText: 'Откройте её снова, чтобы пополнить счёт или вывести деньги.',
    open: 'Открыть кассу',
    unreachableTitle: 'Касса недоступна',
    retry: 'Повторить',
  },
  bonuses: {
    welcome: { title: '100% к пополнению', subtitle: 'До {amount}' },
    spins: { title: '50 бесплатных вращений' },
    ending: { title: '50%, если поторопитесь' },
  },
};

const hindi: SiteTexts = {
  pageTitle: 'Northline: लाइव ऑड्स और स्पोर्ट्स बेटिंग',
  description: 'एक काल्पनिक बेटिंग साइट, जो Kassa का कैशियर होस्ट पेज में दिखाती है।',
  skipToCashier: 'सीधे कैशियर पर जाएँ',
  sites: { label: 'डेमो की साइटें', northline: 'स्पोर्ट्स बेटिंग', lagoon: 'स्वीपस्टेक कैसीनो' },
  header: {
    navigation: 'मुख्य मेनू',
    live: 'लाइव',
    upcoming: 'आने वाले',
    cashier: 'कैशियर',
    balance: 'बैलेंस',
    deposit: 'जमा करें',
    withdraw: 'निकासी करें',
  },
  matches: {
    live: 'अभी लाइव',
    upcoming: 'आने वाले मैच',
    note: 'टीमें और ऑड्स काल्पनिक हैं। यहाँ कोई दाँव नहीं लिया जाता।',
    home: '1',
    draw: 'X',
    away: '2',
    set: 'सेट',
  },
  sports: {
    football: 'फ़ुटबॉल',
    basketball: 'बास्केटबॉल',
    tennis: 'टेनिस',
    cricket: 'क्रिकेट',
    hockey: 'आइस हॉकी',
  },
  promotion: {
    title: 'पहले जमा पर 100%',
    text: 'आपके खाते की मुद्रा में, और एक मिनट में वापस खेल में।',
  },
  support: {
    title: 'सहायता',
    text: 'असली साइट पर यहाँ सहायता चैट होती है। Northline काल्पनिक है, इसलिए यहाँ संदेश कोई नहीं पढ़ता।',
    reference:
      'लिखने से पहले: डिपॉज़िट की संदर्भ संख्या पास रखें, जैसे KS-7Q2M-41XK। कैशियर इसे हर डिपॉज़िट के साथ दिखाता है।',
    back: 'साइट पर वापस जाएँ',
  },
  cashier: {
    title: 'कैशियर',
    sheet: 'कैशियर पैनल',
    state: {
      loading: 'लोड हो रहा है',
      ready: 'तैयार',
      refused: 'नहीं खुला',
      unreachable: 'उपलब्ध नहीं',
      closed: 'बंद',
      invalidPlayer: 'खिलाड़ी नहीं है',
    },
    closedTitle: 'कैशियर बंद है',
    closedText: 'जमा करने या निकालने के लिए इसे फिर खोलें।',
    open: 'कैशियर खोलें',
    unreachableTitle: 'कैशियर तक नहीं पहुँच सके',
    retry: 'फिर कोशिश करें',
  },
  bonuses: {
    welcome: { title: 'आपके जमा पर 100%', subtitle: '{amount} तक' },
    spins: { title: '50 फ़्री स्पिन' },
    ending: { title: 'जल्दी करें तो 50%' },
  },
};

const spanish: SiteTexts = {
  pageTitle: 'Northline: cuotas en vivo y apuestas deportivas',
  description:
    'Un sitio de apuestas ficticio que muestra la caja de Kassa en una página anfitriona.',
  skipToCashier: 'Ir a la caja',
  sites: {
    label: 'Sitios de la demo',
    northline: 'Apuestas deportivas',
    lagoon: 'Casino de sorteos',
  },
  header: {
    navigation: 'Principal',
    live: 'En vivo',
    upcoming: 'Próximos',
    cashier: 'Caja',
    balance: 'Saldo',
    deposit: 'Depositar',
    withdraw: 'Retirar',
  },
  matches: {
    live: 'En vivo ahora',
    upcoming: 'Próximos partidos',
    note: 'Equipos y cuotas ficticios. Aquí no se aceptan apuestas.',
    home: '1',
    draw: 'X',
    away: '2',
    set: 'Set',
  },
  sports: {
    football: 'Fútbol',
    basketball: 'Baloncesto',
    tennis: 'Tenis',
    cricket: 'Críquet',
    hockey: 'Hockey sobre hielo',
  },
  promotion: {
    title: '100 % en tu primer depósito',
    text: 'En la moneda de tu cuenta, y de vuelta al juego en un minuto.',
  },
  support: {
    title: 'Ayuda',
    text: 'En un sitio real, aquí está el chat de ayuda. Northline es ficticio y nadie lee los mensajes.',
    reference:
      'Antes de escribir, ten a mano la referencia del depósito, por ejemplo KS-7Q2M-41XK. La caja la muestra junto a cada depósito.',
    back: 'Volver al sitio',
  },
  cashier: {
    title: 'Caja',
    sheet: 'Panel de la caja',
    state: {
      loading: 'Cargando',
      ready: 'Lista',
      refused: 'Error',
      unreachable: 'No disponible',
      closed: 'Cerrada',
      invalidPlayer: 'Sin jugador',
    },
    closedTitle: 'La caja está cerrada',
    closedText: 'Ábrela de nuevo para depositar o retirar.',
    open: 'Abrir la caja',
    unreachableTitle: 'La caja no está disponible',
    retry: 'Reintentar',
  },
  bonuses: {
    welcome: { title: '100 % de tu depósito', subtitle: 'Hasta {amount}' },
    spins: { title: '50 giros gratis' },
    ending: { title: '50 % si te das prisa' },
  },
};

const portuguese: SiteTexts = {
  pageTitle: 'Northline: odds ao vivo e apostas esportivas',
  description: 'Um site de apostas fictício que mostra o caixa da Kassa em uma página anfitriã.',
  skipToCashier: 'Ir para o caixa',
  sites: { label: 'Sites da demo', northline: 'Apostas esportivas', lagoon: 'Cassino de sorteios' },
  header: {
    navigation: 'Principal',
    live: 'Ao vivo',
    upcoming: 'Próximos',
    cashier: 'Caixa',
    balance: 'Saldo',
    deposit: 'Depositar',
    withdraw: 'Sacar',
  },
  matches: {
    live: 'Ao vivo agora',
    upcoming: 'Próximos jogos',
    note: 'Times e odds fictícios. Nenhuma aposta é aceita aqui.',
    home: '1',
    draw: 'X',
    away: '2',
    set: 'Set',
  },
  sports: {
    football: 'Futebol',
    basketball: 'Basquete',
    tennis: 'Tênis',
    cricket: 'Críquete',
    hockey: 'Hóquei no gelo',
  },
  promotion: {
    title: '100% no seu primeiro depósito',
    text: 'Na moeda da sua conta, e de volta ao jogo em um minuto.',
  },
  support: {
    title: 'Suporte',
    text: 'Em um site real, o chat de suporte fica aqui. A Northline é fictícia e ninguém lê as mensagens.',
    reference:
      'Antes de escrever, tenha em mãos a referência do depósito, por exemplo KS-7Q2M-41XK. O caixa a mostra ao lado de cada depósito.',
    back: 'Voltar ao site',
  },
  cashier: {
    title: 'Caixa',
    sheet: 'Painel do caixa',
    state: {
      loading: 'Carregando',
      ready: 'Pronto',
      refused: 'Erro',
      unreachable: 'Indisponível',
      closed: 'Fechado',
      invalidPlayer: 'Sem jogador',
    },
    closedTitle: 'O caixa está fechado',
    closedText: 'Abra-o de novo para depositar ou sacar.',
    open: 'Abrir o caixa',
    unreachableTitle: 'O caixa está indisponível',
    retry: 'Tentar de novo',
  },
  bonuses: {
    welcome: { title: '100% do seu depósito', subtitle: 'Até {amount}' },
    spins: { title: '50 rodadas grátis' },
    ending: { title: '50% se você for rápido' },
  },
};

const byLanguage = {
  en: english,
  ar: arabic,
  ru: russian,
  hi: hindi,
  es: spanish,
  pt: portuguese,
} satisfies Record<string, SiteTexts>;

export type SiteLanguage = keyof typeof byLanguage;

export const siteLanguages = Object.keys(byLanguage) as SiteLanguage[];

/** Returns the site's language for a cashier's; English where one of them has no file of it. */
export function siteLanguageOf(locale: string): SiteLanguage {
  if (!isLocaleOffered(locale)) return 'en';
  // Hindi in Latin letters is none of these.
  const [language = '', script = ''] = resolveLocale(locale).split('-');
  return siteLanguages.find((known) => known === language && script !== 'Latn') ?? 'en';
}

/** Returns the format of the site's amounts, which has the numbers of the cashier. */
export function siteFormatOf(locale: string, country?: string): string {
  const asked = isLocaleOffered(locale) ? locale : '';
  return resolveFormatLocale(asked === '' ? 'en' : asked, siteLanguageOf(locale), country);
}

/** Returns the site's texts for a cashier's language. */
export function siteTextsOf(locale: string): SiteTexts {
  return byLanguage[siteLanguageOf(locale)];
}
