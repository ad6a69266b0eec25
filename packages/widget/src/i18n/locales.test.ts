import { locales } from '@kassa/contract';
import { expect, test } from 'vitest';

const files = import.meta.glob<Record<string, string>>('../../../../locales/*.json', {
  import: 'default',
  eager: true,
});
const messagesOf = (tag: string) => files[`../../../../locales/${tag}.json`] ?? {};
const english = messagesOf('en');

/** The names of a message's placeholders: those of its text, and those it chooses by. */
function placeholdersOf(message: string): string[] {
  const names = [...message.matchAll(/\{\s*(\w+)\s*[,}]/g)].map(([, name]) => name ?? '');
  return [...new Set(names)].sort();
}

test('there is a file for each row of the locale table, and no other', () => {
  const tags = Object.keys(files).map((path) => path.replace(/^.*\/|\.json$/g, ''));
  expect(tags.sort()).toEqual(Object.keys(locales).sort());
});

test.each(Object.keys(locales))('%s has every message, with its placeholders', (tag) => {
  const messages = messagesOf(tag);
  expect(Object.keys(messages).sort()).toEqual(Object.keys(english).sort());
  for (const [key, message] of Object.entries(messages)) {
    expect(message.trim(), key).not.toBe('');
    expect(placeholdersOf(message), key).toEqual(placeholdersOf(english[key] ?? ''));
  }
});
