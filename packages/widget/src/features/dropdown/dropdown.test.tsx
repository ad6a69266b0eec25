import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { resolvePlayerLocale } from '../../i18n/player-locale.ts';
import { TextProvider } from '../../i18n/text-provider.tsx';
import { layOutLists } from '../../testing/lay-out.ts';
import { messagesOf } from '../../testing/stage.tsx';
import { watchPresses } from '../../ui/presses.ts';
import { Dropdown } from './dropdown.tsx';

layOutLists();

function Bank({ count, onBlur }: { count: number; onBlur?: () => void }) {
  const [value, setValue] = useState('');
  const choices = Array.from({ length: count }, (_, index) => ({
    value: `b${index + 1}`,
    text: `Bank ${index + 1}`,
  }));
  return (
    <>
      <label htmlFor="bank">Bank</label>
      <Dropdown
        id="bank"
        label="Bank"
        choices={choices}
        value={value}
        onChange={setValue}
        {...(onBlur && { onBlur })}
      />
      <output>{value}</output>
      <button type="button">Elsewhere</button>
    </>
  );
}

function showAtOnce(count: number, onBlur?: () => void) {
  const locale = resolvePlayerLocale('en');
  render(
    <TextProvider locale={locale} messages={messagesOf(locale.tag)} onError={console.error}>
      <Bank count={count} {...(onBlur && { onBlur })} />
    </TextProvider>,
  );
  return userEvent.setup();
}

/** Renders a dropdown and waits for its list's code. */
async function show(count: number, onBlur?: () => void) {
  const user = showAtOnce(count, onBlur);
  await waitFor(() => expect(theBox().getAttribute('aria-busy')).toBeNull());
  return user;
}

const theBox = () => screen.getByRole('combobox', { name: 'Bank' });
const theSearch = () => screen.findByRole('combobox', { name: 'Search' });
const options = () => screen.getAllByRole('option');
const chosen = () => screen.getByRole('status').textContent;

// These three tests come first: they need the first dropdown of each kind.
test('leaving a box before its list is loaded calls onBlur', () => {
  const onBlur = vi.fn();
  showAtOnce(6, onBlur);
  act(() => theBox().focus());
  expect(onBlur).not.toHaveBeenCalled();
  act(() => screen.getByRole('button', { name: 'Elsewhere' }).focus());
  expect(theBox().getAttribute('aria-busy')).toBe('true');
  expect(onBlur).toHaveBeenCalledOnce();
});

test('the box keeps a focus from before the list was loaded', async () => {
  showAtOnce(6);
  const early = theBox();
  expect(early.getAttribute('aria-busy')).toBe('true');
  // Without a wait, during which the list might load.
  act(() => early.focus());
  expect(document.activeElement).toBe(early);
  await waitFor(() => expect(theBox()).not.toBe(early));
  await waitFor(() => expect(document.activeElement).toBe(theBox()));
});

test('a list that loads during a press on its box waits for the click', async () => {
  onTestFinished(watchPresses(window));
  showAtOnce(5);
  const box = theBox();
  // Without a wait, during which the list might load.
  fireEvent.pointerDown(box);
  fireEvent.mouseDown(box);
  await act(() => vi.dynamicImportSettled());
  expect(theBox()).toBe(box);
  fireEvent.pointerUp(box);
  fireEvent.mouseUp(box);
  fireEvent.click(box);
  expect(await screen.findAllByRole('option')).toHaveLength(5);
});

test.each([5, 6])('one of %i choices is chosen by a press', async (count) => {
  const user = await show(count);
  expect(theBox().textContent).toBe('Choose');
  await user.click(theBox());
  await user.click(await screen.findByRole('option', { name: 'Bank 3' }));
  expect(chosen()).toBe('b3');
  expect(theBox().textContent).toBe('Bank 3');
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
});

test('five choices have no search field', async () => {
  const user = await show(5);
  await user.click(theBox());
  expect(await screen.findAllByRole('option')).toHaveLength(5);
  expect(screen.queryByRole('combobox', { name: 'Search' })).toBeNull();
});

