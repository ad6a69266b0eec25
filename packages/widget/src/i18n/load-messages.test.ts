import type { LocaleTag } from '@kassa/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import essential from '../../../../locales/en.json?messages=essential';
import {
  type CompiledMessages,
  findMessages,
  isIncomplete,
  loadMessages,
  withMessages,
} from './load-messages.ts';

/** A tag without a file, as of a language that is in the table and not translated yet. */
const unstarted = 'xx' as LocaleTag;
const english = { back: 'Back' };
const russian = { back: 'Назад', deposit: { count: [['n', 'plural']] } };

/** Serves the given responses by language, and a 404 for any other language. */
function serve(answers: Record<string, () => Promise<Response>>) {
  return vi.fn(async (address: string) => {
    const tag = Object.keys(answers).find((known) => findMessages(known) === address);
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
  expect(fetching).toHaveBeenCalledWith(findMessages('en'), expect.anything());
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
      findMessages('ru'),
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
    findMessages('ru'),
    findMessages('en'),
  ]);
});

test('knows the addresses of the languages that have a file', () => {
  expect(findMessages('en')).toBeTypeOf('string');
  expect(findMessages('ru')).toBeTypeOf('string');
  expect(findMessages(unstarted)).toBeUndefined();
});

describe('in a build', () => {
  const first = { ru: { back: 'Назад' }, en: { back: 'Back' } };
  const shared = {
    ru: { deposit: { title: 'Пополнение' }, '~': { 'deposit.more': '' } },
    en: { deposit: { title: 'Deposit', more: 'More' } },
  };
  /** The files of the build, by their path; a missing one has no entry. */
  let built: Record<string, CompiledMessages>;
  const fetchFile = vi.fn(async (address: string, _init?: RequestInit) =>
    built[address] === undefined
      ? new Response('', { status: 404 })
      : Response.json(built[address]),
  );
  const screen = () => Promise.resolve('screen');

  beforeEach(() => {
    vi.stubEnv('DEV', false);
    fetchFile.mockClear();
    built = {
      'locales/ru.1.json': first.ru,
      'locales/ru.shared.1.json': shared.ru,
      'locales/en.2.json': first.en,
      'locales/en.shared.2.json': shared.en,
    };
    const addresses = JSON.stringify({ ru: 'locales/ru.1.json', en: 'locales/en.2.json' });
    document.body.innerHTML = `<script type="application/json" id="kassa-locales">${addresses}</script>`;
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    document.body.replaceChildren();
  });

  const asked = () => fetchFile.mock.calls.map(([address]) => address);

  /** Waits for a screen with its messages, without the pauses between attempts. */
  async function show(parts = ['shared']) {
    const shown = vi.fn();
    const showing = withMessages(screen(), parts).then(shown);
    await vi.advanceTimersByTimeAsync(0);
    const isAtOnce = shown.mock.calls.length > 0;
    await vi.runAllTimersAsync();
    await showing;
    expect(shown).toHaveBeenCalledExactlyOnceWith('screen');
    return isAtOnce;
  }

  test('the first part comes alone, and a screen brings its own, once', async () => {
    const onError = vi.fn();
    const { messages } = await load('ru', onError, fetchFile);
    expect(messages).toEqual(first.ru);
    await show();
    expect(messages).toEqual({ ...first.ru, ...shared.ru });
    expect(await show()).toBe(true);
    expect(asked()).toEqual(['locales/ru.1.json', 'locales/ru.shared.1.json']);
    expect(onError).not.toHaveBeenCalled();
  });

  test('a screen waits for its part', async () => {
    await load('ru', vi.fn(), fetchFile);
    let answer = (_response: Response) => {};
    fetchFile.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
    const shown = vi.fn();
    void withMessages(screen(), ['shared']).then(shown);
    await vi.advanceTimersByTimeAsync(1000);
    expect(shown).not.toHaveBeenCalled();
    answer(Response.json(shared.ru));
    await vi.advanceTimersByTimeAsync(0);
    expect(shown).toHaveBeenCalledWith('screen');
  });

  test('a part that fails is tried again, without a report', async () => {
    const onError = vi.fn();
    const { messages } = await load('ru', onError, fetchFile);
    fetchFile.mockImplementationOnce(breaksOff);
    await show();
    expect(messages).toEqual({ ...first.ru, ...shared.ru });
    expect(onError).not.toHaveBeenCalled();
  });

  test('a part that can’t be loaded is English, and the host hears it once', async () => {
    const onError = vi.fn();
    delete built['locales/ru.shared.1.json'];
    const loaded = await load('ru', onError, fetchFile);
    await show(['shared', 'deposit']);
    expect(loaded.tag).toBe('ru');
    expect(loaded.messages).toMatchObject({ ...first.ru, ...shared.en });
    expect(onError.mock.calls.map(([message]) => message)).toEqual([
      'Locale receiving error ru',
      'Failed to load fallback english locale',
    ]);
    // Of the other part there is no file at all: its messages are the essential ones, and the next
    // screen tries again.
    built['locales/ru.deposit.1.json'] = { bonus: { title: 'Бонусы' } };
    await show(['shared', 'deposit']);
    expect(loaded.messages).toMatchObject({ bonus: { title: 'Бонусы' }, ...shared.en });
    expect(asked().filter((address) => address === 'locales/ru.shared.1.json')).toHaveLength(3);
  });

  test('nothing is added to the essential messages themselves', async () => {
    const before = structuredClone(essential);
    built = {};
    await load('ru', vi.fn(), fetchFile);
    built['locales/en.shared.2.json'] = { deposit: { another: 'Another' } };
    await show();
    expect(essential).toEqual(before);
  });

  test('after a language that can’t be loaded all parts are English', async () => {
    delete built['locales/ru.1.json'];
    const { tag, messages } = await load('ru', vi.fn(), fetchFile);
    await show();
    expect([tag, messages]).toEqual(['en', { ...first.en, ...shared.en }]);
    expect(asked()).not.toContain('locales/ru.shared.1.json');
  });

  test('a screen that was imported before the language was known has its part with the first', async () => {
    vi.resetModules();
    const fresh = await import('./load-messages.ts');
    expect(await fresh.withMessages(screen(), ['shared'])).toBe('screen');
    const { messages } = await fresh.loadMessages('ru', vi.fn(), fetchFile);
    expect(messages).toEqual({ ...first.ru, ...shared.ru });
  });

  test('a screen whose code fails fails at once', async () => {
    const error = new Error('Gone');
    await load('ru', vi.fn(), fetchFile);
    await expect(withMessages(Promise.reject(error), ['shared'])).rejects.toBe(error);
  });
});
