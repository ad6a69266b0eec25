import { blockchains, type FieldDefinition } from '@kassa/contract';
import { type ReactNode, useRef } from 'react';
import { shortenHash } from '../../../features/explorer/shorten-hash.ts';
import { directionOf, formatRequisite } from '../../../features/requisites/format-requisite.ts';
import { ShownAddress, splitAddress } from '../../../features/shown-address/shown-address.tsx';
import { nameChoices } from '../../../fields/shared/name-choices.ts';
import { describeLabel } from '../../../form/field-views.ts';
import { resolveName, useText } from '../../../i18n/text.ts';
import { useRouter } from '../../../routing/use-router.ts';
import { useSession } from '../../../session/session.ts';
import cards from '../../../ui/card.module.css';
import { Icon } from '../../../ui/icon.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useFocusHandover } from '../../../ui/use-focus-handover.ts';
import { countryName } from '../../region/country-name.ts';
import type { OrderedWithdrawal } from '../kept-withdrawal.ts';
import { useWithdrawalAnalytics } from '../use-withdrawal-analytics.ts';
import styles from './destination-card.module.css';

/** A server of an earlier release says no more than the mask. */
const unknown = { parts: [], contract: null };

interface DestinationCardProps {
  ordered: OrderedWithdrawal;
  /** A request is under way: the order can't be edited. */
  isLocked: boolean;
  /** Shows saved details whole; null where nothing can. */
  onShowWhole: (() => void) | null;
  /** The form that confirms the order. */
  formId: string;
}

/** Where the money goes, as far as the player may see it, with the way back to the form. */
export function DestinationCard({ ordered, isLocked, onShowWhole, formId }: DestinationCardProps) {
  const text = useText();
  const { method, quote } = ordered;
  const { parts, contract } = quote.destinationDetails ?? unknown;
  return (
    <section className={`${cards.card} ${styles.card}`}>
      <Recipient ordered={ordered} isLocked={isLocked} />
      {method.coin !== undefined && (
        <Fact name={text('crypto.network')}>{describeNetwork(method.coin.blockchain)}</Fact>
      )}
      {contract !== null && (
        <Fact name={text('crypto.contract')}>
          <bdi dir="ltr" translate="no">
            {shortenHash(contract)}
          </bdi>
        </Fact>
      )}
      {parts.length === 0 && (
        <Fact name={text('withdrawal.destination')}>
          <bdi>{quote.destination}</bdi>
        </Fact>
      )}
      {parts.map((part) => (
        <Part key={part.field} ordered={ordered} {...part} />
      ))}
      {onShowWhole !== null && (
        <ShowWhole formId={formId} isLocked={isLocked} onPress={onShowWhole} />
      )}
      {method.coin !== undefined && <Notice tone="warn">{text('withdrawal.irreversible')}</Notice>}
      {quote.holder !== null && quote.isHolderAsked !== true && (
        <BankHolder holder={quote.holder} />
      )}
    </section>
  );
}

interface ShowWholeProps {
  formId: string;
  isLocked: boolean;
  onPress: () => void;
}

/** Shows saved details whole, and hands the focus to the button that confirms them. */
function ShowWhole({ formId, isLocked, onPress }: ShowWholeProps) {
  const text = useText();
  const place = useRef<HTMLDivElement>(null);
  useFocusHandover(place, `button[form="${formId}"]`);
  return (
    <div ref={place}>
      <button type="button" className={styles.link} disabled={isLocked} onClick={onPress}>
        {text('withdrawal.whole')}
      </button>
    </div>
  );
}

/** The network with its protocol, where they have two names: `Ethereum (ERC-20)`. */
function describeNetwork(blockchain: keyof typeof blockchains): string {
  const { name, network } = blockchains[blockchain];
  return name === network ? name : `${name} (${network})`;
}

/** The method, and the way back to the form. */
function Recipient({ ordered, isLocked }: Pick<DestinationCardProps, 'ordered' | 'isLocked'>) {
  const text = useText();
  const { locale } = useSession();
  const router = useRouter();
  const { send } = useWithdrawalAnalytics();
  const { method, bank } = ordered;
  const name = resolveName(method.text, locale.tag);
  const iconId = bank === undefined ? method.iconIds[0] : bank.iconId;
  const handleEdit = () => {
    send('button', { button_name: 'edit' });
    router.back();
  };
  return (
    <div className={styles.recipient}>
      <Icon id={iconId} name={bank?.name ?? method.text.en ?? name} />
      <b className={styles.method}>{name}</b>
      <button type="button" className={styles.link} disabled={isLocked} onClick={handleEdit}>
        {text('withdrawal.edit')}
      </button>
    </div>
  );
}

interface PartProps {
  ordered: OrderedWithdrawal;
  field: string;
  value: string;
}

/** One detail of the destination, with the name that it has in the form. */
function Part({ ordered: { method, bank, quote }, field, value }: PartProps) {
  const text = useText();
  const { locale } = useSession();
  const definition = method.fields?.find(({ name }) => name === field);
  // The bank's own name takes the place of the player's, where they are alike.
  const isNamedByBank = quote.holder !== null && quote.isHolderAsked !== true;
  if (definition === undefined || (definition.category === 'name' && isNamedByBank)) return null;
  const label = describeLabel(definition, undefined, text, locale.tag);
  if (method.coin !== undefined && definition.name === 'address') {
    return (
      <Fact name={label}>
        <ShownAddress parts={splitAddress(value)} />
      </Fact>
    );
  }
  const isChosenBank = bank !== undefined && bank.code === value;
  const shown = isChosenBank ? bank.name : nameValue(definition, value, locale.tag);
  const requisite = { type: typeOf(definition), value: shown };
  const [, code] = (isIban(definition) && /^([A-Z]{2})\d{2}/.exec(value)) || [];
  const country = code === undefined ? null : countryName(code, locale.tag);
  return (
    <Fact name={country === null ? label : `${label} · ${country}`}>
      <bdi dir={directionOf(requisite)}>{formatRequisite(requisite)}</bdi>
    </Fact>
  );
}

const isIban = (definition: FieldDefinition) =>
  'accountNumber' in definition && definition.accountNumber === 'iban';

/** Returns the value for people: of a choice its name. */
function nameValue(definition: FieldDefinition, value: string, locale: string): string {
  if (definition.type !== 'dropdown' && definition.type !== 'networks') return value;
  return nameChoices(definition, locale).find((choice) => choice.value === value)?.text ?? value;
}

/** Returns the kind of requisite that a field's value is written like. */
function typeOf(definition: FieldDefinition): string {
  if (isIban(definition)) return 'iban';
  if (definition.type === 'phone_with_prefix') return 'phone';
  const isNumber = definition.category === 'number' || definition.category === 'account';
  return isNumber && definition.type === 'text' ? 'account' : '';
}

/** The account's holder as the bank names them. */
function BankHolder({ holder }: { holder: string }) {
  const text = useText();
  return (
    <div className={styles.fact}>
      <small className={styles.name}>{text('requisite.accountHolder')}</small>
      <span className={styles.holder}>
        <b className={styles.value}>
          <bdi>{holder}</bdi>
        </b>
        <span className={styles.confirmed}>{text('withdrawal.holder.confirmed')}</span>
      </span>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <small className={styles.name}>{name}</small>
      <b className={styles.value}>{children}</b>
    </div>
  );
}
