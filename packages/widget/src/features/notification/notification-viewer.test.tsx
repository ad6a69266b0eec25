import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Session } from '../../session/session.ts';
import { setPartStage } from '../../testing/part-stage.tsx';
import { type NotificationContent, notify, useNotificationStore } from './notification-store.ts';
import { Notifications } from './notifications.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (durationMs: number) => act(() => vi.advanceTimersByTimeAsync(durationMs));

let session: Session;

const setUp = (...contents: NotificationContent[]) => show(contents);

async function show(contents: NotificationContent[], locale = 'en') {
  const stage = setPartStage(<Notifications />, { locale });
  session = stage.started.session;
  render(stage.element);
  const ids = contents.map((content) => {
    let id = '';
    act(() => {
      id = notify(session, content);
    });
    return id;
  });
  await vi.dynamicImportSettled();
  await pass(50);
  return { ids };
}

const region = () => screen.getByRole('region', { name: 'Notifications' });
const titles = () =>
  screen.queryAllByRole('dialog').map((one) => one.querySelector('b')?.textContent);

test('several stand in the order of their coming, in a region that is read out politely', async () => {
  const { ids } = await setUp({ title: 'First' }, { title: 'Second', text: 'With words' });
  expect(region().getAttribute('aria-live')).toBe('polite');
  expect(titles()).toEqual(['First', 'Second']);
  expect(screen.getByText('With words')).toBeTruthy();
  expect(new Set(ids).size).toBe(2);
});

test('of many the latest three show', async () => {
  await setUp(...['1', '2', '3', '4'].map((title) => ({ title })));
  const limited = screen.getByText('1').closest('[data-limited]');
  expect(limited).not.toBeNull();
  expect(screen.getByText('2').closest('[data-limited]')).toBeNull();
});

test.each([
  ['en', 'ltr'],
  ['ar', 'rtl'],
])('words are in the player’s language, and marked so: %s', async (locale, direction) => {
  await show([{ title: 'أُلغي الإيداع' }], locale);
  const words = screen.getByText('أُلغي الإيداع').closest('[lang]');
  expect([words?.getAttribute('lang'), words?.getAttribute('dir')]).toEqual([locale, direction]);
});

test('one goes after 5000 ms, and nothing is left of it', async () => {
  await setUp({ title: 'Dropped' });
  await pass(4800);
  expect(titles()).toEqual(['Dropped']);
  await pass(500);
  expect(titles()).toEqual([]);
  expect(useNotificationStore.getState().notifications).toEqual([]);
});

test('it stays while the pointer is on it', async () => {
  await setUp({ title: 'Dropped' });
  fireEvent.mouseEnter(region());
  await pass(60_000);
  expect(titles()).toEqual(['Dropped']);
  fireEvent.mouseLeave(region());
  await pass(5100);
  expect(titles()).toEqual([]);
});

test('each can be closed', async () => {
  await setUp({ title: 'First' }, { title: 'Second' });
  const [first] = screen.getAllByRole('dialog');
  fireEvent.click(within(first as HTMLElement).getByRole('button', { name: 'Close this message' }));
  await pass(50);
  expect(titles()).toEqual(['Second']);
});

test('one that comes after all others are gone shows as well', async () => {
  await setUp({ title: 'First' });
  await pass(5500);
  act(() => void notify(session, { title: 'Later' }));
  await pass(50);
  expect(titles()).toEqual(['Later']);
});
