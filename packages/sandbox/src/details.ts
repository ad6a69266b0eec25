/** Details that the provider may request in addition: the code that it sent, or identity data. */
const askable = {
  smsCode: { name: 'smsCode', kind: 'code' },
  birthDate: { name: 'birthDate', kind: 'date' },
  documentNumber: { name: 'documentNumber', kind: 'document' },
} as const;

export type AskedDetail = (typeof askable)[keyof typeof askable];

type Behaviour = { endsWith: string } & (
  | { refuses: string }
  | { asksFor: readonly (keyof typeof askable)[] }
);

/** The effects of details: the ending of a value determines them, whatever its name. */
const behaviours: readonly Behaviour[] = [
  { endsWith: '0000', refuses: 'This account can’t be paid from. Check it, or use another one.' },
  { endsWith: '1111', asksFor: ['smsCode'] },
  { endsWith: '2222', asksFor: ['birthDate', 'documentNumber'] },
];

export type Details = Readonly<Record<string, string>>;

/** The provider's result for a payment's details. */
export type DetailsResult =
  | { kind: 'refused'; message: string }
  /** `missing` is empty if the details are complete. */
  | { kind: 'taken'; missing: AskedDetail[] };

/**
 * Validates all the details of a payment, including those given later.
 * @param isCodeAsked - whether the payment needs a code whatever its details are
 */
export function validateDetails(details: Details, isCodeAsked = false): DetailsResult {
  const missing = new Set<AskedDetail>();
  if (isCodeAsked && !Object.hasOwn(details, 'smsCode')) missing.add(askable.smsCode);
  for (const behaviour of behaviours) {
    if (!Object.values(details).some((value) => value.endsWith(behaviour.endsWith))) continue;
    if ('refuses' in behaviour) return { kind: 'refused', message: behaviour.refuses };
    const asked = behaviour.asksFor.filter((name) => !Object.hasOwn(details, name));
    for (const name of asked) missing.add(askable[name]);
  }
  return { kind: 'taken', missing: [...missing] };
}
