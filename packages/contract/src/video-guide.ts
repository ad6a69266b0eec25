/** A film player that guides may stand on: where it is framed from, and how its films are addressed. */
interface VideoPlayer {
  /** As players know it. */
  name: string;
  /** Where the frame's address begins; the page's policy allows this and nothing else. */
  frameAddress: string;
  /** The film that a link to it names; null where it names none. */
  readFilm: (link: URL) => Film | null;
  /** The film's own page, for whoever looks at it outside of the cashier. */
  describePage: (film: Film) => string;
  /** What the frame's address says besides, in the player's language. */
  describeFrame: (film: Film, language: string) => Record<string, string>;
}

interface Film {
  id: string;
  /** The key of a film that isn't listed. */
  key: string | null;
}

const youtube: VideoPlayer = {
  name: 'YouTube',
  // The host that sets no cookie before the film plays.
  frameAddress: 'https://www.youtube-nocookie.com/embed/',
  readFilm: (link) => {
    const isShort = link.hostname === 'youtu.be';
    const isLong = /^((www|m)\.)?youtube(-nocookie)?\.com$/.test(link.hostname);
    if (!isShort && !isLong) return null;
    const [first, second] = link.pathname.split('/').filter((part) => part !== '');
    const isFilm = first === 'embed' || first === 'shorts' || first === 'live';
    const id = isShort ? first : isFilm ? second : link.searchParams.get('v');
    return id != null && /^[\w-]{6,20}$/.test(id) ? { id, key: null } : null;
  },
  describePage: ({ id }) => `https://www.youtube.com/watch?v=${id}`,
  describeFrame: (_film, language) => ({
    autoplay: '1',
    playsinline: '1',
    rel: '0',
    hl: language,
    cc_lang_pref: language,
  }),
};

const vimeo: VideoPlayer = {
  name: 'Vimeo',
  frameAddress: 'https://player.vimeo.com/video/',
  readFilm: (link) => {
    if (!/^((www|player)\.)?vimeo\.com$/.test(link.hostname)) return null;
    const [, id, key] =
      /^\/(?:video\/)?(\d{3,12})(?:\/([\da-f]{4,20}))?\/?$/.exec(link.pathname) ?? [];
    if (id === undefined) return null;
    const asked = link.searchParams.get('h');
    const inQuery = asked !== null && /^[\da-f]{4,20}$/.test(asked) ? asked : null;
    return { id, key: key ?? inQuery };
  },
  describePage: ({ id, key }) => `https://vimeo.com/${id}${key === null ? '' : `/${key}`}`,
  describeFrame: ({ key }) => ({
    autoplay: '1',
    playsinline: '1',
    // Tells Vimeo to remember nothing of whoever looks.
    dnt: '1',
    ...(key !== null && { h: key }),
  }),
};

const players: readonly VideoPlayer[] = [youtube, vimeo];

/** What a page that shows guides must be allowed to frame, and nothing besides. */
export const videoFrameSources: readonly string[] = players.map(({ frameAddress }) => frameAddress);

/** A film that shows how a method is paid with. */
export interface VideoGuide {
  /** Whose player shows it: `YouTube`. */
  playerName: string;
  /** What is framed; it begins to play by itself. */
  frameUrl: string;
  /** The film's own page. */
  pageUrl: string;
}

/**
 * Reads the address of a guide (§3 `video_guide_url`). It is taken apart and put together anew, so
 * that nothing of it but the film's id reaches a frame. Null for whatever is no film of a player that
 * is known here, and for anything but https.
 * @param language - of the player's controls, such as `ar`
 */
export function decodeVideoGuide(address: string, language: string): VideoGuide | null {
  const link = parseHttps(address);
  if (link === null) return null;
  for (const player of players) {
    const film = player.readFilm(link);
    if (film === null) continue;
    const query = new URLSearchParams(player.describeFrame(film, language));
    return {
      playerName: player.name,
      frameUrl: `${player.frameAddress}${film.id}?${query}`,
      pageUrl: player.describePage(film),
    };
  }
  return null;
}

function parseHttps(address: string): URL | null {
  try {
    const link = new URL(address);
    const isPlain = link.protocol === 'https:' && link.port === '' && link.username === '';
    return isPlain ? link : null;
  } catch {
    return null;
  }
}
