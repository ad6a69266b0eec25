import type { CallResponse, PaymentMethod } from '@kassa/contract';
import { methodLimits } from '@kassa/contract';
import { useCallback } from 'react';
import { Disclaimer } from '../../features/coin-package/disclaimer.tsx';
import { OrderCard } from '../../features/coin-package/order-card.tsx';
import { type ChosenBox, useChosenBox } from '../../features/coin-package/use-chosen-box.ts';
import { resolveName, useMoney, useText } from '../../i18n/text.ts';
import { Navigate } from '../../routing/link.tsx';
import type { Target } from '../../routing/route.ts';
import { useSession } from '../../session/session.ts';
import { Icon } from '../../ui/icon.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SummaryCard } from '../../ui/summary-card.tsx';
import { useMethods } from '../deposit/deposit.queries.ts';
import { depositTargets } from '../deposit/list/deposit-targets.ts';
import { sizeOfGroup } from '../deposit/method-kinds.ts';
import { ListContent } from '../list/list-content.tsx';
import { sortByPosition } from '../method-list/arrange-methods.ts';
import { GroupTile } from '../method-list/group-tile.tsx';
import { Sections, TileSection } from '../method-list/method-sections.tsx';
import { OneSection } from '../method-list/offer.tsx';
import styles from './boxes.module.css';
import { splitByPrice } from './fitting-methods.ts';

type Offer = CallResponse<'methods-payment-v3'>;

/** The methods with which the chosen package can be paid (§2 "Sweepstake deposit methods"). */
export function PackageMethodsScreen() {
  const box = useChosenBox();
  const { catalogue, error } = useMethods();
  return (
    <ListContent
      content={catalogue}
      error={error}
      isEmpty={({ methods, block }) => methods.length === 0 || block !== undefined}
      list="Deposit list"
    >
      {(offer) =>
        box === null ? <Navigate to="Deposit list" /> : <PackageMethods box={box} offer={offer} />
      }
    </ListContent>
  );
}

function PackageMethods({ box, offer }: { box: ChosenBox; offer: Offer }) {
  const text = useText();
  const { country, currency } = offer;
  const { boxId } = box;
  const { coins, fitting, others } = splitByPrice(offer.methods, box, country);
  const targetOf = useCallback(
    (method: PaymentMethod): Target => {
      const { to, search } = depositTargets.targetOf(method);
      return { to, search: { box: boxId, ...search } };
    },
    [boxId],
  );
  return (
    <Screen>
      <OrderCard />
      {fitting.length > 0 && (
        <OneSection
          title={text('deposit.group.count', { count: fitting.length })}
          methods={sortByPosition(fitting)}
          currency={currency}
          country={country}
          targetOf={targetOf}
        />
      )}
      {coins.length > 0 && <CryptoSection offer={offer} coins={coins} boxId={boxId} />}
      {others.length > 0 && <OthersSection methods={others} offer={offer} />}
      <Disclaimer />
    </Screen>
  );
}

interface CryptoSectionProps {
  offer: Offer;
  coins: PaymentMethod[];
  boxId: string;
}

/** The coins as one tile, which leads to their list. */
function CryptoSection({ offer: { groups }, coins, boxId }: CryptoSectionProps) {
  const text = useText();
  const known = groups.find(({ name }) => name === 'crypto');
  const group = known ?? { name: 'crypto', label: 'group.crypto', position: 0, paymentMethods: [] };
  return (
    <Sections>
      <TileSection title={text('group.crypto')}>
        <GroupTile
          group={group}
          methods={coins}
          size={sizeOfGroup('crypto', coins)}
          target={{ to: 'Crypto list', search: { box: boxId } }}
        />
      </TileSection>
    </Sections>
  );
}

/** The methods that don't take the price, and what they take. */
function OthersSection({ methods, offer }: { methods: PaymentMethod[]; offer: Offer }) {
  const text = useText();
  const money = useMoney();
  const { locale } = useSession();
  const { currency, country } = offer;
  const short = (amount: string) => money(amount, currency, { trimZeros: true });
  return (
    <section className={styles.others} aria-label={text('package.notForPrice')}>
      <h2 className={styles.heading}>{text('package.notForPrice')}</h2>
      {methods.map((method) => {
        const { min, max } = methodLimits(method, currency, country);
        return (
          <SummaryCard
            key={method.name}
            picture={<Icon id={method.iconIds[0]} name={resolveName(method.text, 'en')} />}
            title={resolveName(method.text, locale.tag)}
            note={text('package.onlyLimits', { min: short(min), max: short(max) })}
          />
        );
      })}
    </section>
  );
}