test('a few choices are chosen by keyboard', async () => {
  const user = await show(5);
  await user.tab();
  expect(document.activeElement).toBe(theBox());
  await user.keyboard('{ArrowDown}');
  await screen.findAllByRole('option');
  await user.keyboard('{ArrowDown}{Enter}');
  expect(chosen()).not.toBe('');
  await waitFor(() => expect(document.activeElement).toBe(theBox()));
});

test('the magnifier stands in the line of the search', async () => {
  const user = await show(6);
  await user.click(theBox());
  const line = (await theSearch()).parentElement;
  expect(line?.className).toBe('label');
  expect(line?.querySelector('svg')).toBeTruthy();
});

test('many choices are searched and chosen by keyboard', async () => {
  const user = await show(1000);
  await user.tab();
  await user.keyboard('{ArrowDown}');
  const search = await theSearch();
  await waitFor(() => expect(document.activeElement).toBe(search));
  await user.keyboard('k 99');
  await waitFor(() => expect(options()[0]?.textContent).toBe('Bank 99'));
  expect(options()).toHaveLength(11);
  expect(options()[0]?.getAttribute('aria-setsize')).toBe('11');
  await user.keyboard('{ArrowDown}{Enter}');
  expect(chosen()).toBe('b990');
  await waitFor(() => expect(document.activeElement).toBe(theBox()));
});

test('of a thousand choices only those in view are in the document', async () => {
  const user = await show(1000);
  await user.click(theBox());
  await screen.findAllByRole('option');
  expect(options().length).toBeLessThan(40);
  expect(options()[0]?.getAttribute('aria-setsize')).toBe('1000');
});

test('a search without results shows a text', async () => {
  const user = await show(6);
  await user.click(theBox());
  await user.type(await theSearch(), 'zzz');
  expect(await screen.findByText('Nothing found')).toBeTruthy();
  expect(screen.queryAllByRole('option')).toEqual([]);
});

test('Escape closes the list and clears the search, and chooses nothing', async () => {
  const user = await show(6);
  await user.click(theBox());
  await user.type(await theSearch(), '3');
  await waitFor(() => expect(options()).toHaveLength(1));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
  expect(chosen()).toBe('');
  await user.click(theBox());
  expect(await screen.findAllByRole('option')).toHaveLength(6);
});

test('on a phone the sheet has a title and a close button', async () => {
  Object.assign(window, { innerWidth: 360 });
  onTestFinished(() => {
    Object.assign(window, { innerWidth: 1024 });
  });
  const user = await show(6);
  await user.click(theBox());
  const sheet = await screen.findByRole('dialog', { name: 'Bank' });
  await user.click(within(sheet).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test.each([5, 6])('a list of %i stays open where its press ends beside the box', async (count) => {
  const user = await show(count);
  // The list takes the focus while the button is down, and the host's page scrolls to it.
  await user.pointer({ keys: '[MouseLeft>]', target: theBox() });
  await screen.findAllByRole('option');
  const beside = { target: document.body, coords: { clientX: 300, clientY: 300 } };
  await user.pointer({ keys: '[/MouseLeft]', ...beside });
  fireEvent.click(document.body);
  expect(await screen.findAllByRole('option')).toHaveLength(count);
  expect(screen.getByRole('listbox')).toBeTruthy();
  await user.pointer({ keys: '[MouseLeft]', ...beside });
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
});

test('box and list count as one focus', async () => {
  const onBlur = vi.fn();
  const user = await show(6, onBlur);
  await user.click(theBox());
  await user.click(await screen.findByRole('option', { name: 'Bank 2' }));
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
  expect(onBlur).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
  expect(onBlur).toHaveBeenCalledTimes(1);
});

test.each([5, 6])(
  '%i choices add no style sheet, which the page’s policy would refuse',
  async (count) => {
    const before = document.querySelectorAll('style').length;
    const user = await show(count);
    await user.click(theBox());
    await screen.findAllByRole('option');
    expect(document.querySelectorAll('style')).toHaveLength(before);
  },
);
