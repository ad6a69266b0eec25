/** What a provider asks a player for by itself: the code that it sent them, or who they are. */
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

/** What the details of a payment bring about: a value is known by how it ends, whatever its name. */
const behaviours: readonly Behaviour[] = [
  { endsWith: '0000', refuses: 'This account can’t be paid from. Check it, or use another one.' },
  { endsWith: '1111', asksFor: ['smsCode'] },
  { endsWith: '2222', asksFor: ['birthDate', 'documentNumber'] },
];

export type Details = Readonly<Record<string, string>>;

/** What the provider says to a payment's details. */
export type DetailsVerdict =
  | { kind: 'refused'; message: string }
  /** Nothing is missing where the list is empty. */
  | { kind: 'taken'; missing: AskedDetail[] };

/** Judges all the details of a payment, those given later included. */
export function judgeDetails(details: Details): DetailsVerdict {
  const missing = new Set<AskedDetail>();
  for (const behaviour of behaviours) {
    if (!Object.values(details).some((value) => value.endsWith(behaviour.endsWith))) continue;
    if ('refuses' in behaviour) return { kind: 'refused', message: behaviour.refuses };
    const asked = behaviour.asksFor.filter((name) => !Object.hasOwn(details, name));
    for (const name of asked) missing.add(askable[name]);
  }
  return { kind: 'taken', missing: [...missing] };
}
