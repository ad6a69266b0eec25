import type { LocaleTag } from '@kassa/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import essential from '../../../../locales/en.json?messages=essential';
import { isIncomplete, loadMessages, localeAddresses } from './load-messages.ts';

/** A tag without a file, as of a language that is in the table and not translated yet. */
const unstarted = 'xx' as LocaleTag;
const english = { back: 'Back' };
const russian = { back: 'Назад', deposit: { count: [['n', 'plural']] } };

/** Serves the given responses by language, and a 404 for any other language. */
function serve(answers: Record<string, () => Promise<Response>>) {
  return vi.fn(async (address: string) => {
    const tag = Object.keys(localeAddresses).find((known) => localeAddresses[known] === address);
    return answers[tag ?? '']?.() ?? new Response('', { status: 404 });
  });
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Loads a language's messages without its pauses. */
async function load(...args: Parameters<typeof loadMessages>) {
  const loading = loadMessages(...args);
  await vi.runAllTimersAsync();
  return loading;
}

const sends = (body: string) => async () => new Response(body);
const breaksOff = async () => {
  throw new TypeError('Failed to fetch');
};

test('loads the requested language without a report', async () => {
  const onError = vi.fn();
  const fetchFile = serve({ ru: sends(JSON.stringify(russian)) });
  expect(await load('ru', onError, fetchFile)).toEqual({ tag: 'ru', messages: russian });
  expect(fetchFile).toHaveBeenCalledTimes(1);
  expect(onError).not.toHaveBeenCalled();
});

test('uses the global fetch where none is passed', async () => {
  const fetching = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json(english));
  expect((await load('en', vi.fn())).messages).toEqual(english);
  expect(fetching).toHaveBeenCalledWith(localeAddresses.en, expect.anything());
  fetching.mockRestore();
});

test.each([
  ['the file is missing', 'ru', undefined],
  ['the network fails', 'ru', breaksOff],
  ['the language has no file yet', unstarted, undefined],
] as const)('falls back to English and reports it where %s', async (_, tag, answer) => {
  const onError = vi.fn();
  const answers = { en: sends(JSON.stringify(english)), ...(answer && { [tag]: answer }) };
  expect(await load(tag, onError, serve(answers))).toEqual({
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
])('falls back to English and reports a loading failure for the file %j', async (body) => {
  const onError = vi.fn();
  const fetchFile = serve({ ru: sends(body), en: sends(JSON.stringify(english)) });
  expect(await load('ru', onError, fetchFile)).toEqual({ tag: 'en', messages: english });
  expect(onError.mock.calls).toEqual([['Locale loading error']]);
});

test.each([
  ['gone', undefined, 'Locale receiving error ru'],
  ['broken', sends('{'), 'Locale loading error'],
])(
  'falls back to the essential messages and reports twice where English is %s too',
  async (_, answer, first) => {
    const onError = vi.fn();
    const fetchFile = serve(answer === undefined ? {} : { ru: answer, en: answer });
    const loaded = await load('ru', onError, fetchFile);
    expect(loaded).toEqual({ tag: 'en', messages: essential });
    expect(isIncomplete(loaded.messages)).toBe(true);
    expect(onError.mock.calls).toEqual([[first], ['Failed to load fallback english locale']]);
    // Three times each.
    expect(fetchFile).toHaveBeenCalledTimes(6);
  },
);

test.each([1, 2])(
  'tries a file again that failed %i times, and reports nothing',
  async (failures) => {
    const onError = vi.fn();
    const answer = vi.fn(sends(JSON.stringify(russian)));
    for (let failed = 0; failed < failures; failed += 1) answer.mockImplementationOnce(breaksOff);
    const fetchFile = serve({ ru: answer });
    expect(await load('ru', onError, fetchFile)).toEqual({ tag: 'ru', messages: russian });
    expect(fetchFile).toHaveBeenLastCalledWith(
      localeAddresses.ru,
      expect.objectContaining({ cache: 'reload' }),
    );
    expect(onError).not.toHaveBeenCalled();
  },
);

test('English that fails three times isn’t tried again', async () => {
  const onError = vi.fn();
  const fetchFile = serve({ en: breaksOff });
  expect((await load('en', onError, fetchFile)).messages).toEqual(essential);
  expect(fetchFile).toHaveBeenCalledTimes(3);
  expect(onError.mock.calls).toEqual([
    ['Locale receiving error en'],
    ['Failed to load fallback english locale'],
  ]);
});

test('a file that hangs is given up after ten seconds, and isn’t tried again', async () => {
  const hangs = vi.fn(
    (_address: string, init?: RequestInit) =>
      new Promise<Response>((_, reject) =>
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
      ),
  );
  await load('ru', vi.fn(), hangs);
  expect(hangs.mock.calls.map(([address]) => address)).toEqual([
    localeAddresses.ru,
    localeAddresses.en,
  ]);
});

test('knows the addresses of the languages that have a file', () => {
  expect(localeAddresses).toHaveProperty('en');
  expect(localeAddresses).toHaveProperty('ru');
  expect(localeAddresses).not.toHaveProperty(unstarted);
});
