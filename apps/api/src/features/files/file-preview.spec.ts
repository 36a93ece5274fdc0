import { dispositionOf } from './file-preview';

describe('dispositionOf', () => {
  it.each(['image/png', 'image/webp', 'video/mp4', 'application/pdf', 'text/plain'])(
    'lets browsers show %s',
    (mimeType) => {
      expect(dispositionOf({ mimeType })).toBe('inline');
    },
  );

  it.each([
    'image/svg+xml',
    'text/html',
    'text/csv',
    'application/xml',
    'application/zip',
    'application/octet-stream',
    'application/pdf+xml',
  ])('makes browsers save %s', (mimeType) => {
    expect(dispositionOf({ mimeType })).toBe('attachment');
  });
});
