import { describe, expect, test } from 'vitest';
import { readProofType } from './proof-types.ts';

const read = (text: string) => readProofType(Uint8Array.from(text, (one) => one.charCodeAt(0)));

const box = (...brands: string[]) =>
  `\0\0\0${String.fromCharCode(8 + 4 * brands.length)}ftyp${brands.join('')}`;
const noVersion = '\0\0\0\0';

describe('a picture', () => {
  test.each([
    ['image/jpeg', '\xff\xd8\xff\xe0'],
    ['image/png', '\x89PNG\r\n\x1a\n'],
    ['image/webp', 'RIFF\0\0\0\0WEBP'],
    ['image/avif', box('avif', noVersion, 'mif1')],
    ['image/avif', box('mif1', noVersion, 'miaf', 'avif')],
    ['image/avif', box('avis', noVersion)],
    ['image/heic', box('heic', noVersion, 'mif1')],
    ['image/heic', box('heix', noVersion)],
    ['image/heic', box('mif1', noVersion, 'heic')],
    ['image/heic', box('msf1', noVersion, 'hevc')],
    // The first one that tells counts.
    ['image/avif', box('avif', noVersion, 'heic')],
  ])('of type %s is known: %j', (type, head) => {
    for (const tail of ['', 'more', '%PDF-1.7']) {
      expect(read(head + tail)).toEqual({ type, start: 0 });
    }
  });

  test.each([
    ['a film', box('isom', noVersion, 'heic')],
    ['a film of a phone', box('qt  ', noVersion)],
    ['another coding', box('mif1', noVersion, 'jpeg')],
    ['a brand outside of the box', `${box('mif1', noVersion)}heic`],
  ])('of %s is none', (_, head) => {
    expect(read(head)).toBeNull();
  });
});

const mail =
  'Content-Type: application/pdf;\r\n name="receipt.pdf"\r\nX-Mailer: <bank@example.com>\r\n\r\n';

describe('a document', () => {
  test.each([
    ['nothing', ''],
    ['a byte order mark', '\xef\xbb\xbf'],
    ['a byte order mark and a blank line', '\xef\xbb\xbf\r\n'],
    ['blank lines', '\n\n  \n\t'],
    ['line ends of old computers', '\r\r'],
    ['the header of a mail', mail],
    ['a part of a mail', `--part_1\r\n${mail}`],
    ['as much as may be', '\n'.repeat(1019)],
  ])('behind %s starts there', (_, before) => {
    expect(read(`${before}%PDF-1.7\n`)).toEqual({ type: 'application/pdf', start: before.length });
  });

  test.each([
    ['more than may be', '\n'.repeat(1020)],
    ['a page', '<html><script>alert(1)</script>\n'],
    ['a page after a space', ' <html>\n'],
    ['a page after a mark and blank lines', '\xef\xbb\xbf\n\n<!doctype html>\n'],
    ['a page after a field', 'To: ada\n<html>\n'],
    ['a script', '#!/bin/sh\n'],
    ['a script that reads as a field and code', 'a: 1\nalert(1);\n'],
    ['an archive', 'PK\x03\x04\n'],
    ['a GIF', 'GIF89a\n'],
    ['a program', 'MZ\x90\0\n'],
    ['a film', `${box('isom', noVersion)}\n`],
    ['other bytes', '\0\n'],
    ['another mark', '\xff\xfe'],
    ['words on its line', 'Subject: '],
    ['words', 'a receipt\n'],
  ])('behind %s is none', (_, before) => {
    expect(read(`${before}%PDF-1.7\n`)).toBeNull();
  });
});

test('nothing has no type', () => {
  expect(read('')).toBeNull();
});
