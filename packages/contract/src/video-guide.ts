/** A video player for guides: its frame's address, and the addresses of its videos. */
interface VideoPlayer {
  /** The player's name as displayed. */
  name: string;
  /** The beginning of the frame's address; the Content-Security-Policy allows this address only. */
  frameAddress: string;
  /** Returns the video of a link; null if the link isn't one of this player's videos. */
  readFilm: (link: URL) => Film | null;
  /** Returns the address of the video's own page, for viewing outside of the cashier. */
  describePage: (film: Film) => string;
  /** Returns the query of the frame's address, in the player's language. */
  describeFrame: (film: Film, language: string) => Record<string, string>;
}

interface Film {
  id: string;
  /** The key of an unlisted video. */
  key: string | null;
}

const youtube: VideoPlayer = {
  name: 'YouTube',
  // This host sets no cookie before the video plays.
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
    // Asks Vimeo not to track the viewer.
    dnt: '1',
    ...(key !== null && { h: key }),
  }),
};

const players: readonly VideoPlayer[] = [youtube, vimeo];

/** The addresses that a page with guides must be allowed to frame, and no others. */
export const videoFrameSources: readonly string[] = players.map(({ frameAddress }) => frameAddress);

/** A video that shows how to pay with a method. */
export interface VideoGuide {
  /** The name of the video player: `YouTube`. */
  playerName: string;
  /** The address of the frame; the video starts by itself. */
  frameUrl: string;
  /** The address of the video's own page. */
  pageUrl: string;
}

/**
 * Parses the address of a guide (§3 `video_guide_url`). The frame's address is built anew, so that
 * only the video's id reaches it. Returns null if the address isn't https or isn't a video of a
 * known player.
 * @param language - of the video player's controls, such as `ar`
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
