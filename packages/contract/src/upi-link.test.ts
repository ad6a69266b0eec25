import { describe, expect, test } from 'vitest';
import {
  isUpiLinkOf,
  isVpa,
  listUpiAppLinks,
  resolveUpiLink,
  type UpiInvoice,
  type UpiPayment,
  writeUpiLink,
} from './upi-link.ts';

const payment: UpiInvoice = {
  vpa: 'northline@okaxis',
  name: 'Northline Payments',
  amount: { amount: '1003', currency: 'INR' },
  reference: 'KS-7Q2M-41XK',
  askedReference: null,
};

describe('an address', () => {
  test.each(['northline@okaxis', 'a.b-c_9@ybl', 'N@X1'.replace('N', 'No'), '9876543210@paytm'])(
    '%s is valid',
    (text) => expect(isVpa(text)).toBe(true),
  );

  test.each([
    '',
    'northline',
    'a@okaxis',
    'two@at@bank',
    'name@mail.example',
    'name @bank',
    'name@9bank',
    'नाम@bank',
    'name@bank&am=1',
    ' name@bank',
    'name@bank\n',
    `${'n'.repeat(65)}@bank`,
  ])('%j isn’t', (text) => expect(isVpa(text)).toBe(false));
});

describe('a link', () => {
  test('has the payee, the reference twice, and the amount with two decimals', () => {
    expect(writeUpiLink(payment)).toBe(
      'upi://pay?pa=northline@okaxis&pn=Northline%20Payments&tr=KS7Q2M41XK&tn=KS-7Q2M-41XK&am=1003.00&cu=INR',
    );
  });

  test('names the address where the payee’s name is unknown or empty', () => {
    expect(writeUpiLink({ ...payment, name: null })).toContain('&pn=northline%40okaxis&');
    expect(writeUpiLink({ ...payment, name: ' \u0000 ' })).toContain('&pn=northline%40okaxis&');
  });

  test('has no plus for a space, and no half of a character', () => {
    const name = `a + b\n\ud800${'𝒜'.repeat(99)}`;
    const link = writeUpiLink({ ...payment, name }) ?? '';
    expect(link).toContain('&pn=a%20%2B%20b%20%F0%9D%92%9C');
    expect(new URL(link).searchParams.get('pn')).toHaveLength(6 + 2 * 93);
  });

  test('leaves out a reference that is too long, rather than a part of it', () => {
    const long = new URL(writeUpiLink({ ...payment, reference: 'r'.repeat(36) }) ?? '');
    expect([long.searchParams.get('tr'), long.searchParams.get('tn')]).toEqual([
      null,
      'r'.repeat(36),
    ]);
    const longer = new URL(writeUpiLink({ ...payment, reference: 'r'.repeat(51) }) ?? '');
    expect([longer.searchParams.get('tr'), longer.searchParams.get('tn')]).toEqual([null, null]);
    const unicode = new URL(writeUpiLink({ ...payment, reference: 'भुगतान' }) ?? '');
    expect([unicode.searchParams.get('tr'), unicode.searchParams.get('tn')]).toEqual([
      null,
      'भुगतान',
    ]);
  });

  test.each<[string, Partial<UpiPayment>]>([
    ['another currency', { amount: { amount: '10', currency: 'EUR' } }],
    ['a part of a paisa', { amount: { amount: '10.005', currency: 'INR' } }],
    ['nothing', { amount: { amount: '0', currency: 'INR' } }],
    ['less than nothing', { amount: { amount: '-1', currency: 'INR' } }],
    ['a payee without an address', { vpa: 'northline' }],
  ])('isn’t written for %s', (_, part) => {
    expect(writeUpiLink({ ...payment, ...part })).toBeNull();
    expect(resolveUpiLink({ ...payment, ...part }, ['upi://pay?pa=northline&am=10'])).toBeNull();
  });
});

