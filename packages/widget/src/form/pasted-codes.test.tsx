import { type FieldDefinition, validateField } from '@kassa/contract';
import { cleanup, fireEvent, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { TextDefinition } from '../fields/shared/typed-text.tsx';
import { validateValue } from '../fields/shared/validate-value.ts';
import { field as text } from '../fields/text/field.ts';
import { field as textUppercase } from '../fields/text-uppercase/field.ts';
import { showField, theBox } from '../testing/show-field.tsx';

interface Method {
  name: string;
  fields?: FieldDefinition[];
}

const files = import.meta.glob<{ methods: Method[] }>('../../../../catalog/methods/*.json', {
  eager: true,
  import: 'default',
});

/** The numbers of each kind that a field may ask for; others are digits of a length. */
const examples = `
  AE070331234567890123456 AZ21NABZ00000000137010001944 BY13NBRB3600900000002Z00AB00
  CH9300762011623852957 CZ6508000000192000145399 DE89370400440532013000 DK5000400440116243
  EG380019000500000000263180002 GE29NB0000000101904917 HU42117730161111101800000000
  KZ86125KZT5004100100 MD24AG000225100013104168 NO9386011117947 PK36SCBL0000001123456702
  PL61109010140000071219812874 RO49AAAA1B31007593840000 SA0380000000608010167519
  SE4550000000058398257466 TR330006100519786457841326 UA213223130000026007233566001
  032180000118359719 2850590940090418135201 01124100019000658270 52998224725 123456785
  SBIN0000001 410012345678901 ABCDE12345
`
  .trim()
  .split(/\s+/)
  .concat(
    Array.from({ length: 30 }, (_, length) => '123456789012345678901234567890'.slice(length)),
  );

const isRight = (definition: FieldDefinition, value: string) =>
  validateField(definition, value) === null;

const isCode = ({ type, category = 'text', ...rest }: FieldDefinition) =>
  (type === 'text' || type === 'text_uppercase') &&
  // Accounts that aren't numbers, such as addresses, have a form of their own.
  !(type === 'text' && category === 'account') &&
  (('mask' in rest && rest.mask !== 'Date') ||
    ['number', 'account', 'card', 'document'].includes(category));

/** Every number or code that the catalogue asks for, with a right one. */
const codes = [
  ...new Map(
    Object.values(files)
      .flatMap(({ methods }) => methods.flatMap(({ fields = [] }) => fields))
      .filter(isCode)
      .map((field) => ({
        definition: field as TextDefinition,
        code: examples.find((example) => isRight(field, example)) ?? '',
      }))
      .map(({ definition, code }) => {
        const { name, mask, validations } = definition;
        return [JSON.stringify([name, mask, validations]), { name, mask, code, definition }];
      }),
  ).values(),
];

const normalize = (definition: TextDefinition, typed: string) =>
  definition.type === 'text'
    ? text.normalize(typed, definition)
    : textUppercase.normalize(typed, definition);

const isSent = (definition: TextDefinition, value: string) =>
  validateValue(value, definition, { method: {} } as Parameters<typeof validateValue>[2]) === null;

const grouped = (code: string, mark: string) => code.replace(/(.{4})(?=.)/g, `$1${mark}`);

test('the catalogue asks for codes of many forms, and the examples have one for each', () => {
  expect(codes.length).toBeGreaterThan(40);
  expect(codes.filter(({ code }) => code === '')).toEqual([]);
});

describe.each(codes)('the $name $code, pasted', ({ code, definition }) => {
  const isLettered = /[A-Z]/.test(code);
  test.each([' ', '\u00a0', '\u202f', '\u2009', '\u3000', '\u2060', '\u061c', '\ufeff', '\u00ad'])(
    'with spaces %j is the same',
    (mark) => {
      expect(normalize(definition, grouped(code, mark))).toBe(code);
    },
  );

  test.each(['-', '\u2011', '\u2013'])('with dashes %s is the same, or wrong', (mark) => {
    const value = normalize(definition, grouped(code, mark));
    expect(value === code || !isSent(definition, value)).toBe(true);
  });

  test.each([
    'IBAN ',
    'IBAN: ',
    'CLABE ',
    'Acc. no. ',
    'N\u00famero\u00a0de cuenta: ',
    '\u53e3\u5ea7\u756a\u53f7\uff1a',
  ])('behind %s is the same', (label) => {
    expect(normalize(definition, `${label}${grouped(code, ' ')}`)).toBe(code);
  });

  test('with a character too many or a foreign one is sent whole or not at all', () => {
    const wrong = [
      `${code}1`,
      `${code}${'9'.repeat(30)}`,
      ...['\ufb01', '\u0131', '\u00df', '\u212a', '\uff21', '\u00b2', '*', 'O'].flatMap(
        (letter) => [
          `${letter}${code}`,
          `${code.slice(0, 3)}${letter}${code.slice(3)}`,
          `${code}${letter}`,
        ],
      ),
      `${code} or ${code}`,
      `${code}${' '.repeat(200)}7`,
    ];
    for (const pasted of wrong) {
      const value = normalize(definition, pasted);
      const whole = pasted.replace(/\s/g, '');
      if (isSent(definition, value)) expect(value).toBe(isLettered ? whole.toUpperCase() : whole);
    }
  });
});

const masks = [...new Map(codes.map((one) => [one.mask, one])).values()].filter(
  ({ mask }) => mask !== undefined,
);

describe.each(masks)('under the mask $mask', ({ code, definition }) => {
  const show = async (value = '') => {
    cleanup();
    const own = { ...definition, showsCardIssuer: false, placeholder: { en: 'Field' } };
    const shown =
      own.type === 'text'
        ? showField(text, own, { value })
        : showField(textUppercase, own, { value });
    await waitFor(() => expect(theBox().readOnly).toBe(false));
    return shown;
  };

  test.each([['\u00a0'], [' '], ['\u200b']])('%j groups a code that is pasted', async (mark) => {
    const { user, values } = await show();
    await user.click(theBox());
    await user.paste(`IBAN: ${grouped(code, mark)}`);
    expect(values.at(-1)).toBe(code);
    expect(theBox().value.replace(/[\s.-]/g, '')).toBe(code);
  });

  test('a text that does not fit stays whole, is wrong, and can be corrected', async () => {
    const long = `${code}${'9'.repeat(30)}`;
    const { user, values, leave } = await show();
    await user.click(theBox());
    await user.paste(long);
    expect(theBox().value).toBe(long);
    await leave();
    expect(theBox().value).toBe(long);
    expect(theBox().getAttribute('aria-invalid')).toBe('true');
    await user.clear(theBox());
    await user.paste(grouped(code, '\u00a0'));
    expect(values.at(-1)).toBe(code);
    await leave();
    expect(theBox().value.replace(/[\s.-]/g, '')).toBe(code);
    expect(theBox().getAttribute('aria-invalid')).toBeNull();
  });

  test('a foreign letter in the middle stays visible', async () => {
    const pasted = `${code.slice(0, 2)}\ufb01${code.slice(2)}`;
    const { user, leave } = await show();
    await user.click(theBox());
    await user.paste(pasted);
    await leave();
    expect(theBox().value.replace(/[\s.-]/g, '')).toBe(pasted);
    expect(theBox().getAttribute('aria-invalid')).toBe('true');
  });

  test('a saved value that does not fit is not cut', async () => {
    await show(`${code}${'9'.repeat(30)}`);
    expect(theBox().value).toBe(`${code}${'9'.repeat(30)}`);
  });
});

describe('a masked number', () => {
  const sortCode: TextDefinition = {
    type: 'text',
    name: 'sortCode',
    placeholder: { en: 'Field' },
    mask: '00-00-00',
  };
  const show = async (value = '') => {
    const shown = showField(text, sortCode, { value });
    await waitFor(() => expect(theBox().readOnly).toBe(false));
    return shown;
  };
  /** As a browser or a program fills a field in, or a keyboard puts a word in. */
  const fill = (value: string, event = new Event('input', { bubbles: true })) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
      theBox(),
      value,
    );
    fireEvent(theBox(), event);
  };

  test('that is filled in is read whole', async () => {
    const { values } = await show();
    fill('12\u00a034\u00a056');
    expect(theBox().value).toBe('12-34-56');
    expect(values.at(-1)).toBe('123456');
    fill('12345678');
    expect(theBox().value).toBe('12345678');
    expect(values.at(-1)).toBe('12345678');
  });

  test('without a rule is wrong if the mask doesn’t take it', async () => {
    const { user, leave } = await show();
    await user.click(theBox());
    await user.paste('12345678');
    await leave();
    expect(theBox().getAttribute('aria-invalid')).toBe('true');
  });

  test('that a keyboard puts in at once, or composes, is read whole', async () => {
    const { values } = await show();
    fill(
      '12345678',
      new InputEvent('input', { bubbles: true, inputType: 'insertText', data: '12345678' }),
    );
    expect(values.at(-1)).toBe('12345678');
    const composed = new InputEvent('input', { bubbles: true });
    Object.defineProperty(composed, 'isComposing', { value: true });
    fill('12 34 56', composed);
    fireEvent.compositionEnd(theBox());
    expect(theBox().value).toBe('12-34-56');
    expect(values.at(-1)).toBe('123456');
  });

  test('keeps the caret behind what is pasted into its middle', async () => {
    const { user, values } = await show('1256');
    await user.click(theBox());
    theBox().setSelectionRange(2, 2);
    await user.paste('3 4');
    expect(theBox().value).toBe('12-34-56');
    expect(theBox().selectionStart).toBe('12-34'.length);
    expect(values.at(-1)).toBe('123456');
  });
});

test.each([
  // It may be a part of the number.
  ['Acc 123456789', 'Acc 123456789'],
  ['ACC123456789', 'ACC123456789'],
  ['Acc. no. 1234-5678-9', '123456789'],
  ['Sort code 12 Account 123456789', 'SORTCODE12ACCOUNT123456789'],
])('the account of letters and digits %s is %s', (typed, value) => {
  const definition: TextDefinition = {
    type: 'text',
    name: 'account',
    category: 'number',
    validations: [{ regex: '^[0-9A-Za-z]{9,20}$' }],
  };
  expect(text.normalize(typed, definition)).toBe(value);
});

test('a word before an address may name another chain, and stays', () => {
  const definition: TextDefinition = {
    type: 'text',
    name: 'address',
    category: 'account',
    validations: [{ regex: '^0x[0-9a-f]{8}$' }],
  };
  expect(text.normalize('BSC: 0x12345678', definition)).toBe('BSC:0x12345678');
});
