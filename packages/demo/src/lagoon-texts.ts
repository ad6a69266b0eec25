import { type SiteLanguage, siteLanguageOf } from './site-texts.ts';

/** The texts of the sweepstake casino around the cashier, in one language. */
export interface LagoonTexts {
  pageTitle: string;
  description: string;
  header: Record<'games' | 'deposit' | 'withdraw', string>;
  entry: Record<'title' | 'text' | 'button' | 'given' | 'had', string>;
  games: {
    title: string;
    note: string;
    /** `{game}`, `{stake}` and `{won}` stand for the name and amounts. */
    play: string;
    won: string;
    lost: string;
    tooFew: string;
  };
  failed: string;
}

const byLanguage: Record<SiteLanguage, LagoonTexts> = {
  en: {
    pageTitle: 'Lagoon: a sweepstake casino',
    description:
      'An invented sweepstake casino that shows the Kassa cashier embedded in a host page.',
    header: { games: 'Games', deposit: 'Get coins', withdraw: 'Redeem' },
    entry: {
      title: 'A free sweep coin every day',
      text: 'No purchase is necessary. Gold coins come along with it.',
      button: 'Take today’s entry',
      given: 'Here are your coins. Come back tomorrow.',
      had: 'You have had today’s entry. Come back tomorrow.',
    },
    games: {
      title: 'Games',
      note: 'Invented games. You win every second round, from the first one on.',
      play: 'Play {game} for {stake}',
      won: '{game}: you won {won}.',
      lost: '{game}: {stake} are gone. The next round wins.',
      tooFew: 'You have fewer coins than the stake.',
    },
    failed: 'That didn’t work. Try again.',
  },
  ar: {
    pageTitle: 'Lagoon: كازينو مسابقات ترويجية',
    description: 'كازينو مسابقات افتراضي يعرض صندوق Kassa داخل صفحة مضيفة.',
    header: { games: 'الألعاب', deposit: 'شراء عملات', withdraw: 'استبدال' },
    entry: {
      title: 'عملة جوائز مجانية كل يوم',
      text: 'لا يلزم الشراء، وتأتي معها عملات ذهبية.',
      button: 'احصل على مشاركة اليوم',
      given: 'وصلت عملاتك. عُد غدًا.',
      had: 'حصلت على مشاركة اليوم. عُد غدًا.',
    },
    games: {
      title: 'الألعاب',
      note: 'ألعاب افتراضية. تربح جولة من كل جولتين، بدءًا من الأولى.',
      play: 'العب {game} مقابل {stake}',
      won: '{game}: ربحت {won}.',
      lost: '{game}: خسرت {stake}. الجولة التالية رابحة.',
      tooFew: 'عملاتك أقل من قيمة الرهان.',
    },
    failed: 'لم ينجح ذلك. حاول مرة أخرى.',
  },
  ru: {
    pageTitle: 'Lagoon: свипстейк-казино',
    description: 'Вымышленное свипстейк-казино со встроенной кассой Kassa.',
    header: { games: 'Игры', deposit: 'Монеты', withdraw: 'Обменять' },
    entry: {
      title: 'Бесплатная призовая монета каждый день',
      text: 'Покупка не требуется. Вместе с ней вы получите золотые монеты.',
      button: 'Получить сегодня',
      given: 'Монеты ваши. Возвращайтесь завтра.',
      had: 'Сегодня вы уже получили монеты. Возвращайтесь завтра.',
    },
    games: {
      title: 'Игры',
      note: 'Игры вымышлены. Каждый второй раунд выигрывает, начиная с первого.',
      play: 'Сыграть в {game} за {stake}',
      won: '{game}: вы выиграли {won}.',
      lost: '{game}: вы проиграли {stake}. Следующий раунд выиграет.',
      tooFew: 'Монет меньше, чем ставка.',
    },
    failed: 'Не получилось. Повторите попытку.',
  },
  hi: {
    pageTitle: 'Lagoon: स्वीपस्टेक कैसीनो',
    description: 'एक काल्पनिक स्वीपस्टेक कैसीनो, जो Kassa का कैशियर होस्ट पेज में दिखाता है।',
    header: { games: 'गेम', deposit: 'कॉइन लें', withdraw: 'रिडीम करें' },
    entry: {
      title: 'हर दिन एक मुफ़्त स्वीप कॉइन',
      text: 'ख़रीदना ज़रूरी नहीं। साथ में गोल्ड कॉइन भी मिलते हैं।',
      button: 'आज की एंट्री लें',
      given: 'आपके कॉइन मिल गए। कल फिर आएँ।',
      had: 'आज की एंट्री आप ले चुके हैं। कल फिर आएँ।',
    },
    games: {
      title: 'गेम',
      note: 'गेम काल्पनिक हैं। पहले राउंड से शुरू करके हर दूसरा राउंड आप जीतते हैं।',
      play: '{stake} में {game} खेलें',
      won: '{game}: आपने {won} जीते।',
      lost: '{game}: {stake} गए। अगला राउंड आप जीतेंगे।',
      tooFew: 'आपके पास दाँव से कम कॉइन हैं।',
    },
    failed: 'यह नहीं हो सका। फिर कोशिश करें।',
  },
  es: {
    pageTitle: 'Lagoon: un casino de sorteos',
    description:
      'Un casino de sorteos ficticio que muestra la caja de Kassa en una página anfitriona.',
    header: { games: 'Juegos', deposit: 'Comprar monedas', withdraw: 'Canjear' },
    entry: {
      title: 'Una moneda de sorteo gratis cada día',
      text: 'No es necesario comprar. También recibes monedas de oro.',
      button: 'Recibir la de hoy',
      given: 'Ya tienes tus monedas. Vuelve mañana.',
      had: 'Ya recibiste las de hoy. Vuelve mañana.',
    },
    games: {
      title: 'Juegos',
      note: 'Juegos ficticios. Ganas una de cada dos rondas, desde la primera.',
      play: 'Jugar a {game} por {stake}',
      won: '{game}: ganaste {won}.',
      lost: '{game}: perdiste {stake}. La próxima ronda gana.',
      tooFew: 'Tienes menos monedas que la apuesta.',
    },
    failed: 'No funcionó. Inténtalo de nuevo.',
  },
  pt: {
    pageTitle: 'Lagoon: um cassino de sorteios',
    description:
      'Um cassino de sorteios fictício que mostra o caixa da Kassa em uma página anfitriã.',
    header: { games: 'Jogos', deposit: 'Comprar moedas', withdraw: 'Resgatar' },
    entry: {
      title: 'Uma moeda de sorteio grátis por dia',
      text: 'Nenhuma compra é necessária. Você também recebe moedas de ouro.',
      button: 'Receber a de hoje',
      given: 'Suas moedas chegaram. Volte amanhã.',
      had: 'Você já recebeu as de hoje. Volte amanhã.',
    },
    games: {
      title: 'Jogos',
      note: 'Jogos fictícios. Você ganha uma a cada duas rodadas, desde a primeira.',
      play: 'Jogar {game} por {stake}',
      won: '{game}: você ganhou {won}.',
      lost: '{game}: você perdeu {stake}. A próxima rodada ganha.',
      tooFew: 'Você tem menos moedas que a aposta.',
    },
    failed: 'Não funcionou. Tente de novo.',
  },
};

/** Returns the sweepstake casino's texts for a cashier's language. */
export function lagoonTextsOf(locale: string): LagoonTexts {
  return byLanguage[siteLanguageOf(locale)];
}
