import { useId, useRef } from 'react';
import { Dropdown } from '../../../features/dropdown/dropdown.tsx';
import { useMethods } from '../../../flows/deposit/deposit.queries.ts';
import { useDepositAnalytics } from '../../../flows/deposit/use-deposit-analytics.ts';
import { useText } from '../../../i18n/text.ts';
import { useNavigate, useSearch } from '../../../routing/use-router.ts';
import { useSession } from '../../../session/session.ts';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { useKeptFocus } from '../../../ui/use-kept-focus.ts';
import { noteSwitch } from './kept-addresses.ts';
import styles from './network-choice.module.css';
import { type CoinMethod, describeNetwork, listNetworks, nameNetwork } from './resolve-network.ts';

/** As many stand side by side on a small phone. */
const mostSegments = 3;

/** The networks on which the coin of a method can be sent (§2); nothing where there is one alone. */
export function NetworkChoice({ method }: { method: CoinMethod }) {
  const text = useText();
  const id = useId();
  const session = useSession();
  const place = useRef<HTMLDivElement>(null);
  useKeptFocus(place, id);
  const navigate = useNavigate();
  const { group, to, box } = useSearch();
  const { catalogue } = useMethods();
  const { send } = useDepositAnalytics(method.coin.currency);
  const open = listNetworks(catalogue?.methods ?? [], method.coin.currency);
  // What is chosen stays in the choice, also where it has just become unavailable.
  const networks = open.some(({ name }) => name === method.name) ? open : [...open, method];
  if (networks.length < 2) return null;
  const label = text('crypto.network');
  const handleChange = (name: string) => {
    if (name === method.name) return;
    noteSwitch(session, true);
    send('select_field', { field_name: 'network', form_type: 'crypto' });
    // Back leads to the list, however many networks the player has looked at.
    navigate({ to: 'Crypto address', search: { method: name, group, to, box }, replace: true });
  };
  const shared = { id, label, value: method.name, onChange: handleChange };
  if (networks.length <= mostSegments) {
    const choices = networks.map((one) => ({ value: one.name, text: nameNetwork(one) }));
    return (
      <div ref={place}>
        <SegmentedChoice {...shared} choices={choices} />
      </div>
    );
  }
  const choices = networks.map((one) => ({
    value: one.name,
    text: describeNetwork(one.coin.blockchain),
  }));
  return (
    <div className={styles.row} ref={place}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <Dropdown {...shared} choices={choices} isRequired />
    </div>
  );
}
