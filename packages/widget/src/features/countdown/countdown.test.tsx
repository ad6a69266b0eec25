import { act, render, screen } from '@testing-library/react';
import { type ReactNode, StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TextProvider } from '../../i18n/text-provider.tsx';
import { SessionContext } from '../../session/session.ts';
import { messagesOf, setStage } from '../../testing/stage.tsx';
import { Countdown } from './countdown.tsx';
import { secondsUntil, splitSeconds } from './remaining.ts';
import { useCountdown } from './use-countdown.ts';

const start = Date.parse('2026-11-21T12:00:00.250Z');
const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];

beforeEach(() => void vi.useFakeTimers({ now: start }));
afterEach(() => void vi.useRealTimers());

test.each([
  [start, 0],
  [start - 5, 0],
  [start + 1, 1],
  [start + second, 1],
  [start + second + 1, 2],
])('%i ends in %i s', (deadline, seconds) => {
  expect(secondsUntil(deadline, start)).toBe(seconds);
});

test.each([
  [0, [0, 0, 0, 0], true],
  [59, [0, 0, 0, 59], false],
  [60, [0, 0, 1, 0], false],
  [8049, [0, 2, 14, 9], false],
  [86_400, [1, 0, 0, 0], false],
  [2 * 86_400 - 1, [1, 23, 59, 59], false],
])('%i s are %j', (total, parts, isOver) => {
  const { days, hours, minutes, seconds, ...rest } = splitSeconds(total);
  expect([days, hours, minutes, seconds]).toEqual(parts);
  expect(rest).toEqual({ totalSeconds: total, isOver });
});

/** Renders within a session of a language. */
function show(node: ReactNode, tag: 'en' | 'ar' | 'ru' = 'en') {
  const { session } = setStage({ locale: tag }).started;
  return render(
    <TextProvider locale={session.locale} messages={messagesOf(tag)} onError={() => {}}>
      <SessionContext value={session}>{node}</SessionContext>
    </TextProvider>,
  );
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const seen = () => screen.getByRole('timer').querySelector('[aria-hidden]')?.textContent;
const announced = () => screen.getByRole('timer').lastChild?.textContent;

describe('a countdown', () => {
  test('shows hours, minutes and seconds, updated each second', async () => {
    show(<Countdown deadlineMs={start + 2 * hour + 14 * minute + 9 * second} />);
    expect(seen()).toBe('02:14:09');
    await pass(second);
    expect(seen()).toBe('02:14:08');
    await pass(9 * second);
    expect(seen()).toBe('02:13:59');
  });

  test.each([
    ['en', '3 days 04:00:00', '3 days 4 hours 0 minutes'],
    ['ru', '3 дня 04:00:00', '3 дня 4 часа 0 минут'],
    ['ar', '3 أيام 04:00:00', '3 أيام و4 ساعات و0 دقيقة'],
  ] as const)('shows days as text (%s), and minutes to a screen reader', (tag, words, spoken) => {
    show(<Countdown deadlineMs={start + 3 * day + 4 * hour} />, tag);
    expect(seen()).toBe(words);
    expect(announced()).toBe(spoken);
  });

  test('changes for a screen reader only once a minute', async () => {
    show(<Countdown deadlineMs={start + 2 * minute + second} />);
    expect(announced()).toBe('2 minutes');
    await pass(second);
    expect(announced()).toBe('2 minutes');
    await pass(second);
    expect(announced()).toBe('1 minute');
    await pass(minute);
    expect(announced()).toBe('less than a minute');
  });

  test('ends once, at zero and not before, also where React renders twice', async () => {
    const onExpire = vi.fn();
    show(
      <StrictMode>
        <Countdown deadlineMs={start + 2 * second} onExpire={onExpire} />
      </StrictMode>,
    );
    await pass(2 * second - 1);
    expect(seen()).toBe('00:01');
    expect(onExpire).not.toHaveBeenCalled();
    await pass(1);
    expect(seen()).toBe('00:00');
    await pass(minute);
    expect(onExpire).toHaveBeenCalledTimes(1);
  });

  test('ends at once where its time has passed', () => {
    const onExpire = vi.fn();
    show(<Countdown deadlineMs={start - day} onExpire={onExpire} />);
    expect(seen()).toBe('00:00');
    expect(onExpire).toHaveBeenCalledTimes(1);
  });

  test('ends again after its deadline was moved', async () => {
    const onExpire = vi.fn();
    const Probe = ({ deadlineMs }: { deadlineMs: number }) => (
      <output>{useCountdown(deadlineMs, onExpire).totalSeconds}</output>
    );
    const { rerender } = show(<Probe deadlineMs={start + second} />);
    await pass(second);
    rerender(<Probe deadlineMs={start + 3 * second} />);
    expect(screen.getByRole('status').textContent).toBe('2');
    await pass(2 * second);
    expect(onExpire).toHaveBeenCalledTimes(2);
  });

  test('of a hidden page catches up when the page shows again', async () => {
    const onExpire = vi.fn();
    show(<Countdown deadlineMs={start + 30 * second} onExpire={onExpire} />);
    // Timers stand still while the page is hidden.
    vi.setSystemTime(start + hour);
    expect(seen()).toBe('00:30');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(seen()).toBe('00:00');
    expect(onExpire).toHaveBeenCalledTimes(1);
  });

  test('shares one timer with all others, and leaves none behind', async () => {
    const deadlines = [10_000, 20_300, 30_700].map((ms) => start + ms);
    const { unmount } = show(
      deadlines.map((deadline) => <Countdown key={deadline} deadlineMs={deadline} />),
    );
    await pass(15 * second);
    const shown = screen.getAllByRole('timer').map((timer) => timer.firstChild?.textContent);
    expect(shown).toEqual(['00:00', '00:06', '00:16']);
    const running = vi.getTimerCount();
    unmount();
    expect(vi.getTimerCount()).toBe(running - 1);
  });
});
