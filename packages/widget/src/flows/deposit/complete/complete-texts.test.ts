import { expect, test } from 'vitest';

const sources = import.meta.glob<Record<string, string>>('../../../../../../locales/*.json', {
  import: 'default',
  eager: true,
});

/**
 * Claims that the widget can't verify: that the player's bank or card was charged or pays back, and
 * that money which may never arrive will be credited. Each language's words for them, by their
 * beginnings. The texts about a return, about money that was taken back, about withdrawals and about what the
 * provider says of a canceled payment are left out: the server knows of them.
 */
const unknowable: Record<string, RegExp> = {
  en: /charged|debited|refund|no money|left your|taken from|still credited|credited later/i,
  ru: /списан|возвра[тщ]|не снят|деньги не|всё равно|позже/i,
  ar: /خُصم|خصم|استرداد|يُسترد|رغم ذلك|لاحقًا/,
  hi: /कटा|कटे|कटौती|रिफ़ंड|रिफंड|वापस मिल|फिर भी|देर से/,
  'hi-Latn-IN': /kata|kate|katega|refund|deduct|phir bhi|der se/i,
  es: /cargo|cobrad|reembols|devuel|igualmente|más tarde/i,
  'es-MX': /cargo|cobrad|reembols|devuel|de todos modos|más tarde/i,
  pt: /cobrad|debitad|reembols|estorn|devolv|mesmo assim|mais tarde/i,
};

test.each(Object.entries(unknowable))('%s makes no claim that can’t be verified', (tag, words) => {
  const messages = sources[`../../../../../../locales/${tag}.json`] ?? {};
  const said = Object.entries(messages).filter(
    ([key]) =>
      /^(complete|payment|resume|popup|history)\./.test(key) &&
      !/^(complete\.canceled\.unpaid|complete\.(return|takenBack|withdrawal)\.|history\.(takenBack|status\.(return|refund|charged|reversed|partly)))/.test(
        key,
      ),
  );
  expect(said.length).toBeGreaterThan(80);
  expect(said.filter(([, text]) => words.test(text))).toEqual([]);
});
