import { expect, test } from 'vitest';

const sources = import.meta.glob<Record<string, string>>('../../../../../../locales/*.json', {
  import: 'default',
  eager: true,
});

/**
 * What nobody here can know: whether the player's bank or card was charged, or gives something back.
 * Each language's words for it, as they would begin.
 */
const unknowable: Record<string, RegExp> = {
  en: /charged|debited|refund|no money|left your|taken from/i,
  ru: /списан|возвра[тщ]|не снят|деньги не/i,
  ar: /خُصم|خصم|استرداد|يُسترد/,
  hi: /कटा|कटे|कटौती|रिफ़ंड|रिफंड|वापस मिल/,
  'hi-Latn-IN': /kata|kate|katega|refund|deduct/i,
  es: /cargo|cobrad|reembols|devuel/i,
  'es-MX': /cargo|cobrad|reembols|devuel/i,
  pt: /cobrad|debitad|reembols|estorn|devolv/i,
};

test.each(Object.entries(unknowable))('%s promises nothing that can’t be known', (tag, words) => {
  const messages = sources[`../../../../../../locales/${tag}.json`] ?? {};
  const said = Object.entries(messages).filter(([key]) => key.startsWith('complete.'));
  expect(said.length).toBeGreaterThan(30);
  expect(said.filter(([, text]) => words.test(text))).toEqual([]);
});
