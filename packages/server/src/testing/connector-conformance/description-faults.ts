import {
  type Abilities,
  type ConnectorDescription,
  type ErrorName,
  type ProviderUnderTest,
  playerParts,
  tasks,
} from './description.ts';

type Description = ConnectorDescription<ProviderUnderTest>;

const entries: Record<keyof Description, true> = {
  name: true,
  factory: true,
  start: true,
  order: true,
  otherSteps: true,
  payoutOrder: true,
  enquiry: true,
  asking: true,
  preparing: true,
  offering: true,
  badSettings: true,
  errors: true,
  abilities: true,
};

const abilityNames: Record<keyof Abilities, true> = {
  isPaidRepeatedly: true,
  reversals: true,
  declineReasons: true,
  knowsMoneyAlone: true,
  cannotCancel: true,
  namesInstrument: true,
  payoutStatuses: true,
  refundStatuses: true,
  canVoid: true,
  hasIdempotencyKey: true,
  sentPlayerParts: true,
  requiredPlayerParts: true,
  isSignatureTimed: true,
};

const errorNames: Record<ErrorName, true> = {
  unavailable: true,
  rateLimited: true,
  rejected: true,
  declined: true,
  timeoutUnknown: true,
  malformed: true,
  misconfigured: true,
};

/**
 * Returns what the suite doesn't understand of a description, each in a sentence. The tests run
 * without the compiler: a misspelled ability would otherwise go untested.
 */
export function findDescriptionFaults(
  description: Pick<Description, 'payoutOrder' | 'enquiry' | 'offering' | 'abilities'> & {
    errors: Record<string, readonly { by: string; tasks: readonly string[] }[]>;
  },
): string[] {
  const { abilities, enquiry, errors, offering, payoutOrder } = description;
  const {
    refundStatuses = [],
    canVoid,
    sentPlayerParts = [],
    requiredPlayerParts = [],
  } = abilities;
  const hasRefunds = refundStatuses.length > 0;
  const faults = [
    ...findUnknown('entry of the description', Object.keys(description), Object.keys(entries)),
    ...findUnknown('ability', Object.keys(abilities), Object.keys(abilityNames)),
    ...findUnknown('error', Object.keys(errors), Object.keys(errorNames)),
    ...Object.keys(errorNames)
      .filter((name) => !(name in errors))
      .map((name) => `errors.${name} is missing: its list is empty if no response means it`),
    ...findUnknown('part of the player', [...sentPlayerParts, ...requiredPlayerParts], playerParts),
  ];
  for (const { by, tasks: named } of Object.values(errors).flat()) {
    const unknown = findUnknown('task', named, tasks);
    faults.push(...unknown.map((fault) => `“${by}”: ${fault}`));
    if (!hasRefunds && named.some((task) => task.endsWith('Refund') || task === 'refundStatus')) {
      faults.push(`“${by}” has a task of refunds: declare them in abilities.refundStatuses`);
    }
    if (offering === undefined && named.some((task) => /offer/i.test(task))) {
      faults.push(`“${by}” has a task of offers: name a method in \`offering\``);
    }
    if (enquiry === undefined && named.includes('enquireName')) {
      faults.push(`“${by}” has a task of name enquiries: describe them in \`enquiry\``);
    }
    if (payoutOrder === null && named.some((task) => /payout/i.test(task))) {
      faults.push(`“${by}” has a task of payouts: give a payoutOrder`);
    }
  }
  if (hasRefunds && canVoid === undefined) {
    faults.push('abilities.canVoid is missing: say true or false, as there are refunds');
  }
  if (!hasRefunds && canVoid === true) {
    faults.push('abilities.canVoid needs abilities.refundStatuses');
  }
  return faults;
}

/** Returns which actions the declared abilities need and the provider lacks. */
export function findProviderFaults(
  { factory, abilities }: Pick<Description, 'factory' | 'abilities'>,
  {
    money,
    receivedPlayer,
    charged,
  }: Pick<ProviderUnderTest, 'money' | 'receivedPlayer' | 'charged'>,
): string[] {
  const { refundStatuses = [], canVoid, sentPlayerParts } = abilities;
  const needed = [
    [
      refundStatuses.length > 0,
      money.settleRefund,
      'abilities.refundStatuses',
      'money.settleRefund',
    ],
    [canVoid === true, money.settle, 'abilities.canVoid', 'money.settle'],
    [sentPlayerParts !== undefined, receivedPlayer, 'abilities.sentPlayerParts', 'receivedPlayer'],
    [factory.canChargeFee === true, charged, 'the factory’s canChargeFee', 'charged'],
  ] as const;
  return needed
    .filter(([isDeclared, action]) => isDeclared && action === undefined)
    .map(([, , ability, name]) => `${ability} needs \`${name}\` in what \`start\` returns`);
}

function findUnknown(what: string, names: readonly string[], known: readonly string[]): string[] {
  return names
    .filter((name) => !known.includes(name))
    .map((name) => {
      const hint = name in abilityNames ? `write abilities.${name}` : `known: ${known.join(', ')}`;
      return `no such ${what}: ${name}; ${hint}`;
    });
}
