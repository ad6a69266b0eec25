import { type PaymentMethod, videoGuideOf } from '@kassa/contract';
import { useText } from '../../../i18n/text.ts';
import { Link } from '../../../routing/link.tsx';
import { usePlace } from '../../../routing/use-router.ts';
import { useSession } from '../../../session/session.ts';
import { Glyph } from '../../../ui/glyph.tsx';
import styles from './guide-links.module.css';

interface GuideLinksProps {
  method: PaymentMethod;
  /** The country that the player pays from, ISO 3166-1 in lower case. */
  country: string;
}

/**
 * The links to a method's guides, as slides and as a video (§2 "Redirect base"); nothing where it
 * has none.
 */
export function GuideLinks({ method, country }: GuideLinksProps) {
  const text = useText();
  const { locale } = useSession();
  const { route, search } = usePlace() ?? {};
  const hasSlides = method.instruction !== undefined;
  const hasFilm = videoGuideOf(method, locale.tag, country) !== null;
  if (!hasSlides && !hasFilm) return null;
  const target = { method: method.name, group: search?.group, to: route?.name };
  return (
    <div className={styles.guides}>
      {hasSlides && (
        <Link className={styles.guide} to="Redirect deposit instruction" search={target}>
          <Glyph name="slides" size={20} className={styles.glyph} />
          {text('guide.slides')}
        </Link>
      )}
      {hasFilm && (
        <Link className={styles.guide} to="Video instruction" search={target}>
          <Glyph name="play" size={20} className={styles.glyph} />
          {text('guide.video')}
        </Link>
      )}
    </div>
  );
}
