import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Tooltip } from './tooltip.tsx';

const words = 'Rounded to the step of the bank';

function setUp(props: { isName?: boolean; isHeld?: boolean } = {}) {
  const onClick = vi.fn();
  render(
    <>
      <Tooltip words={words} {...props}>
        {(trigger) => (
          <button type="button" onClick={onClick} {...trigger}>
            Why?
          </button>
        )}
      </Tooltip>
      <p>Elsewhere</p>
    </>,
  );
  const shown = () => screen.findByRole('tooltip');
  const expectGone = () => waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
  return {
    onClick,
    shown,
    expectGone,
    trigger: screen.getByRole('button'),
    user: userEvent.setup(),
  };
}

test('it shows while the pointer is on its trigger, or on itself', async () => {
  const { user, trigger, shown, expectGone } = setUp();
  expect(screen.queryByRole('tooltip')).toBeNull();
  await user.hover(trigger);
  expect((await shown()).textContent).toBe(words);
  await user.hover(await shown());
  await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
  expect((await shown()).textContent).toBe(words);
  await user.hover(screen.getByText('Elsewhere'));
  await expectGone();
});

test('it shows on keyboard focus, and Escape dismisses it', async () => {
  const { user, trigger, shown, expectGone } = setUp();
  await user.tab();
  expect(document.activeElement).toBe(trigger);
  await shown();
  await user.keyboard('{Escape}');
  await expectGone();
  expect(document.activeElement).toBe(trigger);
});

test('it goes when the focus goes', async () => {
  const { user, shown, expectGone } = setUp();
  await user.tab();
  await shown();
  await user.tab();
  await expectGone();
});

const tap = (element: Element) => {
  const touches = [{ identifier: 1, target: element, clientX: 5, clientY: 5 }];
  fireEvent.pointerDown(element, { pointerType: 'touch' });
  fireEvent.touchStart(element, { touches });
  fireEvent.pointerUp(element, { pointerType: 'touch' });
  fireEvent.touchEnd(element, { changedTouches: touches });
  fireEvent.mouseDown(element);
  fireEvent.click(element);
};

test('a tap shows it, another one on the trigger or beside it hides it', async () => {
  const { trigger, shown, expectGone } = setUp();
  tap(trigger);
  await shown();
  tap(trigger);
  await expectGone();
  tap(trigger);
  await shown();
  tap(screen.getByText('Elsewhere'));
  await expectGone();
});

test('its words describe the trigger, shown or not', () => {
  const { trigger } = setUp();
  const id = trigger.getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(id)?.textContent).toBe(words);
});

test('one that is the trigger’s name describes nothing, and leaves taps to the trigger', async () => {
  const { trigger, user, shown, onClick } = setUp({ isName: true });
  expect(trigger.getAttribute('aria-describedby')).toBeNull();
  tap(trigger);
  expect(onClick).toHaveBeenCalledOnce();
  expect(screen.queryByRole('tooltip')).toBeNull();
  await user.hover(trigger);
  await shown();
});

test('one that is held shows by itself', async () => {
  const { shown } = setUp({ isHeld: true });
  expect((await shown()).textContent).toBe(words);
});

test('16 px lie between it and its trigger (§9)', async () => {
  const { trigger, shown } = setUp({ isHeld: true });
  const rect = (top: number, height: number) => () =>
    DOMRect.fromRect({ x: 200, y: top, width: 40, height });
  trigger.getBoundingClientRect = rect(300, 44);
  const tooltip = await shown();
  const positioner = tooltip.parentElement as HTMLElement;
  Object.defineProperty(positioner, 'offsetHeight', { value: 30 });
  Object.defineProperty(positioner, 'offsetWidth', { value: 40 });
  positioner.getBoundingClientRect = rect(0, 30);
  act(() => void window.dispatchEvent(new Event('resize')));
  // Above the trigger's top, by the tooltip's own height and the offset.
  await waitFor(() => expect(positioner.style.transform).toMatch(/, 254px\)$/));
});