describe('the provider’s link', () => {
  test.each([
    'upi://pay?pa=northline@okaxis&am=1003&cu=INR&sign=MEQ%2Bx',
    'upi://pay?am=1003.0&pa=Northline%40OKAXIS',
    'UPI://pay/?pa=northline@okaxis&am=1003.00&mam=1003',
  ])('%s is used, since it pays the same', (sent) => {
    expect(resolveUpiLink(payment, [null, 'https://provider.example', sent])).toBe(sent);
  });

  test.each([
    ['another payee', 'upi://pay?pa=thief@okaxis&am=1003.00'],
    ['another amount', 'upi://pay?pa=northline@okaxis&am=1003.01'],
    ['no amount', 'upi://pay?pa=northline@okaxis'],
    ['a smaller minimum', 'upi://pay?pa=northline@okaxis&am=1003&mam=1'],
    ['an empty minimum', 'upi://pay?pa=northline@okaxis&am=1003&mam='],
    ['a second payee', 'upi://pay?pa=northline@okaxis&am=1003&pa=thief@okaxis'],
    ['a second payee in capitals', 'upi://pay?pa=northline@okaxis&am=1003&PA=thief@okaxis'],
    ['another currency', 'upi://pay?pa=northline@okaxis&am=1003&cu=USD'],
    ['another act', 'upi://mandate?pa=northline@okaxis&am=1003'],
    ['another scheme', 'phonepe://pay?pa=northline@okaxis&am=1003'],
    ['a page', 'https://provider.example/pay?pa=northline@okaxis&am=1003'],
    [
      'an intent behind it',
      'upi://pay?pa=northline@okaxis&am=1003#Intent;package=thief;S.browser_fallback_url=https%3A%2F%2Fthief.example;end',
    ],
    ['an amount in another form', 'upi://pay?pa=northline@okaxis&am=1e3'],
    ['nothing to read', ''],
  ])('with %s gives way to ours', (_, sent) => {
    expect(isUpiLinkOf(sent, payment)).toBe(false);
    expect(resolveUpiLink(payment, [sent])).toBe(writeUpiLink(payment));
  });

  const asking = { ...payment, askedReference: payment.reference };
  const start = 'upi://pay?pa=northline@okaxis&am=1003';

  test.each([
    'tr=KS7Q2M41XK',
    'tr=ks-7q2m-41xk&tn=Payment',
    'tn=KS-7Q2M-41XK',
    'tr=991&tn=Order%20KS-7Q2M-41XK%2C%20Northline',
  ])('with %s carries the reference that the payee asks for', (part) => {
    expect(resolveUpiLink(asking, [`${start}&${part}`])).toBe(`${start}&${part}`);
  });

  test.each([
    'tr=991',
    'tr=991&tn=Payment',
    'tn=',
    'tr=KS7Q2M41XK9',
    'tn=KS-7Q2M-41XK9',
    'tn=7Q2M-41XK',
    'pn=KS-7Q2M-41XK',
    'tid=KS7Q2M41XK',
  ])('with %s gives way to ours, which carries it', (part) => {
    expect(isUpiLinkOf(`${start}&${part}`, asking)).toBe(false);
    expect(resolveUpiLink(asking, [`${start}&${part}`])).toBe(writeUpiLink(payment));
    expect(isUpiLinkOf(writeUpiLink(payment) ?? '', asking)).toBe(true);
  });

  test('gives way where nothing of the reference can be compared', () => {
    expect(isUpiLinkOf(`${start}&tn=--`, { ...payment, askedReference: '--' })).toBe(false);
  });
});

describe('the apps', () => {
  const link = writeUpiLink(payment) ?? '';
  const query = link.slice(link.indexOf('?'));
  const schemes = ['upi', 'gpay', 'phonepe', 'paytmmp', 'bhim', 'credpay', 'amazonpay'];
  const list = (options: Partial<Parameters<typeof listUpiAppLinks>[1]>, of = link) =>
    listUpiAppLinks(of, { device: 'ios', schemes, hasIntents: true, ...options });

  test('on iOS have links of their own schemes, as none lets the player choose', () => {
    expect(list({ device: 'ios' }).map(({ app, href }) => [app?.name, href])).toEqual([
      ['Google Pay', `gpay://upi/pay${query}`],
      ['PhonePe', `phonepe://pay${query}`],
      ['Paytm', `paytmmp://pay${query}`],
      ['BHIM', `bhim://pay${query}`],
      ['CRED', `credpay://upi/pay${query}`],
      ['Amazon Pay', `amazonpay://upi/pay${query}`],
    ]);
  });

  test('on Android come after the phone’s own choice, each as an intent for one package', () => {
    const [any, ...apps] = list({ device: 'android' });
    expect(any).toEqual({ app: null, href: link });
    expect(apps.map(({ app }) => app?.name)).toEqual([
      ...['Google Pay', 'PhonePe', 'Paytm', 'BHIM', 'CRED', 'Amazon Pay'],
    ]);
    for (const { href } of apps) {
      const [start, fragment = '', ...more] = href.split('#');
      expect(start).toBe(`intent://pay${query}`);
      expect(fragment).toMatch(/^Intent;scheme=upi;package=[A-Za-z][\w.]+;end$/);
      expect(more).toEqual([]);
    }
  });

  test('stand behind the phone’s own choice alone in a web view of Android', () => {
    expect(list({ device: 'android', hasIntents: false })).toEqual([{ app: null, href: link }]);
  });

  test('elsewhere are reached by the link itself', () => {
    expect(list({ device: 'other' })).toEqual([{ app: null, href: link }]);
  });

  test('have no link whose scheme the method doesn’t declare', () => {
    const some = list({ schemes: ['upi', 'phonepe'] });
    expect(some.map(({ app }) => app?.name)).toEqual(['PhonePe']);
    expect(list({ schemes: ['upi'] })).toEqual([{ app: null, href: link }]);
    for (const device of ['android', 'ios', 'other'] as const) {
      expect(list({ device, schemes: ['phonepe'] })).toEqual([]);
      expect(list({ device }, 'https://provider.example/?pa=northline@okaxis')).toEqual([]);
    }
  });
});
