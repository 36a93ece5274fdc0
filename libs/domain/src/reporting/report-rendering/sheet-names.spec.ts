import { sheetNames } from './sheet-names';

describe('sheetNames', () => {
  it.each([
    ['forbidden characters', ['Cost: per day [EUR]'], ['Cost per day EUR']],
    ['long titles', ['A'.repeat(40)], ['A'.repeat(31)]],
    ['equal titles, ignoring case', ['Energy', 'energy', 'ENERGY'], ['Energy', 'energy (2)', 'ENERGY (3)']],
    ['long equal titles', ['B'.repeat(40), 'B'.repeat(40)], ['B'.repeat(31), `${'B'.repeat(27)} (2)`]],
    ['apostrophes at the ends', ["'Energy'"], ['Energy']],
    ['empty titles', ['', '//'], ['-', '- (2)']],
  ])('changes %s', (_name, titles, expected) => {
    expect(sheetNames(titles)).toEqual(expected);
  });
});
