import { readFileSync } from 'node:fs';
import path from 'node:path';
import { hostDataSchema, hostToWidgetSchema } from '@kassa/contract';
import { describe, expect, it } from 'vitest';
import { widgetMessageTypes } from '../src/index.ts';

const hostMessageTypes: (string | undefined)[] = hostToWidgetSchema._zod.def.options.map(
  (option) => option.shape.messageType.def.values[0],
);

describe.each(['KassaCashier.kt', 'KassaCashier.swift'])('%s', (name) => {
  const source = readFileSync(path.join(import.meta.dirname, name), 'utf8');
  const readme = readFileSync(path.join(import.meta.dirname, 'README.md'), 'utf8');

  it('is short enough to paste', () => {
    expect(source.trimEnd().split('\n').length).toBeLessThan(120);
  });

  it('uses the message types of the contract', () => {
    const heard = [...source.matchAll(/"(tokenExpired|on[A-Z]\w+)"/g)].map(([, type]) => type);
    expect(new Set(heard)).toEqual(
      new Set(['tokenExpired', 'onCopyToBuffer', 'onShare', 'onClose']),
    );
    expect(widgetMessageTypes).toEqual(expect.arrayContaining(heard));
    const said = [...source.matchAll(/send\("([^"]+)"|`([a-z-]+)`/g)].map(
      ([, one, two]) => one ?? two,
    );
    expect(said).toContain('token-updated');
    for (const type of said.filter((word) => word?.includes('-')))
      expect(hostMessageTypes).toContain(type);
    expect(source).toContain('window.__kassaHostData');
    expect(source).toContain('location.origin)');
    expect(source).toMatch(name.endsWith('kt') ? /"KassaAndroid"/ : /name: "kassa"/);
  });

  it('escapes JSON for a script', () => {
    for (const escaped of ['\\\\u003c', '\\\\u2028', '\\\\u2029'])
      expect(source).toContain(escaped);
  });

  it('writes no logs', () => {
    expect(source).not.toMatch(/\b(Log\.|println|print\(|NSLog|os_log|Logger)/);
  });

  it('uses valid host data in its example', () => {
    const names = [...readme.matchAll(/(?:put\(|[[ ])"(\w+)"[:,] (?:token|"|true)/g)].map(
      ([, field]) => field,
    );
    expect(names).toContain('paymentGeo');
    for (const field of names) expect(Object.keys(hostDataSchema.shape)).toContain(field);
  });
});
