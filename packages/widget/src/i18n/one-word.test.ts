import { type LocaleTag, locales } from '@kassa/contract';
import { describe, expect, test } from 'vitest';

const files = import.meta.glob<Record<string, string>>('../../../../locales/*.json', {
  eager: true,
  import: 'default',
});
const read = (tag: LocaleTag) => files[`../../../../locales/${tag}.json`] ?? {};

const complete = (Object.keys(locales) as LocaleTag[]).filter(
  (tag) => 'isComplete' in locales[tag],
);

/** Keys whose English text is a verb here and a noun there. */
const verbs = ['deposit.submitEmpty'];

describe.each(complete)('%s', (tag) => {
  test('the same English text has one translation', () => {
    const translated = read(tag);
    const keys = Object.entries(read('en')).filter(([key]) => !verbs.includes(key));
    const bySource = Map.groupBy(keys, ([, source]) => source);
    const differing = [...bySource]
      .map(([, pairs]) => pairs.map(([key]) => `${key}: ${translated[key]}`))
      .filter((pairs) => new Set(pairs.map((pair) => pair.slice(pair.indexOf(':')))).size > 1);
    expect(differing).toEqual([]);
  });
});

test.each([
  ['a deposit is «пополнение»', /депозит/i],
  ['a withdrawal is «вывод»', /вывод\S* средств/i],
  ['a provider is «платёжная система»', /провайдер|платёжн\S+ сервис/i],
  ['money arrives: «поступает»', /(?:^|[^\p{L}])(?:при(?:дут|ходят|шло)|прийти)(?!\p{L})/iu],
  ['a text message is «СМС»', /SMS/],
  ['a connection is «соединение»', /(?:^|[^\p{L}])связ[ьи](?!\p{L})|подключени/iu],
])('Russian has one word for one thing: %s', (_, other) => {
  const messages = Object.entries(read('ru'));
  expect(messages.filter(([, message]) => other.test(message))).toEqual([]);
});
