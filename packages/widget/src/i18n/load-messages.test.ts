import type { LocaleTag } from '@kassa/contract';
import { expect, test, vi } from 'vitest';
import { builtInMessages, loadMessages, localeAddresses } from './load-messages.ts';

/** As a language that has a row in the table and no file yet. */
const unstarted = 'xx' as LocaleTag;
const english = { back: 'Back' };
const russian = { back: 'Назад', deposit: { count: [['n', 'plural']] } };

/** Answers each language's address as told; an answer that isn't told is a 404. */
function serve(answers: Record<string, () => Promise<Response>>) {
  return vi.fn(async (address: string) => {
    const tag = Object.keys(localeAddresses).find((known) => localeAddresses[known] === address);
    return answers[tag ?? '']?.() ?? new Response('', { status: 404 });
  });
}

const sends = (body: string) => async () => new Response(body);
const breaksOff = async () => {
  throw new TypeError('Failed to fetch');
};

test('loads the language asked for, with nothing to report', async () => {
  const onError = vi.fn();
  const fetchFile = serve({ ru: sends(JSON.stringify(russian)) });
  expect(await loadMessages('ru', onError, fetchFile)).toEqual({ tag: 'ru', messages: russian });
  expect(fetchFile).toHaveBeenCalledTimes(1);
  expect(onError).not.toHaveBeenCalled();
});

test('fetches by itself where it isn’t given a way to', async () => {
  const fetching = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json(english));
  expect((await loadMessages('en', vi.fn())).messages).toEqual(english);
  expect(fetching).toHaveBeenCalledWith(localeAddresses.en, expect.anything());
  fetching.mockRestore();
});

test.each([
  ['the file is gone', 'ru', undefined],
  ['the network breaks', 'ru', breaksOff],
  ['the language has no file yet', unstarted, undefined],
] as const)('is English, and says so, when %s', async (_, tag, answer) => {
  const onError = vi.fn();
  const answers = { en: sends(JSON.stringify(english)), ...(answer && { [tag]: answer }) };
  expect(await loadMessages(tag, onError, serve(answers))).toEqual({
    tag: 'en',
    messages: english,
  });
  expect(onError.mock.calls).toEqual([[`Locale receiving error ${tag}`]]);
});

test.each([
  '',
  '<!doctype html>',
  '{"back": "Назад"',
  'null',
  '7',
  '"back"',
  '["back"]',
  '{}',
  '{"back": 7}',
  '{"back": null}',
  '{"deposit": {"title": true}}',
])('is English, and says that loading failed, when what arrives is %j', async (body) => {
  const onError = vi.fn();
  const fetchFile = serve({ ru: sends(body), en: sends(JSON.stringify(english)) });
  expect(await loadMessages('ru', onError, fetchFile)).toEqual({ tag: 'en', messages: english });
  expect(onError.mock.calls).toEqual([['Locale loading error']]);
});

test.each([
  ['gone', undefined, 'Locale receiving error ru'],
  ['broken', sends('{'), 'Locale loading error'],
])('has the built-in few, and reports twice, when English is %s too', async (_, answer, first) => {
  const onError = vi.fn();
  const fetchFile = serve(answer === undefined ? {} : { ru: answer, en: answer });
  expect(await loadMessages('ru', onError, fetchFile)).toEqual({
    tag: 'en',
    messages: builtInMessages,
  });
  expect(onError.mock.calls).toEqual([[first], ['Failed to load fallback english locale']]);
});

test('tries English again when it was English that failed', async () => {
  const onError = vi.fn();
  const answer = vi.fn(sends(JSON.stringify(english))).mockImplementationOnce(breaksOff);
  expect(await loadMessages('en', onError, serve({ en: answer }))).toEqual({
    tag: 'en',
    messages: english,
  });
  expect(onError.mock.calls).toEqual([['Locale receiving error en']]);
});

test('knows the addresses of the languages that have a file', () => {
  expect(localeAddresses).toHaveProperty('en');
  expect(localeAddresses).toHaveProperty('ru');
  expect(localeAddresses).not.toHaveProperty(unstarted);
});
