import { expect, test } from 'vitest';
import { decodeVideoGuide, videoFrameSources } from './video-guide.ts';

test.each([
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=PL1',
  'https://m.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://youtu.be/dQw4w9WgXcQ?si=tracked',
  'https://www.youtube.com/embed/dQw4w9WgXcQ',
  'https://youtube.com/shorts/dQw4w9WgXcQ',
  'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
])('frames %s from the host without cookies, with its id only', (address) => {
  expect(decodeVideoGuide(address, 'ar')).toEqual({
    playerName: 'YouTube',
    frameUrl:
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&playsinline=1&rel=0&hl=ar&cc_lang_pref=ar',
    pageUrl: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  });
});

test.each([
  ['https://vimeo.com/76979871', 'https://vimeo.com/76979871', ''],
  [
    'https://player.vimeo.com/video/76979871?h=8272103f6e',
    'https://vimeo.com/76979871/8272103f6e',
    '&h=8272103f6e',
  ],
  [
    'https://vimeo.com/76979871/8272103f6e',
    'https://vimeo.com/76979871/8272103f6e',
    '&h=8272103f6e',
  ],
])('frames %s from Vimeo and asks it not to track the viewer', (address, pageUrl, key) => {
  expect(decodeVideoGuide(address, 'en')).toEqual({
    playerName: 'Vimeo',
    frameUrl: `https://player.vimeo.com/video/76979871?autoplay=1&playsinline=1&dnt=1${key}`,
    pageUrl,
  });
});

test.each([
  'javascript:alert(1)',
  'http://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://user@www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com:8443/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/watch?v=../../x',
  'https://www.youtube.com/watch',
  'https://vimeo.com/channels/staffpicks',
  'https://films.example/guide.mp4',
  'a guide',
  '',
])('%j is no video guide', (address) => {
  expect(decodeVideoGuide(address, 'en')).toBeNull();
});

test('the page may frame both video players, each by its own path', () => {
  expect(videoFrameSources).toEqual([
    'https://www.youtube-nocookie.com/embed/',
    'https://player.vimeo.com/video/',
  ]);
});
