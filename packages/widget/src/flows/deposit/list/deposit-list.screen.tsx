import { useState } from 'react';
import { FailurePanel } from '../../../features/failure/failure-panel.tsx';
import { useText } from '../../../i18n/text.ts';
import { useSession } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StatusPanel } from '../../../ui/status-panel.tsx';
import { useMethods } from '../deposit.queries.ts';
import { searchMethods } from './arrange-methods.ts';
import { MethodSections, TileSection } from './method-sections.tsx';
import { MethodTile } from './method-tile.tsx';
import { RegionCard } from './region-card.tsx';
import styles from './tiles.module.css';

/** All ways to pay (§2 "Deposit list"). */
export function DepositListScreen() {
  const text = useText();
  const { catalogue, error, retry } = useMethods();

  if (error !== null && catalogue === undefined) {
    return (
      <Screen
        layout="centered"
        footer={<Button onClick={() => retry()}>{text('error.retry')}</Button>}
      >
        <FailurePanel title={text('deposit.list.failed')} error={error} />
      </Screen>
    );
  }
  if (catalogue === undefined) return <LoadingList />;
  return (
    <Screen>
      <RegionCard country={catalogue.country} />
      <Offer {...catalogue} />
    </Screen>
  );
}

type OfferProps = Parameters<typeof MethodSections>[0];

/** The methods, and the search that narrows them down. */
function Offer({ methods, groups, currency }: OfferProps) {
  const text = useText();
  const { locale } = useSession();
  const [search, setSearch] = useState('');
  const found = searchMethods(methods, search, locale.tag);
  return (
    <>
      <SearchField
        label={text('deposit.list.search', { count: methods.length })}
        value={search}
        onChange={setSearch}
      />
      {search.trim() === '' && (
        <MethodSections methods={methods} groups={groups} currency={currency} />
      )}
      {search.trim() !== '' && found.length > 0 && (
        <TileSection title={text('deposit.list.found', { count: found.length })}>
          {found.map((method) => (
            <MethodTile key={method.name} method={method} currency={currency} />
          ))}
        </TileSection>
      )}
      {found.length === 0 && (
        <div role="status">
          <StatusPanel tone="quiet" title={text('search.text')} />
        </div>
      )}
    </>
  );
}

function LoadingList() {
  return (
    <Screen isBusy>
      <Skeleton shape="row" />
      <Skeleton shape="field" />
      <div className={styles.tiles}>
        <Skeleton shape="tile" />
        <Skeleton shape="tile" />
        <Skeleton shape="tile" />
        <Skeleton shape="tile" />
      </div>
    </Screen>
  );
}
