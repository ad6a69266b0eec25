import type { PayerBank, PaymentMethod } from '@kassa/contract';
import { FailedScreen } from '../../../features/failure/failed-screen.tsx';
import { SlideGuide } from '../../../flows/deposit/instruction/slide-guide.tsx';
import { useChosenMethod } from '../../../flows/deposit/use-chosen-method.ts';
import { type MessageKey, useText } from '../../../i18n/text.ts';
import { Link, Navigate } from '../../../routing/link.tsx';
import { useSearch } from '../../../routing/use-router.ts';
import { Icon } from '../../../ui/icon.tsx';
import { ListSkeleton } from '../../../ui/list-skeleton.tsx';
import { Screen } from '../../../ui/screen.tsx';
import styles from './instruction.module.css';

/**
 * How to transfer from the player's bank (§2 "International instruction"): the banks of the method,
 * and slides for the bank of the address.
 */
export function PeerToPeerInstructionScreen() {
  const chosen = useChosenMethod();
  const { bank: id } = useSearch();
  switch (chosen.kind) {
    case 'loading':
      return <ListSkeleton />;
    case 'failed':
      return <FailedScreen {...chosen} title="deposit.list.failed" />;
    case 'missing':
      return <Navigate to="Deposit list" />;
    case 'ready': {
      const { method } = chosen;
      const { banks = [] } = method;
      if (banks.length === 0) {
        return <Navigate to="Peer to peer base" search={{ method: method.name }} />;
      }
      const bank = banks.find((one) => one.id === id);
      if (bank === undefined) return <BankChoice banks={banks} />;
      return <BankGuide key={bank.id} method={method} bank={bank} />;
    }
  }
}

function BankChoice({ banks }: { banks: readonly PayerBank[] }) {
  const text = useText();
  const search = useSearch();
  return (
    <Screen layout="form">
      <h2 className={styles.title} id="p2p-banks">
        {text('p2p.instruction.choose')}
      </h2>
      <ul className={styles.banks} aria-labelledby="p2p-banks">
        {banks.map(({ id, name, iconId }) => (
          <li key={id}>
            {/* Replaces the choice: back leads to where the player came from. */}
            <Link
              className={styles.bank}
              to="Peer to peer instruction"
              search={{ ...search, bank: id }}
              replace
            >
              <Icon id={iconId} name={name} size="small" />
              <bdi className={styles.name}>{name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </Screen>
  );
}

/** The slides, with their pictures of the catalogue. */
const slides: readonly { words: MessageKey; picture: string }[] = [
  { words: 'p2p.instruction.open', picture: 'sign-in-bank' },
  { words: 'p2p.instruction.recipient', picture: 'open-app' },
  { words: 'p2p.instruction.amount', picture: 'enter-amount' },
  { words: 'p2p.instruction.confirm', picture: 'confirm-pin' },
  { words: 'p2p.instruction.return', picture: 'done' },
];

function BankGuide({ method, bank }: { method: PaymentMethod; bank: PayerBank }) {
  const text = useText();
  const { bank: _, ...search } = useSearch();
  const { banks = [] } = method;
  return (
    <SlideGuide
      label={text('p2p.instruction.label', { bank: bank.name })}
      slides={slides.map(({ words, picture }) => ({
        text: text(words, { bank: bank.name }),
        picture,
      }))}
    >
      <div className={styles.chosen}>
        <Icon id={bank.iconId} name={bank.name} size="small" />
        <b className={styles.name}>
          <bdi>{bank.name}</bdi>
        </b>
        {banks.length > 1 && (
          <Link className={styles.other} to="Peer to peer instruction" search={search} replace>
            {text('p2p.instruction.other')}
          </Link>
        )}
      </div>
    </SlideGuide>
  );
}
