import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { builtInMessages, type CompiledMessages } from './load-messages.ts';
import { resolvePlayerLocale } from './player-locale.ts';
import { isMessageKey, type MessageKey, useText } from './text.ts';
import { TextProvider } from './text-provider.tsx';

function Words({ keys }: { keys: MessageKey[] }) {
  const text = useText();
  return keys.map((key) => <p key={key}>{text(key, {})}</p>);
}

/** Renders keys twice, as a second render would. Returns the reports. */
function show(messages: CompiledMessages, ...keys: MessageKey[]): string[] {
  const onError = vi.fn<(message: string) => void>();
  const element = () => (
    <TextProvider locale={resolvePlayerLocale('ru-RU')} messages={messages} onError={onError}>
      <Words keys={keys} />
      <Words keys={keys} />
    </TextProvider>
  );
  const { rerender } = render(element());
  rerender(element());
  return onError.mock.calls.map(([message]) => message);
}

test('reports a missing message once per key, and shows its key', () => {
  const reports = show({ back: 'Назад' }, 'back', 'close', 'deposit.submit');
  expect(reports).toEqual([
    'Missing translation for ru: close',
    'Missing translation for ru: deposit.submit',
  ]);
  expect(screen.getAllByText('Назад')).toHaveLength(2);
  expect(screen.getAllByText('close')).toHaveLength(2);
  expect(screen.getAllByText('deposit.submit')).toHaveLength(2);
});

test('shows the built-in English for a missing message', () => {
  expect(show({ back: 'Назад' }, 'start.retry')).toEqual([
    'Missing translation for ru: start.retry',
  ]);
  expect(screen.getAllByText('Try again')).toHaveLength(2);
});

test('shows and reports once the English message of a language’s file for an untranslated key', () => {
  const messages = { back: 'Назад', close: 'Close', '~': { close: '', 'deposit.submit': '' } };
  expect(show(messages, 'back', 'close')).toEqual(['Missing translation for ru: close']);
  expect(screen.getAllByText('Close')).toHaveLength(2);
});

test('without any language’s file nothing is reported key by key, and no key shows', () => {
  expect(show(builtInMessages, 'start.retry', 'deposit.submit')).toEqual([]);
  expect(screen.getAllByText('Try again')).toHaveLength(2);
  expect(screen.getAllByText('…')).toHaveLength(2);
});

test('reports nothing for existing messages', () => {
  expect(show({ back: 'Назад', deposit: { title: 'Депозит' } }, 'back', 'deposit.title')).toEqual(
    [],
  );
});

test('reports a key whose value isn’t a message as broken', () => {
  const messages = { deposit: { submit: { deeper: 'Пополнить' } } };
  expect(show(messages, 'deposit.submit')).toEqual(['Broken translation for ru: deposit.submit']);
});

test('returns whether a key from data has a message, without a report', () => {
  const onError = vi.fn();
  const found: boolean[] = [];
  function Lookup() {
    const text = useText();
    found.push(isMessageKey(text, 'group.cards'), isMessageKey(text, 'group.unheardOf'));
    return null;
  }
  render(
    <TextProvider
      locale={resolvePlayerLocale('ru')}
      messages={{ group: { cards: 'Карты' } }}
      onError={onError}
    >
      <Lookup />
    </TextProvider>,
  );
  expect(found).toEqual([true, false]);
  expect(onError).not.toHaveBeenCalled();
});
