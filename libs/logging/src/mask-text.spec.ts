import { maskText } from './mask-text';

describe('a logged text', () => {
  const token = `rt_${'aB3_-'.repeat(9).slice(0, 43)}`;

  it('contains neither credentials nor tokens of one-time addresses', () => {
    expect(maskText(`GET https://x.org/api/workflows/resume/${token}?token=abc failed`)).toBe(
      'GET https://x.org/api/workflows/resume/********?token=******** failed',
    );
  });

  it('contains all other words unchanged', () => {
    expect(maskText(`rt_1 and start_${token}x`)).toBe(`rt_1 and start_${token}x`);
  });
});
