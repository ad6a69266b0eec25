import { type FieldDefinition, type FieldProblem, fieldTypes } from '@kassa/contract';
import {
  buildDropdownField,
  buildNetworksField,
  buildPhoneField,
  buildTextField,
  buildUppercaseField,
} from '@kassa/test-kit';
import { renderHook } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { resolvePlayerLocale } from '../../i18n/player-locale.ts';
import { useText, type Words } from '../../i18n/text.ts';
import { TextProvider } from '../../i18n/text-provider.tsx';
import { messagesOf } from '../../testing/stage.tsx';
import { describeProblem, describeRefusedValue } from './describe-problem.ts';
import { sayWords } from './say-words.ts';

interface Method {
  name: string;
  fields?: FieldDefinition[];
}

const files = import.meta.glob<{ methods: Method[] }>('../../../../../catalog/methods/*.json', {
  eager: true,
  import: 'default',
});
const ofCatalogue = Object.values(files)
  .flatMap((file) => file.methods)
  .flatMap(({ fields = [] }) => fields)
  .filter(({ type }) => type !== 'amount');

/** The fields that the sandbox's provider and the stories ask for besides those of the catalogue. */
const asked: FieldDefinition[] = [
  ...['birthDate', 'branch', 'otp', 'payerAddress', 'receipt', 'senderName', 'smsCode', 'utr'],
  ...['documentNumber', 'pan'],
].map((name) => buildTextField({ name }));

const known = [...ofCatalogue, ...asked, buildNetworksField()];

const { result } = renderHook(useText, {
  wrapper: ({ children }) => (
    <TextProvider locale={resolvePlayerLocale('en')} messages={messagesOf('en')} onError={fail}>
      {children}
    </TextProvider>
  ),
});

function fail(message: string): never {
  throw new Error(message);
}

const say = (words: Words) => sayWords(words, 'Label', result.current, 'en');
const missing = (definition: FieldDefinition) =>
  say(describeProblem({ kind: 'missing' }, definition).words);
const refused = (definition: FieldDefinition) => say(describeRefusedValue('rule', definition));

/** The text of a rule that has none of its own. */
const broken = (definition: FieldDefinition) =>
  say(describeProblem({ kind: 'rule', rule: { regex: '^$' } }, definition).words);

describe('a known field', () => {
  test('has words of its own for a missing and for a wrong value', () => {
    expect(ofCatalogue.length).toBeGreaterThan(100);
    const general = known.filter((definition) =>
      [missing, broken, refused].some((tell) => tell(definition).includes('Label')),
    );
    expect([...new Set(general.map(({ name, type }) => `${name}: ${type}`))]).toEqual([]);
  });

  test('says what is expected', () => {
    const cpf = buildTextField({ name: 'numberId' });
    expect(missing(cpf)).toBe('Enter the 11 digits of your CPF');
    expect(refused(cpf)).toBe('A CPF has 11 digits');
    const phone = describeProblem({ kind: 'notAPhone' }, buildPhoneField());
    expect(say(phone.words)).toBe(
      'Enter the full phone number, such as \u2066+880\u00a01812\u2011345678\u2069',
    );
  });
});

const unknown: FieldDefinition[] = [
  buildTextField({ name: 'own' }),
  buildTextField({ name: 'own', category: 'number' }),
  buildTextField({ name: 'own', category: 'email' }),
  buildTextField({ name: 'own', category: 'name' }),
  buildTextField({ name: 'own', category: 'document' }),
  buildTextField({ name: 'own', category: 'card' }),
  buildUppercaseField({ name: 'own' }),
  buildDropdownField({ name: 'own' }),
  buildNetworksField({ name: 'own' }),
  buildPhoneField({ name: 'own' }),
  { type: 'amount', name: 'own' },
];

describe('a field that only an operator’s catalogue has', () => {
  test('is here in every type', () => {
    expect([...new Set(unknown.map(({ type }) => type))].sort()).toEqual(fieldTypes);
  });

  test('gets the words for what it takes, or its label', () => {
    expect(unknown.map((field) => [missing(field), broken(field)])).toEqual([
      ['Enter “Label”', 'Check “Label”: it doesn’t look right'],
      ['Enter “Label”', 'Check “Label”: it doesn’t look right'],
      [
        'Enter your e-mail address, such as name@example.org',
        'Enter an e-mail address, such as name@example.org',
      ],
      ['Enter the name as it stands on the account', 'Enter the name as the bank knows it'],
      ['Enter the number of your identity document', 'Enter 5 to 20 letters and digits'],
      ['Enter the number on your card', 'Enter the full card number, as it stands on the card'],
      ['Enter “Label”', 'Check “Label”: it doesn’t look right'],
      ['Choose “Label” from the list', 'Choose “Label” from the list'],
      ['Choose “Label” from the list', 'Choose “Label” from the list'],
      ['Enter your phone number', 'Enter a full phone number'],
      ['Enter an amount', 'This amount can’t be paid. Check it and try again.'],
    ]);
  });

  test.each<[FieldProblem, string]>([
    [{ kind: 'tooLong', maxLength: 128 }, 'Enter at most 128 characters'],
    [{ kind: 'notADate' }, 'Enter a full date: day, month and year'],
    [{ kind: 'notAPhone' }, 'Enter a full phone number'],
    [{ kind: 'checkDigit' }, 'Check “Label”: a digit seems to be wrong'],
    [
      { kind: 'rule', rule: { regex: '^1', message: { en: 'It begins with 1' } } },
      'It begins with 1',
    ],
    [
      { kind: 'rule', rule: { regex: '^1', regex_error_key: 'of.another.version' } },
      'Check “Label”: it doesn’t look right',
    ],
  ])('%j has its words', (problem, words) => {
    expect(say(describeProblem(problem, buildTextField({ name: 'own' })).words)).toBe(words);
  });
});

test('of a field with one rule the server’s rejection has the rule’s words', () => {
  const rule = (en: string) => ({ regex: '^1', message: { en } });
  const field = (...validations: ReturnType<typeof rule>[]) =>
    buildTextField({ name: 'own', validations });
  expect(refused(field(rule('It begins with 1')))).toBe('It begins with 1');
  expect(refused(field(rule('It begins with 1'), rule('Another')))).toBe(
    'Check “Label”: it doesn’t look right',
  );
});
