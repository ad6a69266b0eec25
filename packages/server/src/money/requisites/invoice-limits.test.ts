import { describe, expect, test } from 'vitest';
import { ordinaryInvoices } from '../../brands/invoice-settings.ts';
import { refuseInvoice } from './invoice-limits.ts';

const now = new Date('2026-11-28T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const nothing = { open: 0, unpaid: 0, unpaidAt: null };

describe('a player', () => {
  test.each([
    [0, null],
    [2, null],
    [3, 'invoices.tooMany'],
    [40, 'invoices.tooMany'],
  ])('with %i open invoices gets another one, or not', (open, code) => {
    const refusal = refuseInvoice({ ...nothing, open }, ordinaryInvoices, now);
    expect(refusal?.code ?? null).toBe(code);
  });

  test.each([
    [2, 0, null],
    [3, 4.9, '2026-11-28T12:00:06.000Z'],
    [3, 5, null],
    [4, 0, '2026-11-28T12:10:00.000Z'],
    [5, 0, '2026-11-28T12:20:00.000Z'],
    [6, 0, '2026-11-28T12:40:00.000Z'],
    [7, 0, '2026-11-28T13:00:00.000Z'],
    [300, 0, '2026-11-28T13:00:00.000Z'],
    [300, 60, null],
  ])('who left %i unpaid, the last %d minutes ago, waits until %s', (unpaid, minutes, until) => {
    const standing = { ...nothing, unpaid, unpaidAt: minutesAgo(minutes) };
    const refusal = refuseInvoice(standing, ordinaryInvoices, now);
    expect(refusal).toEqual(until && { code: 'invoices.paused', params: { until } });
  });
});
