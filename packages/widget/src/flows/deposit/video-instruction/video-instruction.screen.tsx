import { decodeVideoGuide, type PaymentMethod, videoGuideOf } from '@kassa/contract';
import { resolveName, useText } from '../../../i18n/text.ts';
import { Navigate } from '../../../routing/link.tsx';
import { useRouter, useSearch } from '../../../routing/use-router.ts';
import { useSession } from '../../../session/session.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Glyph } from '../../../ui/glyph.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StatusPanel, StatusText } from '../../../ui/status-panel.tsx';
import { resolveEntry } from '../method-kinds.ts';
import { useChosenMethod } from '../use-chosen-method.ts';
import { FilmPlayer } from './film-player.tsx';

/** The video of a method (§2 "Video page"). */
export function VideoInstructionScreen() {
  const chosen = useChosenMethod();
  if (chosen.kind === 'ready') {
    const { method, country } = chosen;
    return <VideoInstruction key={method.name} method={method} country={country} />;
  }
  if (chosen.kind === 'missing') return <Navigate to="Deposit list" />;
  return (
    <Screen layout="form" isSkeleton>
      <Skeleton shape="tile" />
      <Skeleton shape="line" />
    </Screen>
  );
}

function VideoInstruction({ method, country }: { method: PaymentMethod; country: string }) {
  const text = useText();
  const router = useRouter();
  const { locale, bridge } = useSession();
  const address = videoGuideOf(method, locale.tag, country);
  const language = new Intl.Locale(locale.tag).language;
  const guide = address === null ? null : decodeVideoGuide(address, language);
  const { to } = useSearch();
  const goToForm = () => {
    // Without a form in the address the previous page may be any screen.
    if (to !== undefined) return router.back();
    router.navigate({ to: resolveEntry(method), search: { method: method.name } });
  };
  const backToForm = (look: 'primary' | 'ghost') => (
    <Button look={look} onClick={goToForm}>
      {text('video.back')}
    </Button>
  );
  if (guide === null) {
    return (
      <Screen layout="centered" footer={backToForm('primary')}>
        <StatusPanel tone="quiet" title={text('video.unknown.title')}>
          <StatusText>{text('video.unknown.text')}</StatusText>
        </StatusPanel>
      </Screen>
    );
  }
  return (
    <Screen
      layout="form"
      footer={
        <>
          <ButtonLink
            // An app opens it in the system's browser, where players are used to watching videos.
            look={bridge.isNative ? 'primary' : 'ghost'}
            href={guide.pageUrl}
            target="_blank"
            rel="noopener noreferrer"
          >
            {text('video.open', { player: guide.playerName })}
            <Glyph name="external" size={20} />
          </ButtonLink>
          {backToForm(bridge.isNative ? 'ghost' : 'primary')}
        </>
      }
    >
      <FilmPlayer guide={guide} method={method} name={resolveName(method.text, locale.tag)} />
    </Screen>
  );
}
